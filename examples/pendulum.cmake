# One test for each formulation; the lines TEST at the foot of pendulum.c.
file(STRINGS pendulum.c tests REGEX "TEST [a-z0-9_]+[.]out")
foreach(line ${tests})
  string(REGEX MATCH "TEST ([a-z0-9_]+)[.]out (--[a-z0-9]+)" ignored "${line}")
  set(test example_${CMAKE_MATCH_1})
  add_test(NAME ${test} COMMAND ${GALPHA_SH}
    ${PROJECT_SOURCE_DIR}/cmake/check/compare.sh
    ${CMAKE_CURRENT_SOURCE_DIR}/${CMAKE_MATCH_1}.out
    $<TARGET_FILE:${example}> ${CMAKE_MATCH_2})
  set_tests_properties(${test} PROPERTIES LABELS example TIMEOUT 600)
endforeach()

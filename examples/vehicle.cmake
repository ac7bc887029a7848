# The model's files; the same vehicle with flexible links, 630 coordinates; the
# comparison with IDA.
set(files vehicle/build.c vehicle/equations.c vehicle/forces.c vehicle/galpha.c
  vehicle/ida.c vehicle/joints.c vehicle/run.c vehicle/sparse.c vehicle/start.c)
target_sources(${example} PRIVATE ${files})

add_executable(${example}_flexible vehicle.c ${files})
galpha_warnings(${example}_flexible)
target_compile_definitions(${example}_flexible PRIVATE VEHICLE_SEGMENTS=6
  _XOPEN_SOURCE=700)
target_link_libraries(${example}_flexible PRIVATE GALPHA::galpha
  ${GALPHA_SUNDIALS_TEST} $<$<BOOL:${UNIX}>:m>)
set_target_properties(${example}_flexible PROPERTIES
  OUTPUT_NAME vehicle_flexible)

# The first lane change; the way back is its image.
add_test(NAME ${example}_ida COMMAND ${example} --ida --until 4)
if(GALPHA_SH)
  add_test(NAME ${example}_flexible COMMAND ${GALPHA_SH}
    ${PROJECT_SOURCE_DIR}/cmake/check/compare.sh
    ${CMAKE_CURRENT_SOURCE_DIR}/vehicle_flexible.out
    $<TARGET_FILE:${example}_flexible> --until 4)
else()
  add_test(NAME ${example}_flexible COMMAND ${example}_flexible --until 4)
endif()
set_tests_properties(${example}_ida ${example}_flexible PROPERTIES
  LABELS example TIMEOUT 600 COST 20)
set_property(TEST ${example}_ida APPEND PROPERTY LABELS ida)

# Sets GALPHA_PYTHON to a Python 3 with numpy, for examples and tests, if there is one.
if(DEFINED GALPHA_PYTHON)
  return()
endif()
foreach(python python3 /usr/bin/python3)
  execute_process(COMMAND ${python} -c "import numpy" RESULT_VARIABLE result
    OUTPUT_QUIET ERROR_QUIET)
  if(result EQUAL 0)
    set(GALPHA_PYTHON ${python} CACHE FILEPATH "Python 3 with numpy")
    return()
  endif()
endforeach()
message(STATUS "No tests in Python: none with numpy")

# The program's functions in the place of the C library's, for shared libraries, too;
# valgrind would replace them.
set_target_properties(${test} PROPERTIES C_VISIBILITY_PRESET default
  ENABLE_EXPORTS ON)
set(memcheck OFF)

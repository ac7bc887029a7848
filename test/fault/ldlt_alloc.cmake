# Every allocation of the solver's own goes through the test.
foreach(function malloc calloc free)
  target_link_options(${test} PRIVATE LINKER:--wrap=${function})
endforeach()
# The linker looks for the wrappers in the name of shared libraries, too.
set_target_properties(${test} PROPERTIES C_VISIBILITY_PRESET default)

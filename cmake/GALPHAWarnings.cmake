# galpha_warnings(target): the warnings all C code of the project is clean under.
# Callbacks of tests need not use all they are given.
function(galpha_warnings target)
  if(NOT CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    return()
  endif()
  set(unused)
  if(CMAKE_CURRENT_SOURCE_DIR MATCHES "^${PROJECT_SOURCE_DIR}/test")
    set(unused -Wno-unused-parameter)
  endif()
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion
    -Wstrict-prototypes -Wmissing-prototypes -Wvla ${unused}
    $<$<BOOL:${GALPHA_WERROR}>:-Werror>)
endfunction()

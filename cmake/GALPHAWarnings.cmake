# galpha_warnings(target): the warnings all C code of the project is clean under.
function(galpha_warnings target)
  if(NOT CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    return()
  endif()
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion
    -Wstrict-prototypes -Wmissing-prototypes -Wvla
    $<$<BOOL:${GALPHA_WERROR}>:-Werror>)
endfunction()

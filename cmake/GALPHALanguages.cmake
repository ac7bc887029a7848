# Other languages, where there is a compiler: sets
#   GALPHA_HAS_Fortran   for the module galpha_mod, its example and tests
#   GALPHA_HAS_CXX       for an example
#   GALPHA_AWK           awk, which writes source text from the headers
# Included after GALPHASundials.cmake: SUNDIALS with MPI asks for MPI in all languages
# that are enabled, and C++ and Fortran are not needed for the library.
include(CheckLanguage)
find_program(GALPHA_AWK NAMES awk mawk gawk)
set(languages)
if(GALPHA_BUILD_FORTRAN AND GALPHA_AWK)
  list(APPEND languages Fortran)
endif()
if(GALPHA_BUILD_EXAMPLES)
  list(APPEND languages CXX)
endif()
foreach(language ${languages})
  set(GALPHA_HAS_${language} OFF)
  check_language(${language})
  if(CMAKE_${language}_COMPILER)
    enable_language(${language})
    set(GALPHA_HAS_${language} ON)
  endif()
endforeach()
# SUNDIALS 7 with MPI links programs in C++ with MPI of C++, which it has not looked for.
if(GALPHA_HAS_CXX AND TARGET MPI::MPI_C AND NOT TARGET MPI::MPI_CXX)
  find_package(MPI COMPONENTS CXX)
  set(GALPHA_HAS_CXX ${MPI_CXX_FOUND})
endif()

# What the L D L^T solver takes from SuiteSparse beside KLU: LDL, and AMD and BTF,
# which KLU needs, too, and KLU where SUNDIALS has none. Sets
#   GALPHA_SUITESPARSE_LIBRARIES     what to link
#   GALPHA_SUITESPARSE_INCLUDE_DIR   where the headers are
#   GALPHA_SUITESPARSE_STATIC        static ones, with those of KLU, for programs that
#                                    link nothing shared; empty: there are none
# Included after GALPHASundials.cmake: SUNDIALS' SuiteSparse is preferred.
set(galpha_hints)
if(TARGET SUNDIALS::KLU)
  get_target_property(galpha_hints SUNDIALS::KLU INTERFACE_INCLUDE_DIRECTORIES)
endif()
find_path(GALPHA_SUITESPARSE_INCLUDE_DIR ldl.h
  HINTS ${galpha_hints} PATH_SUFFIXES suitesparse)
set(GALPHA_SUITESPARSE_LIBRARIES)
set(libraries ldl btf amd suitesparseconfig)
if(GALPHA_OWN_KLU)
  list(PREPEND libraries klu)
  list(APPEND libraries colamd)
endif()
foreach(library ${libraries})
  find_library(GALPHA_${library}_LIBRARY ${library}
    HINTS ${GALPHA_SUITESPARSE_INCLUDE_DIR}/.. ${GALPHA_SUITESPARSE_INCLUDE_DIR}/../..
    PATH_SUFFIXES lib)
  if(NOT GALPHA_SUITESPARSE_INCLUDE_DIR OR NOT GALPHA_${library}_LIBRARY)
    message(FATAL_ERROR "GALPHA needs SuiteSparse with LDL, KLU, BTF and AMD (Debian: "
      "libsuitesparse-dev): set GALPHA_SUITESPARSE_INCLUDE_DIR, where ldl.h is, "
      "and GALPHA_${library}_LIBRARY, or CMAKE_PREFIX_PATH.")
  endif()
  list(APPEND GALPHA_SUITESPARSE_LIBRARIES ${GALPHA_${library}_LIBRARY})
endforeach()

set(GALPHA_SUITESPARSE_STATIC)
get_filename_component(galpha_hints ${GALPHA_ldl_LIBRARY} DIRECTORY)
foreach(library ldl klu btf amd colamd suitesparseconfig)
  find_library(GALPHA_${library}_STATIC
    ${CMAKE_STATIC_LIBRARY_PREFIX}${library}${CMAKE_STATIC_LIBRARY_SUFFIX}
    HINTS ${galpha_hints})
  mark_as_advanced(GALPHA_${library}_STATIC)
  if(NOT GALPHA_${library}_STATIC)
    set(GALPHA_SUITESPARSE_STATIC)
    break()
  endif()
  list(APPEND GALPHA_SUITESPARSE_STATIC ${GALPHA_${library}_STATIC})
endforeach()
# SuiteSparse_config may be compiled with OpenMP.
if(GALPHA_SUITESPARSE_STATIC)
  include(CheckCSourceCompiles)
  set(CMAKE_REQUIRED_INCLUDES ${GALPHA_SUITESPARSE_INCLUDE_DIR})
  set(source "#include <SuiteSparse_config.h>
int main(void) { double t[2]; SuiteSparse_tic(t); return SuiteSparse_time() < 0; }")
  set(CMAKE_REQUIRED_LIBRARIES ${GALPHA_SUITESPARSE_STATIC} m)
  check_c_source_compiles("${source}" GALPHA_SUITESPARSE_ALONE)
  if(NOT GALPHA_SUITESPARSE_ALONE)
    list(APPEND CMAKE_REQUIRED_LIBRARIES gomp)
    check_c_source_compiles("${source}" GALPHA_SUITESPARSE_WITH_OPENMP)
    if(GALPHA_SUITESPARSE_WITH_OPENMP)
      list(APPEND GALPHA_SUITESPARSE_STATIC gomp)
    else()
      set(GALPHA_SUITESPARSE_STATIC)
    endif()
  endif()
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()

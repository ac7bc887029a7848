# What the L D L^T solver takes from SuiteSparse beside KLU: LDL, and AMD and BTF,
# which KLU needs, too. Sets
#   GALPHA_SUITESPARSE_LIBRARIES     what to link
#   GALPHA_SUITESPARSE_INCLUDE_DIR   where the headers are
# Included after GALPHASundials.cmake: SUNDIALS' SuiteSparse is preferred.
set(galpha_hints)
if(TARGET SUNDIALS::KLU)
  get_target_property(galpha_hints SUNDIALS::KLU INTERFACE_INCLUDE_DIRECTORIES)
endif()
find_path(GALPHA_SUITESPARSE_INCLUDE_DIR ldl.h
  HINTS ${galpha_hints} PATH_SUFFIXES suitesparse)
set(GALPHA_SUITESPARSE_LIBRARIES)
foreach(library ldl btf amd suitesparseconfig)
  find_library(GALPHA_${library}_LIBRARY ${library}
    HINTS ${GALPHA_SUITESPARSE_INCLUDE_DIR}/.. ${GALPHA_SUITESPARSE_INCLUDE_DIR}/../..
    PATH_SUFFIXES lib)
  if(NOT GALPHA_SUITESPARSE_INCLUDE_DIR OR NOT GALPHA_${library}_LIBRARY)
    message(FATAL_ERROR "GALPHA needs SuiteSparse with LDL, BTF and AMD (Debian: "
      "libsuitesparse-dev): set GALPHA_SUITESPARSE_INCLUDE_DIR, where ldl.h is, "
      "and GALPHA_${library}_LIBRARY, or CMAKE_PREFIX_PATH.")
  endif()
  list(APPEND GALPHA_SUITESPARSE_LIBRARIES ${GALPHA_${library}_LIBRARY})
endforeach()

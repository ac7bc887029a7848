# Finds SUNDIALS (6.4 and later, 7.x) and sets
#   GALPHA_SUNDIALS_TARGETS  what the library links: in its public interface,
#                            because galpha.h includes SUNDIALS' headers
#   GALPHA_SUNDIALS_REAL     the shared or static library behind one of them
#   GALPHA_OWN_KLU           SUNDIALS has no interface of KLU; cmake/klu takes its place
#   GALPHA_SUNDIALS_STATIC   their static libraries, named as targets, if all are there;
#                            what SUNDIALS says they need is shared, and not used
#   GALPHA_SUNDIALS_TEST     what tests, examples and benchmarks link in addition
# Targets visible to a project that takes this one in by add_subdirectory.
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
find_package(SUNDIALS REQUIRED CONFIG)
if(SUNDIALS_VERSION VERSION_LESS 6.4)
  message(FATAL_ERROR "GALPHA needs SUNDIALS 6.4 or later, but "
    "${SUNDIALS_DIR} is ${SUNDIALS_VERSION}. Set CMAKE_PREFIX_PATH or "
    "SUNDIALS_DIR to another one.")
endif()

set(GALPHA_SUNDIALS_TARGETS)
foreach(module nvecserial sunmatrixdense sunmatrixband sunmatrixsparse
               sunlinsoldense sunlinsolband sunlinsolklu sunnonlinsolnewton)
  if(TARGET SUNDIALS::${module})
    list(APPEND GALPHA_SUNDIALS_TARGETS SUNDIALS::${module})
  elseif(NOT module STREQUAL "sunlinsolklu")
    message(FATAL_ERROR "SUNDIALS in ${SUNDIALS_DIR} is built without "
      "${module}.")
  endif()
endforeach()
set(GALPHA_OWN_KLU OFF)
if(NOT TARGET SUNDIALS::sunlinsolklu)
  set(GALPHA_OWN_KLU ON)
  message(STATUS "SUNDIALS is built without KLU: SuiteSparse's is used")
endif()
# The common part is called core since SUNDIALS 7.
if(TARGET SUNDIALS::core)
  list(APPEND GALPHA_SUNDIALS_TARGETS SUNDIALS::core)
else()
  list(APPEND GALPHA_SUNDIALS_TARGETS SUNDIALS::generic)
endif()
get_target_property(GALPHA_SUNDIALS_REAL SUNDIALS::nvecserial
  INTERFACE_LINK_LIBRARIES)

set(GALPHA_SUNDIALS_STATIC)
foreach(target ${GALPHA_SUNDIALS_TARGETS})
  list(APPEND GALPHA_SUNDIALS_STATIC ${target}_static)
  if(NOT TARGET ${target}_static)
    set(GALPHA_SUNDIALS_STATIC)
    break()
  endif()
endforeach()

set(GALPHA_SUNDIALS_TEST)
foreach(module ida nvecopenmp nvecpthreads nvecmanyvector)
  if(TARGET SUNDIALS::${module})
    list(APPEND GALPHA_SUNDIALS_TEST SUNDIALS::${module})
  endif()
endforeach()
message(STATUS "SUNDIALS ${SUNDIALS_VERSION}: ${SUNDIALS_DIR}")

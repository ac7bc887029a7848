# Install rules: headers, both libraries, CMake package and pkg-config file. Components:
# runtime (what a program needs when it runs), development, doc.
include(CMakePackageConfigHelpers)

set(GALPHA_INSTALL_LIBRARY
  LIBRARY COMPONENT runtime NAMELINK_COMPONENT development
  RUNTIME COMPONENT runtime
  ARCHIVE COMPONENT development)
install(TARGETS galpha_shared galpha_static EXPORT GALPHATargets
  ${GALPHA_INSTALL_LIBRARY})
install(DIRECTORY include/galpha ${PROJECT_BINARY_DIR}/include/galpha
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.h")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT doc)
install(DIRECTORY examples doc DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT doc PATTERN __pycache__ EXCLUDE PATTERN data EXCLUDE)

set(galpha_cmakedir ${CMAKE_INSTALL_LIBDIR}/cmake/GALPHA)
install(EXPORT GALPHATargets NAMESPACE GALPHA:: DESTINATION ${galpha_cmakedir}
  COMPONENT development)
# GALPHA::galpha_all_static names files, static ones only.
set(GALPHA_ALL_STATIC OFF)
# SUNDIALS 7 with MPI includes <mpi.h> in its basic header and calls MPI, whose libraries
# are shared in most places.
set(galpha_mpi OFF)
if(TARGET MPI::MPI_C AND TARGET SUNDIALS::core)
  set(galpha_mpi ON)
endif()
if(GALPHA_SUNDIALS_STATIC AND GALPHA_SUITESPARSE_STATIC AND NOT galpha_mpi)
  set(GALPHA_ALL_STATIC ON)
endif()
configure_package_config_file(cmake/GALPHAConfig.cmake.in
  cmake/GALPHAConfig.cmake INSTALL_DESTINATION ${galpha_cmakedir})
write_basic_package_version_file(cmake/GALPHAConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/GALPHAConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/GALPHAConfigVersion.cmake
  DESTINATION ${galpha_cmakedir} COMPONENT development)

# Appends to out -L and -l for libraries that are named by their files, so that the linker
# chooses: after -static or where nothing else is there the static ones.
function(galpha_append_by_name out)
  set(flags ${${out}})
  foreach(library ${ARGN})
    get_filename_component(dir "${library}" DIRECTORY)
    if(dir AND NOT dir IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
      list(APPEND flags -L${dir})
    endif()
    get_filename_component(name "${library}" NAME_WE)
    string(REGEX REPLACE "^lib" "" name ${name})
    list(APPEND flags -l${name})
  endforeach()
  set(${out} ${flags} PARENT_SCOPE)
endfunction()

# SUNDIALS has no pkg-config files, so its libraries and folders are spelled out
# here, except those the compiler searches anyway.
set(galpha_pc_libs)
set(galpha_pc_includes)
set(galpha_pc_private)
foreach(target ${GALPHA_SUNDIALS_TARGETS})
  get_target_property(real ${target} INTERFACE_LINK_LIBRARIES)
  string(REPLACE "SUNDIALS::" "-lsundials_" lib ${target})
  list(APPEND galpha_pc_libs ${lib})
  get_target_property(dirs ${real} INTERFACE_INCLUDE_DIRECTORIES)
  list(APPEND galpha_pc_includes ${dirs})
endforeach()
if(TARGET SUNDIALS::KLU)
  get_target_property(dirs SUNDIALS::KLU INTERFACE_INCLUDE_DIRECTORIES)
  list(APPEND galpha_pc_includes ${dirs})
endif()
if(galpha_mpi)
  list(APPEND galpha_pc_includes ${MPI_C_INCLUDE_DIRS})
  galpha_append_by_name(galpha_pc_libs ${MPI_C_LIBRARIES})
endif()
list(REMOVE_DUPLICATES galpha_pc_includes)
list(REMOVE_ITEM galpha_pc_includes
  "" dirs-NOTFOUND ${CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES})
list(TRANSFORM galpha_pc_includes PREPEND -I)
list(JOIN galpha_pc_includes " " galpha_pc_includes)
list(JOIN galpha_pc_libs " " galpha_pc_libs)
# KLU's are SUNDIALS'.
set(libraries ${GALPHA_SUITESPARSE_STATIC})
if(NOT libraries)
  set(libraries ${GALPHA_SUITESPARSE_LIBRARIES})
  if(TARGET SUNDIALS::KLU)
    get_target_property(klu SUNDIALS::KLU INTERFACE_LINK_LIBRARIES)
    list(APPEND libraries ${klu})
  endif()
endif()
galpha_append_by_name(galpha_pc_private ${libraries})
list(JOIN galpha_pc_private " " galpha_pc_private)

set(galpha_pc_libdir $<TARGET_FILE_DIR:${GALPHA_SUNDIALS_REAL}>)
set(galpha_pc_implicit
  $<IN_LIST:${galpha_pc_libdir},${CMAKE_C_IMPLICIT_LINK_DIRECTORIES}>)
set(galpha_pc_libdir $<$<NOT:${galpha_pc_implicit}>:-L${galpha_pc_libdir}>)
file(RELATIVE_PATH galpha_pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" galpha_pc_prefix "${galpha_pc_prefix}")
configure_file(cmake/galpha.pc.in cmake/galpha.pc.gen @ONLY)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/cmake/galpha.pc
  INPUT ${PROJECT_BINARY_DIR}/cmake/galpha.pc.gen)
install(FILES ${PROJECT_BINARY_DIR}/cmake/galpha.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

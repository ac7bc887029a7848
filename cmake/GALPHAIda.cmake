# libgalpha_ida, a stand-in for SUNDIALS' IDA and IDAS: the same functions, on
# GALPHA. Compiled against SUNDIALS' headers, linked with GALPHA alone.
# Included after GALPHAInstall.cmake.
if(NOT TARGET SUNDIALS::ida)
  set(GALPHA_BUILD_IDA OFF)
endif()
if(NOT GALPHA_BUILD_IDA)
  message(STATUS "libgalpha_ida: not built")
  return()
endif()

get_target_property(galpha_ida_real SUNDIALS::ida INTERFACE_LINK_LIBRARIES)
get_target_property(galpha_ida_dirs ${galpha_ida_real}
  INTERFACE_INCLUDE_DIRECTORIES)

# galpha_ida_headers(variable folder): SUNDIALS' public headers of ida or idas.
function(galpha_ida_headers variable folder)
  set(${variable} PARENT_SCOPE)
  foreach(dir ${galpha_ida_dirs})
    file(GLOB headers ${dir}/${folder}/${folder}*.h)
    list(FILTER headers EXCLUDE REGEX "_impl\\.h$")
    if(headers)
      set(${variable} ${headers} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()
galpha_ida_headers(GALPHA_IDA_HEADERS ida)
galpha_ida_headers(GALPHA_IDAS_HEADERS idas)

# What IDAS has beyond IDA is defined by the headers and the table.
set(GALPHA_IDA_TABLE ${PROJECT_SOURCE_DIR}/src/ida/table/functions.txt)
set(GALPHA_IDA_READ -f ${PROJECT_SOURCE_DIR}/src/ida/table/table.awk)
set(GALPHA_IDA_INPUT part=table ${GALPHA_IDA_TABLE}
  part=ida ${GALPHA_IDA_HEADERS} part=idas ${GALPHA_IDAS_HEADERS})
file(GLOB galpha_ida_sources CONFIGURE_DEPENDS src/ida/*.c)
if(GALPHA_IDAS_HEADERS AND GALPHA_AWK)
  set(GALPHA_IDA_HAS_IDAS ON)
  set(generated ${PROJECT_BINARY_DIR}/src/idas_generated.c)
  set(script ${PROJECT_SOURCE_DIR}/src/ida/table/idas.awk)
  add_custom_command(OUTPUT ${generated}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/src
    COMMAND ${GALPHA_AWK} ${GALPHA_IDA_READ} -f ${script} ${GALPHA_IDA_INPUT}
      > ${generated}
    DEPENDS ${GALPHA_IDA_TABLE} ${PROJECT_SOURCE_DIR}/src/ida/table/table.awk
      ${script} ${GALPHA_IDAS_HEADERS} VERBATIM)
  list(APPEND galpha_ida_sources ${generated})
else()
  set(GALPHA_IDA_HAS_IDAS OFF)
  message(STATUS "libgalpha_ida: without IDAS (no headers of it, or no awk)")
endif()

add_library(galpha_ida_objects OBJECT ${galpha_ida_sources})
set_target_properties(galpha_ida_objects PROPERTIES
  POSITION_INDEPENDENT_CODE ON)
target_include_directories(galpha_ida_objects PRIVATE
  ${PROJECT_SOURCE_DIR}/src ${galpha_ida_dirs})
target_link_libraries(galpha_ida_objects PRIVATE galpha_shared)
galpha_warnings(galpha_ida_objects)
include(CheckSymbolExists)
set(CMAKE_REQUIRED_DEFINITIONS -D_GNU_SOURCE)
check_symbol_exists(secure_getenv stdlib.h GALPHA_IDA_SECURE_GETENV)
unset(CMAKE_REQUIRED_DEFINITIONS)
if(GALPHA_IDA_SECURE_GETENV)
  target_compile_definitions(galpha_ida_objects PRIVATE
    GALPHA_IDA_HAVE_SECURE_GETENV)
endif()

# galpha_ida_link(target): calls between its own functions stay inside, also
# where SUNDIALS' IDA comes first in the order of symbols.
include(CheckLinkerFlag)
check_linker_flag(C LINKER:-Bsymbolic-functions GALPHA_HAS_BSYMBOLIC)
function(galpha_ida_link target)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:galpha_ida_objects>)
  set_target_properties(${target} PROPERTIES
    LINKER_LANGUAGE C INSTALL_RPATH_USE_LINK_PATH ON)
  target_link_options(${target} PRIVATE
    $<$<BOOL:${GALPHA_HAS_BSYMBOLIC}>:LINKER:-Bsymbolic-functions>)
endfunction()

add_library(galpha_ida_shared SHARED)
galpha_ida_link(galpha_ida_shared)
target_link_libraries(galpha_ida_shared PUBLIC galpha_shared)
set_target_properties(galpha_ida_shared PROPERTIES
  OUTPUT_NAME galpha_ida EXPORT_NAME galpha_ida
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
add_library(galpha_ida_static STATIC $<TARGET_OBJECTS:galpha_ida_objects>)
target_link_libraries(galpha_ida_static PUBLIC galpha_static)
set_target_properties(galpha_ida_static PROPERTIES
  OUTPUT_NAME galpha_ida LINKER_LANGUAGE C)
add_library(GALPHA::galpha_ida ALIAS galpha_ida_shared)
add_library(GALPHA::galpha_ida_static ALIAS galpha_ida_static)

if(APPLE)
  set(galpha_origin @loader_path)
else()
  set(galpha_origin $ORIGIN)
endif()
set_target_properties(galpha_ida_shared PROPERTIES
  INSTALL_RPATH ${galpha_origin})
install(TARGETS galpha_ida_shared galpha_ida_static EXPORT GALPHATargets
  ${GALPHA_INSTALL_LIBRARY})
configure_file(cmake/galpha_ida.pc.in cmake/galpha_ida.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cmake/galpha_ida.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# For programs that load IDA by its name: a folder with libraries of SUNDIALS'
# names that hold the stand-in and bring along what SUNDIALS' own ones contain.
set(GALPHA_IDA_REPLACED)
if(NOT CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
  return()
endif()
set(galpha_replace_modules)
foreach(module core generic nvecserial nvecmanyvector sunmatrixband
    sunmatrixdense sunmatrixsparse sunlinsolband sunlinsoldense sunlinsolpcg
    sunlinsolspbcgs sunlinsolspfgmr sunlinsolspgmr sunlinsolsptfqmr
    sunnonlinsolfixedpoint sunnonlinsolnewton)
  if(TARGET SUNDIALS::${module})
    list(APPEND galpha_replace_modules SUNDIALS::${module})
  endif()
endforeach()

check_linker_flag(C LINKER:--no-as-needed GALPHA_HAS_NO_AS_NEEDED)
# galpha_soname_version(variable target): the N of libxxx.so.N, or nothing.
function(galpha_soname_version variable target)
  get_target_property(configs ${target} IMPORTED_CONFIGURATIONS)
  list(GET configs 0 config)
  get_target_property(soname ${target} IMPORTED_SONAME_${config})
  set(${variable} PARENT_SCOPE)
  if(soname MATCHES "\\.so\\.([0-9.]+)$")
    set(${variable} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endif()
endfunction()

foreach(name ida idas)
  if(NOT TARGET SUNDIALS::${name}_shared OR
      (name STREQUAL "idas" AND NOT GALPHA_IDA_HAS_IDAS))
    continue()
  endif()
  galpha_soname_version(version SUNDIALS::${name}_shared)
  if(NOT version)
    continue()
  endif()
  set(target galpha_replace_${name})
  add_library(${target} SHARED)
  galpha_ida_link(${target})
  target_link_options(${target} PRIVATE
    $<$<BOOL:${GALPHA_HAS_NO_AS_NEEDED}>:LINKER:--no-as-needed>)
  target_link_libraries(${target} PRIVATE
    galpha_shared ${galpha_replace_modules})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME sundials_${name} SOVERSION ${version}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/replace
    INSTALL_RPATH ${galpha_origin}/../..)
  install(TARGETS ${target}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/galpha/replace
    COMPONENT runtime)
  list(APPEND GALPHA_IDA_REPLACED ${name})
endforeach()

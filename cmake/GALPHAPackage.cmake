# cpack: a tar.gz of all and, where there is dpkg, Debian packages of the library, the
# development files and the documentation. Included after all install rules.
set(CPACK_PACKAGE_NAME galpha)
set(CPACK_PACKAGE_CONTACT "GALPHA developers")
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_COMPONENTS_ALL runtime development doc)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR TGZ)
find_program(GALPHA_DPKG dpkg)
if(GALPHA_DPKG)
  list(APPEND CPACK_GENERATOR DEB)
endif()

set(soversion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(runtime libgalpha${soversion})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME ${runtime})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
# For dpkg-shlibdeps of other packages, and ldconfig. cpack's own list would name SUNDIALS'
# libraries in galpha/replace, and costs two processes for each file of the documentation.
set(shlibs)
foreach(library galpha galpha_ida)
  if(TARGET ${library}_shared)
    string(APPEND shlibs
      "lib${library} ${soversion} ${runtime} (= ${PROJECT_VERSION})\n")
  endif()
endforeach()
set(control ${PROJECT_BINARY_DIR}/control)
file(WRITE ${control}/shlibs "${shlibs}")
file(WRITE ${control}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA
  ${control}/shlibs ${control}/triggers)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libgalpha-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "${runtime} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DOC_PACKAGE_NAME galpha-doc)
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
# Dependencies by the packages that own the libraries; one of one's own has none.
find_program(GALPHA_SHLIBDEPS dpkg-shlibdeps)
if(GALPHA_SHLIBDEPS AND SUNDIALS_DIR MATCHES "^/usr/lib")
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    ", libsundials-dev, libsuitesparse-dev")
endif()

set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Library for constrained mechanical systems by the generalized-alpha method.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Headers, static libraries, CMake package, pkg-config files, Fortran module.")
set(CPACK_COMPONENT_DOC_DESCRIPTION "Guide, reference, examples.")
include(CPack)

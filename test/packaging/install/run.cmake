# cmake -D part=... -P run.cmake: one part of the install test.
cmake_minimum_required(VERSION 3.22)
set(prefix ${stage}/prefix)
set(work ${stage}/${part})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nfailed (${result}):\n${output}")
  endif()
endfunction()

# pkg_config_flags(variable package option ...)
function(pkg_config_flags variable package)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env
    PKG_CONFIG_PATH=${prefix}/${libdir}/pkgconfig ${pkg_config} ${ARGN} ${package}
    OUTPUT_VARIABLE output RESULT_VARIABLE result
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "pkg-config does not find ${package}")
  endif()
  separate_arguments(output UNIX_COMMAND "${output}")
  set(${variable} ${output} PARENT_SCOPE)
endfunction()

# consume(folder option ...): the user's project, on what is installed in prefix.
function(consume folder)
  file(REMOVE_RECURSE ${folder})
  run(${CMAKE_COMMAND} -S ${source} -B ${folder} -D CMAKE_PREFIX_PATH=${prefix}
    -D CMAKE_BUILD_TYPE=${config}
    -D CMAKE_C_COMPILER=${cc} -D CMAKE_C_FLAGS=${flags} ${ARGN})
  run(${CMAKE_COMMAND} --build ${folder} --config "${config}")
  run(${CMAKE_CTEST_COMMAND} --test-dir ${folder} --output-on-failure
    -C "${config}")
endfunction()

# Debian packages into a system of its own; without the packages they depend on.
function(install_packages root)
  file(GLOB packages ${work}/*.deb)
  list(LENGTH packages count)
  if(NOT count EQUAL 3)
    message(FATAL_ERROR "not three packages: ${packages}")
  endif()
  file(GLOB library ${work}/libgalpha[0-9]*.deb)
  # Programs that need SUNDIALS' IDA do not depend on this package.
  execute_process(COMMAND ${dpkg} --info ${library} shlibs
    OUTPUT_VARIABLE shlibs RESULT_VARIABLE result)
  if(result OR NOT shlibs MATCHES "^libgalpha [0-9.]+ libgalpha" OR
      shlibs MATCHES "sundials")
    message(FATAL_ERROR "shlibs of the package:\n${shlibs}")
  endif()
  set(database ${root}/var/lib/dpkg)
  file(MAKE_DIRECTORY ${database}/info ${database}/updates)
  file(TOUCH ${database}/status ${database}/available)
  run(${CMAKE_COMMAND} -E env PATH=/usr/sbin:/sbin:$ENV{PATH} ${dpkg}
    --root=${root} --log=${work}/dpkg.log --force-not-root --force-depends
    --force-script-chrootless --unpack ${packages})
endfunction()

separate_arguments(cflags UNIX_COMMAND "${flags}")

if(part STREQUAL "stage")
  file(REMOVE_RECURSE ${stage})
  run(${CMAKE_COMMAND} --install ${build} --prefix ${prefix} --config "${config}")

elseif(part STREQUAL "find_package")
  consume(${work} -D CONSUMER_CXX=${cxx} -D CMAKE_CXX_FLAGS=${flags}
    -D CONSUMER_FORTRAN=${fortran} -D CONSUMER_FORTRAN_SOURCE=${fortran_source})

elseif(part STREQUAL "packages")
  # No generator: the build is complete.
  file(REMOVE_RECURSE ${work})
  run(${CMAKE_CPACK_COMMAND} -B ${work} -C "${config}"
    -D CPACK_CMAKE_GENERATOR=Ninja --config ${build}/CPackConfig.cmake)
  install_packages(${work}/root)
  set(prefix ${work}/root/usr)
  consume(${work}/deb)
  file(GLOB archive ${work}/*.tar.gz)
  file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${work}/tgz)
  file(GLOB prefix ${work}/tgz/*)
  consume(${work}/unpacked)

elseif(part STREQUAL "pkg_config")
  file(MAKE_DIRECTORY ${work})
  set(rpath -Wl,-rpath,${prefix}/${libdir} -Wl,-rpath,${sundials_libdir})
  pkg_config_flags(compile galpha --cflags)
  pkg_config_flags(libs galpha --libs)
  run(${cc} ${cflags} ${compile} ${source}/consumer.c -o ${work}/shared
    ${libs} -lm ${rpath})
  run(${work}/shared)
  if(fortran)
    pkg_config_flags(all galpha_fortran --cflags --libs)
    run(${fortran} ${fortran_source} -J ${work} -o ${work}/fortran ${all} ${rpath})
    run(${work}/fortran)
  endif()
  # The archive by its name, because -lgalpha prefers the shared library.
  pkg_config_flags(libs galpha --libs --static)
  if(libs MATCHES "[.](so|dylib)(;|$)")
    message(FATAL_ERROR "pkg-config --static names shared libraries: ${libs}")
  endif()
  list(TRANSFORM libs REPLACE "^-lgalpha$" ${prefix}/${libdir}/libgalpha.a)
  run(${cc} ${cflags} ${compile} ${source}/consumer.c -o ${work}/static
    ${libs} ${rpath})
  run(${work}/static)
  # Nothing shared at all.
  if(all_static)
    pkg_config_flags(libs galpha --libs --static)
    run(${cc} -static ${cflags} ${compile} ${source}/consumer.c
      -o ${work}/all_static ${libs})
    run(${work}/all_static)
  endif()

elseif(part STREQUAL "header")
  # Each public header by itself, in the oldest and strictest languages.
  file(MAKE_DIRECTORY ${work})
  file(GLOB headers RELATIVE ${prefix}/include ${prefix}/include/galpha/*.h)
  set(compile -isystem ${sundials_libdir}/../include)
  if(pkg_config)
    pkg_config_flags(compile galpha --cflags-only-I)
    list(TRANSFORM compile REPLACE "^-I" "-isystem")
  endif()
  list(PREPEND compile -I${prefix}/include)
  set(strict -pedantic-errors -Wall -Wextra -Werror -fsyntax-only)
  foreach(header IN LISTS headers)
    file(WRITE ${work}/header.c "#include <${header}>\ntypedef int used;\n")
    run(${cc} -std=c99 ${strict} ${compile} ${work}/header.c)
    if(cxx)
      run(${cxx} -std=c++14 ${strict} ${compile} -x c++ ${work}/header.c)
    endif()
  endforeach()
  list(LENGTH headers count)
  if(count LESS 11)
    message(FATAL_ERROR "only ${count} public headers: ${headers}")
  endif()

else()
  message(FATAL_ERROR "no part ${part}")
endif()

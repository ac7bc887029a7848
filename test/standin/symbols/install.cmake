# cmake -D part=... -P install.cmake: an IDA program on the stand-in as installed;
# by the order, at most 2 where the stand-in integrates, it is seen who does.
cmake_minimum_required(VERSION 3.22)
set(work ${stage}/ida_${part})
set(lib ${prefix}/${libdir})
set(stand_in "highest order [12],")
set(ida "highest order [345],")
set(ENV{GALPHA_MAXORD} 2)
file(MAKE_DIRECTORY ${work})
separate_arguments(cflags UNIX_COMMAND "${flags}")

# run(wanted command...): the command succeeds and prints what is wanted.
function(run wanted)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0 OR NOT output MATCHES "${wanted}")
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nfailed (${result}):\n${output}")
  endif()
endfunction()

function(pkg_config variable)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env
    PKG_CONFIG_PATH=${lib}/pkgconfig ${pkg_config} ${ARGN} galpha_ida
    OUTPUT_VARIABLE output RESULT_VARIABLE result
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "pkg-config does not find galpha_ida")
  endif()
  separate_arguments(output UNIX_COMMAND "${output}")
  set(${variable} ${output} PARENT_SCOPE)
endfunction()

# The program as it is in the world: with SUNDIALS' shared library. It finds its
# libraries in the environment first.
function(world variable)
  list(TRANSFORM includes PREPEND -I)
  run("" ${cc} ${cflags} ${includes} ${program} -o ${work}/world ${real} -lm
    -Wl,-rpath,${sundials_libdir} -Wl,--enable-new-dtags)
  run(${ida} ${work}/world)
  set(${variable} ${work}/world PARENT_SCOPE)
endfunction()

if(part STREQUAL "find_package")
  file(REMOVE_RECURSE ${work})
  run("" ${CMAKE_COMMAND} -S ${source} -B ${work} -D CMAKE_PREFIX_PATH=${prefix}
    -D PROGRAM=${program} -D CMAKE_BUILD_TYPE=${config}
    -D CMAKE_C_COMPILER=${cc} -D CMAKE_C_FLAGS=${flags})
  run("" ${CMAKE_COMMAND} --build ${work} --config "${config}")
  run("" ${CMAKE_CTEST_COMMAND} --test-dir ${work} --output-on-failure
    -C "${config}")

elseif(part STREQUAL "pkg_config")
  set(rpath -Wl,-rpath,${lib} -Wl,-rpath,${sundials_libdir})
  pkg_config(compile --cflags)
  pkg_config(libs --libs)
  run("" ${cc} ${cflags} ${compile} ${program} -o ${work}/shared ${libs} -lm
    ${rpath})
  run(${stand_in} ${work}/shared)
  # SUNDIALS' own library may still be on the line, after it. The archives by
  # their names, because -l prefers shared libraries.
  pkg_config(libs --libs --static)
  list(TRANSFORM libs REPLACE "^-l(galpha(_ida)?)$" ${lib}/lib\\1.a)
  run("" ${cc} ${cflags} ${compile} ${program} -o ${work}/static ${libs} ${real}
    ${rpath})
  run(${stand_in} ${work}/static)

elseif(part STREQUAL "preload")
  world(program)
  run(${stand_in} ${CMAKE_COMMAND} -E env LD_PRELOAD=${lib}/libgalpha_ida.so
    ${program})

elseif(part STREQUAL "replace")
  world(program)
  run(${stand_in} ${CMAKE_COMMAND} -E env
    LD_LIBRARY_PATH=${lib}/galpha/replace ${program})

else()
  message(FATAL_ERROR "no part ${part}")
endif()

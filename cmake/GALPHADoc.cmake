# Target doc: the Markdown of doc/ as HTML with MathML, and the functions of the reference
# as man pages, in the build folder; both are installed.
find_program(GALPHA_PANDOC pandoc)
if(NOT GALPHA_PANDOC)
  message(FATAL_ERROR "GALPHA_BUILD_DOC needs pandoc")
endif()

file(GLOB_RECURSE pages RELATIVE ${PROJECT_SOURCE_DIR}/doc CONFIGURE_DEPENDS
  doc/*.md)
set(html_dir ${PROJECT_BINARY_DIR}/doc)
set(outputs)
foreach(page ${pages})
  string(REGEX REPLACE "\\.md$" ".html" html ${page})
  get_filename_component(folder ${html} DIRECTORY)
  add_custom_command(OUTPUT ${html_dir}/${html}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${html_dir}/${folder}
    COMMAND ${GALPHA_PANDOC} --from gfm+tex_math_dollars --standalone --toc
      --mathml --metadata pagetitle=GALPHA
      --lua-filter ${PROJECT_SOURCE_DIR}/cmake/check/md_links.lua
      --output ${html_dir}/${html} ${page}
    DEPENDS doc/${page} cmake/check/md_links.lua
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/doc VERBATIM)
  list(APPEND outputs ${html_dir}/${html})
endforeach()

# Pictures keep their place relative to the pages.
file(GLOB_RECURSE pictures RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
  doc/*.svg examples/*.svg)
foreach(picture ${pictures})
  configure_file(${picture} ${PROJECT_BINARY_DIR}/${picture} COPYONLY)
endforeach()

# galpha_man(page option ...): what man_pages.lua makes of a page of the reference. TeX that
# pandoc cannot render as text stays TeX.
set(man_dir ${PROJECT_BINARY_DIR}/man)
file(MAKE_DIRECTORY ${man_dir})
function(galpha_man page)
  set(list ${man_dir}/${page}.list)
  add_custom_command(OUTPUT ${list}
    COMMAND ${GALPHA_PANDOC} --quiet --from gfm+tex_math_dollars --to plain
      --lua-filter ${PROJECT_SOURCE_DIR}/cmake/man_pages.lua
      -M mandir=${man_dir} -M version=${PROJECT_VERSION} ${ARGN}
      --output ${list} doc/reference/${page}.md
    DEPENDS doc/reference/${page}.md cmake/man_pages.lua
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)
  set(outputs ${outputs} ${list} PARENT_SCOPE)
endfunction()
foreach(page functions_integration functions_mechanics functions_residual
    functions_options functions_statistics linear_solver_ldlt)
  galpha_man(${page})
endforeach()
galpha_man(index -M name=galpha -M "about=${PROJECT_DESCRIPTION}")

add_custom_target(doc ALL DEPENDS ${outputs})
install(DIRECTORY ${html_dir}/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/html/doc
  COMPONENT doc)
foreach(picture ${pictures})
  get_filename_component(folder ${picture} DIRECTORY)
  install(FILES ${picture} DESTINATION ${CMAKE_INSTALL_DOCDIR}/html/${folder}
    COMPONENT doc)
endforeach()
foreach(section 3 7)
  install(DIRECTORY ${man_dir}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section}
    COMPONENT doc FILES_MATCHING PATTERN "*.${section}")
endforeach()

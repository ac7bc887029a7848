# Target doc: the Markdown of doc/ as HTML with MathML, in the build folder.
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
add_custom_target(doc DEPENDS ${outputs})

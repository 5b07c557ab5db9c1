# The page that shows scenes (apps/viewer), made for the program to keep. Without node or a network the program is built
# all the same, and has no page.

set(viewer_folder ${PROJECT_SOURCE_DIR}/apps/viewer)

# Sets VAR to why the page cannot be made, or to nothing when all that it needs is there.
function(get_viewer_packages var)
  find_program(CLEARANCE_NODE NAMES node nodejs DOC "node 18 or later, which makes the page; OFF: no page")
  mark_as_advanced(CLEARANCE_NODE)
  set(${var} "there is no node" PARENT_SCOPE)
  if(NOT CLEARANCE_NODE)
    return()
  endif()
  execute_process(COMMAND ${CLEARANCE_NODE} --version
    OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  string(REGEX REPLACE "^v" "" version "${version}")
  set(${var} "${CLEARANCE_NODE} does not run, or is too old (${version}); it must be 18 or later" PARENT_SCOPE)
  if(version VERSION_LESS 18)
    return()
  endif()
  # Two builds at a time share one folder of packages.
  file(LOCK ${viewer_folder} DIRECTORY GUARD FUNCTION TIMEOUT 300 RESULT_VARIABLE locked)
  set(${var} "${viewer_folder} cannot be written to (${locked})" PARENT_SCOPE)
  if(NOT locked EQUAL 0)
    return()
  endif()
  execute_process(COMMAND ${CLEARANCE_NODE} ${viewer_folder}/get_packages.mjs
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE why)
  string(REGEX REPLACE "[\r\n].*" "" why "${why}")
  if(failed)
    set(${var} "its packages cannot be had (${why})" PARENT_SCOPE)
  else()
    set(${var} "" PARENT_SCOPE)
  endif()
endfunction()

# Sets VAR to the checker that runs in the page, or to nothing where there is no compiler for WebAssembly: then the page
# says that nothing is re-checked in it.
function(clearance_page_checker var)
  set(checker_folder ${PROJECT_SOURCE_DIR}/bindings/wasm)
  execute_process(COMMAND ${checker_folder}/build --missing RESULT_VARIABLE missing ERROR_VARIABLE why OUTPUT_QUIET
    ERROR_STRIP_TRAILING_WHITESPACE)
  if(missing)
    message(STATUS "The page has no checker: ${why}")
    set(${var} "" PARENT_SCOPE)
    return()
  endif()
  set(made ${PROJECT_BINARY_DIR}/wasm)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${checker_folder}/*.cpp ${checker_folder}/*.h
    ${PROJECT_SOURCE_DIR}/clearance/*.cpp ${PROJECT_SOURCE_DIR}/clearance/*.h)
  list(FILTER sources EXCLUDE REGEX "_test\\.(cpp|h)$")
  # It compiles again what changed and no more; checker.wasm is newer than its sources after that.
  add_custom_command(OUTPUT ${made}/checker.wasm COMMAND ${checker_folder}/build ${made}
    COMMAND ${CMAKE_COMMAND} -E touch ${made}/checker.wasm
    DEPENDS ${sources} ${checker_folder}/build COMMENT "Making the page's checker" VERBATIM)
  set(${var} ${made}/checker.wasm PARENT_SCOPE)
endfunction()

# Sets VAR to a file that the build makes: the page as a C++ string literal, or an empty one.
function(clearance_viewer_page var)
  set(made ${CMAKE_CURRENT_BINARY_DIR}/page)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${viewer_folder}/package-lock.json)
  get_viewer_packages(missing)
  if(missing)
    message(STATUS "The program has no page to show scenes: ${missing}")
    # Not where the page would be: it would look as if it were made already.
    set(${var} ${made}/none/viewer_page.inc PARENT_SCOPE)
    file(CONFIGURE OUTPUT ${made}/none/viewer_page.inc CONTENT "\"\"\n")
    return()
  endif()
  set(${var} ${made}/viewer_page.inc PARENT_SCOPE)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${viewer_folder}/src/*)
  set(scripts ${viewer_folder}/build.mjs ${viewer_folder}/embed.mjs)
  clearance_page_checker(checker)
  add_custom_command(OUTPUT ${made}/viewer_page.inc BYPRODUCTS ${made}/viewer.html
    COMMAND ${CLEARANCE_NODE} ${viewer_folder}/build.mjs --out ${made}/viewer.html --checker "${checker}"
    COMMAND ${CLEARANCE_NODE} ${viewer_folder}/embed.mjs ${made}/viewer.html ${made}/viewer_page.inc
    DEPENDS ${sources} ${scripts} ${viewer_folder}/package-lock.json ${checker}
    COMMENT "Making the page that shows scenes" VERBATIM)
endfunction()

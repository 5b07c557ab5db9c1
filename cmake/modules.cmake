# A module is a folder of clearance/: its sources become one object library, its *_test.cpp files one test program.
# Modules link only what they name, so a test program builds even while another folder does not.

set(CLEARANCE_GROUND base math exact)

add_library(clearance_flags INTERFACE)
# No contraction to fused multiply-add: the filters' error bounds and bit-identical results depend on it.
target_compile_options(clearance_flags INTERFACE
  -ffp-contract=off -Wall -Wextra -Wconversion -Wshadow $<$<BOOL:${CLEARANCE_WERROR}>:-Werror>
  # GCC 12 sees overlaps in "literal" + std::string that are not there (its bug 105651), and its optimiser warns of
  # accesses that inlined library code never makes: shown, but no error.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<AND:$<BOOL:${CLEARANCE_WERROR}>,$<CXX_COMPILER_ID:GNU>>:-Wno-error=array-bounds;-Wno-error=stringop-overflow;-Wno-error=maybe-uninitialized>)
target_include_directories(clearance_flags INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
if(CLEARANCE_SANITIZE)
  target_compile_options(clearance_flags INTERFACE -fsanitize=${CLEARANCE_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer -g)
  target_link_options(clearance_flags INTERFACE -fsanitize=${CLEARANCE_SANITIZE})
endif()

# clearance_quick_build(TARGET [TEST] [HEADERS header…]): what nearly every source includes is parsed once for all of them,
# by g++; for a target with headers of its own those, too.
# clang-tidy reads clang's commands and has no use for the result. Where tests are built, the library is built without it:
# the test of the shared package builds the library once more, and ccache knows such objects again in another folder.
# So every source is also known to include what it needs.
function(clearance_quick_build target)
  cmake_parse_arguments(arg "TEST" "" "HEADERS" ${ARGN})
  # Tests are built more often than they run, and most of their time is the library's.
  set(quick_to_build $<$<CONFIG:Release>:-O1>)
  if(arg_TEST)
    target_compile_options(${target} PRIVATE ${quick_to_build})
  endif()
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR (CLEARANCE_BUILD_TESTS AND NOT arg_TEST))
    return()
  endif()
  set(parsed clearance_parsed_standard)
  set(headers <algorithm> <array> <cmath> <cstdint> <limits> <memory> <optional> <span> <string> <string_view> <variant> <vector>)
  if(arg_TEST)
    set(parsed clearance_parsed_for_tests)
    list(APPEND headers <gtest/gtest.h>)
  endif()
  if(arg_HEADERS)
    target_precompile_headers(${target} PRIVATE ${headers} ${arg_HEADERS})
    return()
  endif()
  if(NOT TARGET ${parsed})
    # Code of programs is made in another way than that of libraries, and what is parsed for one does not serve the other.
    if(arg_TEST)
      add_executable(${parsed} ${PROJECT_SOURCE_DIR}/cmake/empty.cpp)
      target_link_libraries(${parsed} PRIVATE GTest::gtest_main)
      target_compile_options(${parsed} PRIVATE ${quick_to_build})
    else()
      add_library(${parsed} OBJECT ${PROJECT_SOURCE_DIR}/cmake/empty.cpp)
    endif()
    target_link_libraries(${parsed} PRIVATE clearance_flags)
    target_precompile_headers(${parsed} PRIVATE ${headers})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${parsed})
endfunction()

# clearance_module(NAME [USES module…] [TEST_USES module…])
function(clearance_module name)
  cmake_parse_arguments(arg "" "" "USES;TEST_USES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/clearance/${name}/*.cpp
    ${PROJECT_SOURCE_DIR}/clearance/${name}/*/*.cpp ${PROJECT_SOURCE_DIR}/clearance/${name}/*/*/*.cpp)
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  set(uses ${CLEARANCE_GROUND} ${arg_USES})
  list(REMOVE_ITEM uses ${name})
  set_property(GLOBAL APPEND PROPERTY CLEARANCE_MODULES ${name})
  set_property(GLOBAL PROPERTY CLEARANCE_USES_${name} ${uses} ${arg_TEST_USES})
  if(NOT sources)
    set(sources ${PROJECT_SOURCE_DIR}/cmake/empty.cpp)
  endif()
  add_library(clearance_${name}_objects OBJECT ${sources})
  target_link_libraries(clearance_${name}_objects PRIVATE clearance_flags)
  clearance_quick_build(clearance_${name}_objects)
endfunction()

# clearance_library(TARGET MODULES module… OUTPUT name [LINKS target…])
function(clearance_library target)
  cmake_parse_arguments(arg "" "OUTPUT" "MODULES;LINKS" ${ARGN})
  add_library(${target})
  foreach(module IN LISTS arg_MODULES)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:clearance_${module}_objects>)
  endforeach()
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${arg_OUTPUT} VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LINKER_LANGUAGE CXX INSTALL_RPATH "$ORIGIN")
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  # Headers compute, too: a consumer that allows fused multiply-add (-march=native) would change what they round to, and
  # with it the library's own copies of those functions, of which the linker keeps one.
  target_compile_options(${target} INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-ffp-contract=off>)
  if(CLEARANCE_SANITIZE)
    target_link_options(${target} PUBLIC -fsanitize=${CLEARANCE_SANITIZE})
  endif()
  if(arg_LINKS)
    target_link_libraries(${target} PUBLIC ${arg_LINKS})
  endif()
endfunction()

# Where the data of tests is, for the sources that name it: all others compile to the same object in every checkout, so
# that ccache knows them.
function(clearance_test_paths)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} named REGEX "CLEARANCE_TESTDATA|CLEARANCE_SHARED_DEFAULT|test_files_test|answer_hash")
    if(named)
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_DEFINITIONS
        CLEARANCE_TESTDATA="${PROJECT_SOURCE_DIR}/testdata" CLEARANCE_SHARED_DEFAULT="${PROJECT_SOURCE_DIR}/../shared")
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  endforeach()
endfunction()

# One test program per module that has *_test.cpp files: ctest name = module name.
function(clearance_module_tests)
  find_package(GTest REQUIRED)
  get_property(modules GLOBAL PROPERTY CLEARANCE_MODULES)
  foreach(name IN LISTS modules)
    file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/clearance/${name}/*_test.cpp ${PROJECT_SOURCE_DIR}/clearance/${name}/*/*_test.cpp
      ${PROJECT_SOURCE_DIR}/clearance/${name}/*/*/*_test.cpp)
    if(tests)
      get_property(uses GLOBAL PROPERTY CLEARANCE_USES_${name})
      add_executable(${name}_tests ${tests})
      foreach(module IN LISTS uses name)
        target_sources(${name}_tests PRIVATE $<TARGET_OBJECTS:clearance_${module}_objects>)
      endforeach()
      target_link_libraries(${name}_tests PRIVATE clearance_flags GTest::gtest_main)
      clearance_quick_build(${name}_tests TEST)
      clearance_test_paths(${tests})
      add_test(NAME ${name} COMMAND ${name}_tests --gtest_brief=1)
    endif()
  endforeach()
endfunction()

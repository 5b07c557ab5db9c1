# Installs the package into a fresh prefix, builds the consumer against it there and runs it and the installed program.
# KIND static or shared · SOURCE the repository · BUILT a finished build of it · WORK a folder of ours

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}\nexit status ${status}")
  endif()
endfunction()

set(common -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
set(prefix ${WORK}/prefix)
file(REMOVE_RECURSE ${prefix} ${prefix}_moved ${WORK}/consumer)

# The build at hand serves its own kind; the other one is built from the sources, with the same flags, so that a compiler
# cache knows most of it already.
if((KIND STREQUAL "shared" AND BUILT_IS_SHARED) OR (KIND STREQUAL "static" AND NOT BUILT_IS_SHARED))
  set(tree ${BUILT})
else()
  set(tree ${WORK}/build)
  if(KIND STREQUAL "shared")
    set(shared ON)
  else()
    set(shared OFF)
  endif()
  run(${CMAKE_COMMAND} -S ${SOURCE} -B ${tree} ${common} -DBUILD_SHARED_LIBS=${shared}
    -DCLEARANCE_BUILD_TESTS=OFF -DCLEARANCE_WERROR=${WERROR} -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON)
  run(${CMAKE_COMMAND} --build ${tree})
endif()
run(${CMAKE_COMMAND} --install ${tree} --prefix ${prefix})

run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK}/consumer ${common} -DCMAKE_PREFIX_PATH=${prefix}
  -DWANTED_VERSION=${VERSION})
run(${CMAKE_COMMAND} --build ${WORK}/consumer)
run(${WORK}/consumer/core_consumer)
run(${WORK}/consumer/lab_consumer)
run(${WORK}/consumer/rounding_consumer)
run(${WORK}/consumer/consumer ${SOURCE}/examples/rock.obj)

# The program must start from its prefix, moved elsewhere, and find its own libraries.
file(RENAME ${prefix} ${prefix}_moved)
run(${prefix}_moved/bin/clearance demo)
file(GLOB shared_libraries ${prefix}_moved/lib*/libclearance*.so* ${prefix}_moved/lib*/*/libclearance*.so*)
if(KIND STREQUAL "shared" AND NOT shared_libraries)
  message(FATAL_ERROR "the shared package holds no shared library")
elseif(KIND STREQUAL "static" AND shared_libraries)
  message(FATAL_ERROR "the static package holds ${shared_libraries}")
endif()
file(REMOVE_RECURSE ${prefix}_moved)

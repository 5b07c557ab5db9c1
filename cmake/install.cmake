# cmake --install and the package: find_package(clearance) gives clearance::clearance, clearance::core, clearance::lab
# and clearance::io.

include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/clearance)
set_target_properties(clearance_core PROPERTIES EXPORT_NAME core)
set_target_properties(clearance_lab PROPERTIES EXPORT_NAME lab)
set_target_properties(clearance_io PROPERTIES EXPORT_NAME io)

install(TARGETS clearance clearance_core clearance_lab clearance_io EXPORT clearance_targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT clearance_targets NAMESPACE clearance:: DESTINATION ${package_folder} FILE clearanceTargets.cmake)
# The headers that users can reach; internal ones stay here.
install(CODE "
  execute_process(COMMAND \"${PROJECT_SOURCE_DIR}/scripts/public_headers\" OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE \"\\n\" \";\" headers \"\${headers}\")
  foreach(header IN LISTS headers)
    get_filename_component(folder \"\${header}\" DIRECTORY)
    if(folder)
      file(INSTALL DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/\${folder}\" TYPE FILE
        FILES \"${PROJECT_SOURCE_DIR}/\${header}\")
    endif()
  endforeach()")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
foreach(scene demo engine late_valve gears slipping_gears key wrong_key coins)
  install(FILES ${PROJECT_SOURCE_DIR}/examples/${scene}.scene.json DESTINATION ${CMAKE_INSTALL_DATADIR}/clearance)
endforeach()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/clearanceConfig.cmake.in
  ${PROJECT_BINARY_DIR}/clearanceConfig.cmake INSTALL_DESTINATION ${package_folder})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/clearanceConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/clearanceConfig.cmake ${PROJECT_BINARY_DIR}/clearanceConfigVersion.cmake
  DESTINATION ${package_folder})

# What is installed: the libraries with their headers, how pkg-config and CMake find them, and the
# command. Paths in it are relative to where it lies, so that it can be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Names that find_package(pathfan) gives (pathfanConfig.cmake.in).
set_target_properties(pathfan-shared PROPERTIES EXPORT_NAME query)
set_target_properties(pathfan-lite PROPERTIES EXPORT_NAME lite)
set_target_properties(pathfan-lite-static PROPERTIES EXPORT_NAME lite_static)
set_target_properties(pathfan-crowd-shared PROPERTIES EXPORT_NAME crowd)
set(LIBRARIES pathfan-shared pathfan-lite pathfan-lite-static pathfan-crowd-shared)
set(HEADERS ${QUERY_HEADERS} ${CROWD_HEADERS})
if(PATHFAN_BUILDER)
  set_target_properties(pathfan-build-shared PROPERTIES EXPORT_NAME build)
  list(APPEND LIBRARIES pathfan-build-shared)
  list(APPEND HEADERS ${BUILD_HEADERS})
endif()
install(TARGETS ${LIBRARIES} EXPORT pathfan INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pathfan)
if(PATHFAN_TOOLS)
  install(TARGETS pathfan)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(PATHFAN_VIEWER) # of what its page is made of
  install(FILES src/viewer/page/dist/licences.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()

set(PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/pathfan)
install(EXPORT pathfan NAMESPACE pathfan:: FILE pathfanTargets.cmake DESTINATION ${PACKAGE})
configure_package_config_file(src/packaging/pathfanConfig.cmake.in ${PROJECT_BINARY_DIR}/pathfanConfig.cmake
  INSTALL_DESTINATION ${PACKAGE})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pathfanConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pathfanConfig.cmake ${PROJECT_BINARY_DIR}/pathfanConfigVersion.cmake
  DESTINATION ${PACKAGE})

# pathfan_pkgconfig(NAME DESCRIPTION PRIVATE): NAME.pc; PRIVATE: what the archive needs besides.
function(pathfan_pkgconfig PC_NAME PC_DESCRIPTION PC_PRIVATE)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(PC_PREFIX ${CMAKE_INSTALL_PREFIX})
    set(PC_LIBDIR ${CMAKE_INSTALL_FULL_LIBDIR})
    set(PC_INCLUDEDIR ${CMAKE_INSTALL_FULL_INCLUDEDIR})
  else()
    file(RELATIVE_PATH up ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
    string(REGEX REPLACE "/$" "" up "${up}")
    set(PC_PREFIX "\${pcfiledir}/${up}")
    set(PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
    set(PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
  endif()
  configure_file(src/packaging/pathfan.pc.in ${PROJECT_BINARY_DIR}/${PC_NAME}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${PC_NAME}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
set(LMDB_FLAG)
if(PATHFAN_LMDB)
  set(LMDB_FLAG " -llmdb")
endif()
pathfan_pkgconfig(pathfan "k good, different paths around obstacles, from a prepared index file" "")
pathfan_pkgconfig(pathfan-lite "The same by index alone, without searches"
  "-lzstd -lxxhash${LMDB_FLAG} -lm -pthread")
pathfan_pkgconfig(pathfan-crowd "Crowds that choose their ways by density; holds all of pathfan" "")
if(PATHFAN_BUILDER)
  pathfan_pkgconfig(pathfan-build "Makes index files of maps; holds all of pathfan" "")
endif()

# Installed files: the libraries with their headers and their pkg-config and CMake files, and the
# command with its manuals. Paths are relative to the installed files, so the tree can be moved.
# Each component is a package of its own (packages.cmake): library-PART for each of
# PATHFAN_LIBRARIES, development, command; except the licences, which each package includes in its
# own way (debian.cmake).
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

foreach(part ${PATHFAN_LIBRARIES})
  install(TARGETS pathfan-${part}-shared pathfan-${part}-static EXPORT pathfan
    RUNTIME COMPONENT library-${part} LIBRARY COMPONENT library-${part} NAMELINK_COMPONENT development
    ARCHIVE COMPONENT development INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endforeach()
set(HEADERS ${QUERY_HEADERS} ${CROWD_HEADERS})
if(PATHFAN_BUILDER)
  list(APPEND HEADERS ${BUILD_HEADERS})
endif()
install(FILES ${HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pathfan)
if(PATHFAN_TOOLS)
  install(TARGETS pathfan COMPONENT command)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licences)

# Manual pages and completion, generated from the command's own help.
if(Python3_EXECUTABLE)
  set(PATHFAN_PYTHON3 ${Python3_EXECUTABLE})
else()
  find_program(PATHFAN_PYTHON3 python3) # a package of it would take half the time of configuring
  mark_as_advanced(PATHFAN_PYTHON3)
endif()
if(PATHFAN_TOOLS AND PATHFAN_PYTHON3 AND NOT CMAKE_CROSSCOMPILING)
  set(SHARE ${PROJECT_BINARY_DIR}/share)
  add_custom_command(OUTPUT ${SHARE}/man/man1/pathfan.1
    COMMAND ${PATHFAN_PYTHON3} ${PROJECT_SOURCE_DIR}/src/packaging/manuals.py $<TARGET_FILE:pathfan> ${SHARE}
    DEPENDS pathfan src/packaging/manuals.py VERBATIM)
  add_custom_target(manuals ALL DEPENDS ${SHARE}/man/man1/pathfan.1)
  install(DIRECTORY ${SHARE}/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT command)
endif()
if(PATHFAN_VIEWER) # of what its page is made of
  install(FILES src/viewer/page/dist/licences.txt DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licences)
endif()

set(PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/pathfan)
install(EXPORT pathfan NAMESPACE pathfan:: FILE pathfanTargets.cmake DESTINATION ${PACKAGE})
configure_package_config_file(src/packaging/pathfanConfig.cmake.in ${PROJECT_BINARY_DIR}/pathfanConfig.cmake
  INSTALL_DESTINATION ${PACKAGE})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pathfanConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pathfanConfig.cmake ${PROJECT_BINARY_DIR}/pathfanConfigVersion.cmake
  DESTINATION ${PACKAGE})

# pkg-config: paths are relative to the .pc file where possible.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(PC_PREFIX ${CMAKE_INSTALL_PREFIX})
  set(PC_LIBDIR ${CMAKE_INSTALL_FULL_LIBDIR})
  set(PC_INCLUDEDIR ${CMAKE_INSTALL_FULL_INCLUDEDIR})
else()
  file(RELATIVE_PATH UP ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  string(REGEX REPLACE "/$" "" UP "${UP}")
  set(PC_PREFIX "\${pcfiledir}/${UP}")
  set(PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(PC_URL "")
if(PATHFAN_URL)
  set(PC_URL "\nURL: ${PATHFAN_URL}")
endif()
foreach(part ${PATHFAN_LIBRARIES})
  foreach(property PC_NAME PC_DESCRIPTION PC_REQUIRES)
    get_target_property(${property} pathfan-${part}-shared ${property})
  endforeach()
  configure_file(src/packaging/pathfan.pc.in ${PROJECT_BINARY_DIR}/${PC_NAME}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${PC_NAME}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

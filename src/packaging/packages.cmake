# Debian packages: `cpack` in the build folder, once it is built with -DCMAKE_INSTALL_PREFIX=/usr.
#   libpathfan0.1   the shared libraries          pathfan   the command, its manuals and completion
#   libpathfan-dev  headers, archives, and how to find them
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR pathfan)
set(CPACK_PACKAGE_CONTACT "the pathfan authors <pathfan@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "k good, different paths around obstacles")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL library development)
if(PATHFAN_TOOLS)
  list(APPEND CPACK_COMPONENTS_ALL command)
endif()
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libpathfan${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "k good, different paths around obstacles: shared libraries
 Finds several different ways around obstacles, from an index file that is prepared once.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpathfan-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME} (= ${PROJECT_VERSION}), liblmdb-dev, libzstd-dev, libxxhash-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "k good, different paths around obstacles: development files
 Headers and archives; for CMake and pkg-config.")
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME pathfan)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMMAND_DESCRIPTION "k good, different paths around obstacles: the command
 Makes indexes of maps, asks and inspects them, and shows them in a browser.")
include(CPack)

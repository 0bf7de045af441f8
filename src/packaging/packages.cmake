# Debian packages: run `cpack` in the build folder after building with -DCMAKE_INSTALL_PREFIX=/usr.
#   libpathfan0.1   the shared libraries          pathfan   the command, its manuals and completion
#   libpathfan-dev  headers, archives, and the files for CMake and pkg-config
#   python3-pathfan the Python package, with -DPATHFAN_PYTHON=ON (python.cmake)
# debian.cmake strips them and adds the files that each must have (CMake 3.19; older versions don't
# run it). With SOURCE_DATE_EPOCH in the environment, the same sources give the same bytes.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR pathfan)
set(CPACK_PACKAGE_CONTACT "the pathfan authors <pathfan@localhost>" CACHE STRING "Who answers for packages")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL library development)
if(PATHFAN_TOOLS)
  list(APPEND CPACK_COMPONENTS_ALL command)
endif()
if(PATHFAN_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/src/packaging/debian.cmake)
set(CPACK_PATHFAN_STRIP ${CMAKE_STRIP})
if(PATHFAN_VIEWER)
  set(CPACK_PATHFAN_PAGE_LICENCES ${PROJECT_SOURCE_DIR}/src/viewer/page/dist/licences.txt)
endif()

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SOURCE pathfan)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libpathfan${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(SHLIBS "")
foreach(part ${PATHFAN_LIBRARIES})
  get_target_property(name pathfan-${part}-shared OUTPUT_NAME)
  get_target_property(compatible pathfan-${part}-shared SOVERSION)
  string(APPEND SHLIBS "lib${name} ${compatible} ${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME} (>= ${PROJECT_VERSION})\n")
endforeach()
set(CONTROL ${PROJECT_BINARY_DIR}/debian)
file(WRITE ${CONTROL}/library/shlibs "${SHLIBS}")
file(WRITE ${CONTROL}/library/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${CONTROL}/library/shlibs ${CONTROL}/library/triggers)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "k good, different paths around obstacles - shared libraries
Finds several different ways around obstacles, from an index file that is
prepared once: the first is exactly the shortest, none is a detour, and any
two of them really differ.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpathfan-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME} (= ${PROJECT_VERSION}), liblmdb-dev, libzstd-dev, libxxhash-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "libjansson-dev, libpng-dev, libexpat1-dev, zlib1g-dev") # for libpathfan-build.a
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "k good, different paths around obstacles - development files
Finds several different ways around obstacles, from an index file that is
prepared once: headers for C and C++, archives, and what CMake and pkg-config
ask.")

set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME pathfan)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMMAND_DESCRIPTION "k good, different paths around obstacles - command
Makes indexes of maps, asks and inspects them, compares methods, and shows
maps and paths in a browser.")

# The package's scripts create and remove the interpreter's compiled modules.
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-pathfan)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME} (= ${PROJECT_VERSION}),\
 python3 (>= 3.9), python3-numpy (>= 1:1.20), python3-cffi-backend")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-matplotlib, python3-shapely")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}) # has the libraries that it links
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "k good, different paths around obstacles - Python 3
Finds several different ways around obstacles, from an index file that is
prepared once, and makes such files: with numpy arrays in and out, and batches
that let other threads run.")
set(SCRIPT "#!/bin/sh\nset -e\n")
file(WRITE ${CONTROL}/python/postinst "${SCRIPT}if [ \"$1\" = configure ] && command -v py3compile >/dev/null; then
  py3compile -p python3-pathfan
fi\n")
file(WRITE ${CONTROL}/python/prerm "${SCRIPT}if command -v py3clean >/dev/null; then
  py3clean -p python3-pathfan
fi\n")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${CONTROL}/python/postinst ${CONTROL}/python/prerm)
include(CPack)

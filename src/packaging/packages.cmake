# Debian packages: run `cpack` in the build folder after building with -DCMAKE_INSTALL_PREFIX=/usr.
#   libpathfan0.2, libpathfan-lite0.2, -crowd, -build   the shared libraries, each with what it needs
#   libpathfan-dev  headers, archives, and the files for CMake and pkg-config
#   pathfan         the command, its manuals and completion
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
set(CPACK_COMPONENTS_ALL ${PATHFAN_LIBRARIES})
list(TRANSFORM CPACK_COMPONENTS_ALL PREPEND library-)
list(APPEND CPACK_COMPONENTS_ALL development)
if(PATHFAN_TOOLS)
  list(APPEND CPACK_COMPONENTS_ALL command)
endif()
if(PATHFAN_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/src/packaging/debian.cmake)
set(CPACK_PATHFAN_STRIP ${CMAKE_STRIP})
set(CPACK_PATHFAN_PREFIX ${CMAKE_INSTALL_PREFIX})
if(PATHFAN_VIEWER)
  set(CPACK_PATHFAN_PAGE_LICENCES ${PROJECT_SOURCE_DIR}/src/viewer/page/dist/licences.txt)
endif()

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SOURCE pathfan)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

if(PATHFAN_URL)
  set(CPACK_DEBIAN_PACKAGE_HOMEPAGE ${PATHFAN_URL})
endif()

# Packages of two architectures may be installed beside each other. CPack has a variable for that
# since 3.31; before, the line is put behind that of the section.
function(section component name multiarch)
  string(TOUPPER ${component} upper)
  if(CMAKE_VERSION VERSION_LESS 3.31)
    string(APPEND name "\nMulti-Arch: ${multiarch}")
  endif()
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION "${name}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_MULTIARCH ${multiarch} PARENT_SCOPE)
endfunction()

set(CONTROL ${PROJECT_BINARY_DIR}/debian)
set(LIBRARY_PACKAGES "")
foreach(part ${PATHFAN_LIBRARIES})
  string(TOUPPER library-${part} upper)
  get_target_property(name pathfan-${part}-shared OUTPUT_NAME)
  get_target_property(compatible pathfan-${part}-shared SOVERSION)
  get_target_property(description pathfan-${part}-shared PC_DESCRIPTION)
  set(package lib${name}${compatible})
  set(folder ${CONTROL}/library-${part})
  file(WRITE ${folder}/shlibs "lib${name} ${compatible} ${package} (>= ${PROJECT_VERSION})\n")
  file(WRITE ${folder}/triggers "activate-noawait ldconfig\n")
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
  section(library-${part} libs same)
  set(CPACK_DEBIAN_${upper}_PACKAGE_CONTROL_EXTRA ${folder}/shlibs ${folder}/triggers)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "k good, different paths around obstacles - library ${name}
Finds several different ways around obstacles, from an index file that is
prepared once: the first is exactly the shortest, and any two of them differ.
.
${description}.")
  string(APPEND LIBRARY_PACKAGES "${package} (= ${PROJECT_VERSION}), ")
endforeach()

# What the archives are linked with, for which pkg-config asks in any case.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpathfan-dev)
section(development libdevel same)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${LIBRARY_PACKAGES}libzstd-dev, libxxhash-dev")
foreach(optional LMDB:liblmdb-dev BUILDER:libjansson-dev PNG:libpng-dev EXPAT:libexpat1-dev ZLIB:zlib1g-dev)
  string(REPLACE ":" ";" optional ${optional})
  list(GET optional 0 part)
  list(GET optional 1 package)
  if(PATHFAN_${part})
    string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", ${package}")
  endif()
endforeach()
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "k good, different paths around obstacles - development files
Finds several different ways around obstacles, from an index file that is
prepared once: headers for C and C++, archives, and what CMake and pkg-config
ask.")

set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME pathfan)
section(command science foreign)
set(CPACK_DEBIAN_COMMAND_DESCRIPTION "k good, different paths around obstacles - command
Makes indexes of maps, asks and inspects them, compares methods, and shows
maps and paths in a browser.")

# The package's scripts create and remove the interpreter's compiled modules.
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-pathfan)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${CPACK_DEBIAN_LIBRARY-BUILD_PACKAGE_NAME} (= ${PROJECT_VERSION}),\
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

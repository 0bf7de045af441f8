# The Python package for Debian's python3 (PATHFAN_PYTHON): the modules and the extension of the
# package python3-pathfan (packages.cmake). Only Debian packages use this: pip builds its own, with
# the library inside (src/bindings/python), whereas this one links libpathfan-build.so. The
# extension uses only the stable ABI of Python, so that any version of python3 can load it.
find_package(Python3 REQUIRED COMPONENTS Interpreter Development.Module)
set(PYTHON_SOURCES ${PROJECT_SOURCE_DIR}/src/bindings/python)
set(PYTHON_MADE ${PROJECT_BINARY_DIR}/python)
add_custom_command(OUTPUT ${PYTHON_MADE}/_module.c
  COMMAND Python3::Interpreter -B ${PYTHON_SOURCES}/module.py ${PYTHON_MADE}/_module.c
  DEPENDS ${PYTHON_SOURCES}/module.py VERBATIM)
Python3_add_library(pathfan-python MODULE ${PYTHON_MADE}/_module.c)
set_target_properties(pathfan-python PROPERTIES OUTPUT_NAME _module PREFIX "" SUFFIX .abi3.so
  LIBRARY_OUTPUT_DIRECTORY ${PYTHON_MADE} SKIP_BUILD_RPATH ON) # the same bytes wherever it is built
target_compile_options(pathfan-python PRIVATE -w) # nobody wrote it
target_link_libraries(pathfan-python PRIVATE pathfan-build-shared)

file(CONFIGURE OUTPUT ${PYTHON_MADE}/METADATA @ONLY CONTENT
  "Metadata-Version: 2.1\nName: pathfan\nVersion: @PROJECT_VERSION@\nLicense: MIT\nRequires-Dist: numpy (>=1.20)
Summary: k good, different paths around obstacles, from a prepared index file\n")
set(PYTHON_PLACE lib/python3/dist-packages)
install(TARGETS pathfan-python LIBRARY DESTINATION ${PYTHON_PLACE}/pathfan COMPONENT python EXCLUDE_FROM_ALL)
install(DIRECTORY ${PYTHON_SOURCES}/pathfan DESTINATION ${PYTHON_PLACE} COMPONENT python EXCLUDE_FROM_ALL
  PATTERN __pycache__ EXCLUDE)
install(FILES ${PYTHON_MADE}/METADATA DESTINATION ${PYTHON_PLACE}/pathfan-${PROJECT_VERSION}.egg-info
  COMPONENT python EXCLUDE_FROM_ALL RENAME PKG-INFO)

# pathfan_library(PART DESCRIPTION FROM targets... HEADERS headers... LINKS packages...)
#
# Defines the libraries that a program links: pathfan::PART, lib<NAME>.so, and pathfan::PART_static,
# lib<NAME>.a, made of the objects of other targets. NAME is pathfan-PART, or just pathfan for the
# part query. The shared library exports the functions that the headers declare with PATHFAN_API,
# under the version that programs depend on (pathfan/version.h); it binds its own calls to itself
# and contains nothing that its exports don't need. A DLL has that version in its name. LINKS are
# prefixes of pkg_check_modules (ZSTD). PATHFAN_LIBRARIES lists all parts. install.cmake reads the
# shared targets' properties PC_NAME, PC_DESCRIPTION and PC_PRIVATE (what archives need).
function(pathfan_library part description)
  cmake_parse_arguments(its "" "" "FROM;HEADERS;LINKS" ${ARGN})
  set(name pathfan-${part})
  if(part STREQUAL query)
    set(name pathfan)
  endif()
  set(shared pathfan-${part}-shared)
  set(static pathfan-${part}-static)
  set(objects)
  foreach(from ${its_FROM})
    list(APPEND objects $<TARGET_OBJECTS:${from}>)
  endforeach()
  set(compatible ${PROJECT_VERSION_MAJOR})
  if(compatible EQUAL 0)
    string(APPEND compatible .${PROJECT_VERSION_MINOR})
  endif()
  add_library(${shared} SHARED ${objects})
  add_library(${static} STATIC ${objects})
  set_target_properties(${shared} ${static} PROPERTIES OUTPUT_NAME ${name} LINKER_LANGUAGE C)
  set_target_properties(${shared} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${compatible})
  set_target_properties(${shared} PROPERTIES EXPORT_NAME ${part})
  set_target_properties(${static} PROPERTIES EXPORT_NAME ${part}_static
    ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/static) # modules have such names, too
  add_library(pathfan::${part} ALIAS ${shared})
  add_library(pathfan::${part}_static ALIAS ${static})

  set(functions)
  foreach(header ${its_HEADERS})
    file(READ ${header} text)
    string(REGEX MATCHALL "PATHFAN_API[^;(]*[ *]pathfan_[a-z0-9_]+[(]" declared "${text}")
    foreach(function ${declared})
      string(REGEX REPLACE ".*[ *](pathfan_[a-z0-9_]+)[(]" "\\1" function "${function}")
      list(APPEND functions ${function})
    endforeach()
    get_filename_component(folder ${header} DIRECTORY) # .../include/pathfan
    get_filename_component(folder ${folder} DIRECTORY)
    target_include_directories(${shared} INTERFACE $<BUILD_INTERFACE:${folder}>)
    target_include_directories(${static} INTERFACE $<BUILD_INTERFACE:${folder}>)
  endforeach()
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${its_HEADERS})
  target_link_options(${shared} PRIVATE LINKER:--gc-sections)
  if(WIN32)
    set(script ${PROJECT_BINARY_DIR}/${name}.def)
    list(JOIN functions "\n  " shown)
    file(CONFIGURE OUTPUT ${script} CONTENT "EXPORTS\n  ${shown}\n" @ONLY)
    target_sources(${shared} PRIVATE ${script})
    set_property(TARGET ${shared} PROPERTY RUNTIME_OUTPUT_NAME ${name}-${compatible})
  else()
    set(script ${PROJECT_BINARY_DIR}/${name}.map)
    list(JOIN functions ";\n    " shown)
    file(CONFIGURE OUTPUT ${script} CONTENT
      "PATHFAN_${compatible} {\n  global:\n    ${shown};\n  local: *;\n};\n" @ONLY)
    set_property(TARGET ${shared} APPEND PROPERTY LINK_DEPENDS ${script})
    target_link_options(${shared} PRIVATE LINKER:--version-script=${script} LINKER:-Bsymbolic-functions
      LINKER:--as-needed)
    if(NOT PATHFAN_SANITIZE)
      target_link_options(${shared} PRIVATE LINKER:-z,defs)
    endif()
  endif()

  set(wants)
  foreach(package ${its_LINKS})
    target_link_libraries(${shared} PRIVATE PkgConfig::${package})
    set(flags ${${package}_LDFLAGS})
    foreach(folder ${CMAKE_C_IMPLICIT_LINK_DIRECTORIES}) # linkers look there by themselves
      list(REMOVE_ITEM flags -L${folder})
    endforeach()
    target_link_libraries(${static} INTERFACE ${flags})
    foreach(flag ${flags})
      string(APPEND wants "${flag} ")
    endforeach()
  endforeach()
  target_link_libraries(${shared} PRIVATE Threads::Threads m)
  target_link_libraries(${static} INTERFACE Threads::Threads m)
  set_target_properties(${shared} PROPERTIES PC_NAME ${name} PC_DESCRIPTION "${description}"
    PC_PRIVATE "${wants}-lm -pthread")
  set(PATHFAN_LIBRARIES ${PATHFAN_LIBRARIES} ${part} PARENT_SCOPE)
endfunction()

# pathfan_shared_object(TARGET NAME FROM targets... HEADERS headers... LINKS libraries...)
#
# lib<NAME>.so of the objects of other targets. It shows what the headers declare with PATHFAN_API,
# binds its own calls to itself, and holds nothing that this doesn't need.
function(pathfan_shared_object target name)
  cmake_parse_arguments(its "" "" "FROM;HEADERS;LINKS" ${ARGN})
  set(objects)
  foreach(from ${its_FROM})
    list(APPEND objects $<TARGET_OBJECTS:${from}>)
  endforeach()
  add_library(${target} SHARED ${objects})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} LINKER_LANGUAGE C
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})

  set(shown "{\n  global:\n")
  foreach(header ${its_HEADERS})
    file(READ ${header} text)
    string(REGEX MATCHALL "PATHFAN_API[^;(]*[ *]pathfan_[a-z0-9_]+[(]" declared "${text}")
    foreach(function ${declared})
      string(REGEX REPLACE ".*[ *](pathfan_[a-z0-9_]+)[(]" "\\1" function "${function}")
      string(APPEND shown "    ${function};\n")
    endforeach()
    get_filename_component(folder ${header} DIRECTORY) # .../include/pathfan
    get_filename_component(folder ${folder} DIRECTORY)
    target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${folder}>)
  endforeach()
  set(script ${PROJECT_BINARY_DIR}/${name}.map)
  file(CONFIGURE OUTPUT ${script} CONTENT "${shown}  local: *;\n};\n" @ONLY)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${its_HEADERS})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${script})
  target_link_options(${target} PRIVATE LINKER:--version-script=${script} LINKER:--gc-sections
    LINKER:-Bsymbolic-functions LINKER:--as-needed)
  if(NOT PATHFAN_SANITIZE)
    target_link_options(${target} PRIVATE LINKER:-z,defs)
  endif()
  target_link_libraries(${target} PRIVATE ${its_LINKS} Threads::Threads m)
endfunction()

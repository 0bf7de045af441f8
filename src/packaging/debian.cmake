# Debian's requirements for a package beyond the installed files. cpack runs this on the folders of
# all components before packing them (packages.cmake). Each component gets its copyright file, its
# changelog, and lintian overrides for what CPack can't provide; manual pages are compressed, and
# binaries are stripped of debug data. File modes don't depend on the umask.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "failed: ${ARGN}")
  endif()
endfunction()

if(NOT CPACK_PATHFAN_PREFIX STREQUAL "/usr")
  message(FATAL_ERROR "Packages install in /usr, and so must the build that they are made of:\n"
    "  cmake -S . -B build/packages -DCMAKE_INSTALL_PREFIX=/usr (docs/install.md)")
endif()
file(READ ${CPACK_RESOURCE_FILE_LICENSE} licence)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)

foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  set(share ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share)
  set(doc ${share}/doc/${package})

  set(copyright "${licence}")
  if(component STREQUAL command AND CPACK_PATHFAN_PAGE_LICENCES)
    file(READ ${CPACK_PATHFAN_PAGE_LICENCES} page)
    string(APPEND copyright "\nThe command holds the page that `pathfan view` serves. ${page}")
  endif()
  file(WRITE ${doc}/copyright "${copyright}")
  file(WRITE ${doc}/changelog "pathfan (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium\n
  * Built from the sources of this version; CHANGELOG.md there says what is new.\n
 -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  file(GLOB manuals ${share}/man/man1/*.1)
  run(gzip -9nf ${doc}/changelog ${manuals})
  if(EXISTS ${share}/zsh/site-functions) # where Debian's zsh looks
    file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
  endif()

  set(overrides "")
  if(CPACK_PACKAGE_CONTACT MATCHES "@localhost>")
    string(APPEND overrides "# Whoever hands packages on puts an address here: -DCPACK_PACKAGE_CONTACT=...\n"
      "${package}: bogus-mail-host *\n${package}: bogus-mail-host-in-debian-changelog *\n")
  endif()
  if(component MATCHES "^library-")
    string(APPEND overrides "# CPack writes these scripts whenever there are libraries; the trigger is there, too.\n"
      "${package}: maintscript-calls-ldconfig *\n")
  endif()
  if(overrides)
    file(WRITE ${share}/lintian/overrides/${package} "${overrides}")
  endif()

  file(GLOB_RECURSE files LIST_DIRECTORIES true ${CPACK_TEMPORARY_DIRECTORY}/${component}/*)
  foreach(file ${files})
    if(IS_SYMLINK ${file})
      continue()
    elseif(IS_DIRECTORY ${file} OR file MATCHES "/bin/[^/]*$")
      run(chmod 755 ${file})
    else()
      run(chmod 644 ${file})
    endif()
    if(file MATCHES "\\.a$")
      run(${CPACK_PATHFAN_STRIP} --strip-debug --enable-deterministic-archives --remove-section=.comment ${file})
    elseif(file MATCHES "/bin/[^/]*$|\\.so(\\.|$)")
      run(${CPACK_PATHFAN_STRIP} --strip-unneeded --remove-section=.comment ${file})
    endif()
  endforeach()
endforeach()

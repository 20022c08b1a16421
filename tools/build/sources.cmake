# SPDX-License-Identifier: MIT
# cpack reads this before it packs. A package of the sources has what git
# tracks; where there is no git, all but builds.
if(CPACK_INSTALLED_DIRECTORIES)
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
  list(GET CPACK_BUILD_SOURCE_DIRS 0 top)
  list(GET CPACK_BUILD_SOURCE_DIRS 1 build)
  set(others ${top}/build/ ${build}/)
  if(EXISTS ${top}/.git)
    execute_process(
      COMMAND git -c core.quotePath=off ls-files --others --directory
      WORKING_DIRECTORY ${top} OUTPUT_VARIABLE others
      OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    string(REPLACE "\n" ";" others "${others}")
    list(TRANSFORM others PREPEND ${top}/)
  endif()
  set(CPACK_IGNORE_FILES "/\\.git$" "/\\.git/")
  foreach(other ${others})
    string(REGEX REPLACE "[][+.*()^$?|\\\\]" "\\\\\\0" other "${other}")
    list(APPEND CPACK_IGNORE_FILES "^${other}")
  endforeach()
endif()

# SPDX-License-Identifier: MIT
# Writes OUT, a C file with the texts of UNITS, of which LIST is the list.
set(text "#include \"library.h\"\n\n")
set(table "")
set(known "")

# The names that programs use of a unit.
function(names_of unit result)
  file(STRINGS ${unit} headings REGEX "^(proc|function) [A-Z]")
  set(names "")
  foreach(heading IN LISTS headings)
    string(REGEX REPLACE "^[a-z]+ ([A-Za-z0-9_]+).*" "\\1" id "${heading}")
    list(APPEND names ${id})
  endforeach()
  set(${result} ${names} PARENT_SCOPE)
endfunction()

set(known_names "")
foreach(unit IN LISTS UNITS)
  if(unit MATCHES "/basic[.]star$")
    names_of(${unit} known_names)
  endif()
endforeach()
list(JOIN known_names "|" known_names)

foreach(unit IN LISTS UNITS)
  get_filename_component(name ${unit} NAME_WE)
  file(READ ${unit} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND text "static const char unit_${name}[] = {\n${bytes}0x00};\n\n")
  names_of(${unit} ids)
  set(names "")
  foreach(id IN LISTS ids)
    string(APPEND names "    \"${id}\",\n")
  endforeach()
  string(APPEND text "static const char *const names_${name}[] = {\n${names}"
         "    NULL};\n\n")
  set(needs false)
  file(STRINGS ${unit} lines
       REGEX "(^|[^A-Za-z0-9_])(${known_names})([^A-Za-z0-9_]|$)")
  if(known_names AND lines)
    set(needs true)
  endif()
  string(APPEND table "    {\"${name}\", unit_${name}, "
         "sizeof unit_${name} - 1, names_${name}, ${needs}},\n")
  if(name STREQUAL basic)
    set(known "\nconst char *const *const star_basic = names_basic;\n")
  endif()
endforeach()
file(WRITE ${OUT} "${text}const StarUnit ${LIST}[] = {\n${table}"
     "    {NULL, NULL, 0, NULL, false}};\n${known}")

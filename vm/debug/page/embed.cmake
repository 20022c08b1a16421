# SPDX-License-Identifier: MIT
# Writes OUT, a C file with the page in FOLDER cut in two where the data goes.
# Its other files stand where it has their names between two @.
function(hex name text)
  string(HEX "${text}" digits)
  set(${name} ${digits} PARENT_SCOPE)
endfunction()
function(bytes name digits)
  string(REGEX REPLACE "(..)" "0x\\1," digits "${digits}")
  string(REGEX REPLACE "(................................................................................)"
         "\\1\n" digits "${digits}")
  set(${name} "${digits}" PARENT_SCOPE)
endfunction()
file(READ ${FOLDER}/trace.html page HEX)
file(GLOB parts RELATIVE ${FOLDER} ${FOLDER}/*.css ${FOLDER}/*.js)
# viewer.js names the rest of its scripts.
foreach(part viewer.html viewer.js ${parts})
  file(READ ${FOLDER}/${part} text HEX)
  hex(mark "@${part}@")
  string(REPLACE ${mark} "${text}" page "${page}")
endforeach()
hex(mark "@DATA@")
string(FIND "${page}" ${mark} at)
string(SUBSTRING "${page}" 0 ${at} head)
string(LENGTH ${mark} length)
math(EXPR at "${at} + ${length}")
string(SUBSTRING "${page}" ${at} -1 tail)
bytes(head ${head})
bytes(tail ${tail})
file(WRITE ${OUT} "#include \"debug/page.h\"\n\n"
     "const char star_page_head[] = {\n${head}0x00};\n"
     "const char star_page_tail[] = {\n${tail}0x00};\n")

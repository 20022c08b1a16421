# SPDX-License-Identifier: MIT
# Writes OUT, a C file with the texts of FILES one behind the other as NAME,
# which HEADER declares.
set(all "")
foreach(file IN LISTS FILES)
  file(READ ${file} text HEX)
  string(APPEND all "${text}")
endforeach()
string(REGEX REPLACE "(..)" "0x\\1," all "${all}")
file(WRITE ${OUT} "#include \"${HEADER}\"\n\n"
     "const char ${NAME}[] = {\n${all}0x00};\n")

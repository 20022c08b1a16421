# SPDX-License-Identifier: MIT
# Writes OUT, a C file with the texts of FILES as star_translate_head.
set(head "#define BUILT_TEXT\n")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  string(APPEND head "${text}")
endforeach()
string(HEX "${head}" head)
string(REGEX REPLACE "(..)" "0x\\1," head "${head}")
file(WRITE ${OUT} "#include \"translate/texts.h\"\n\n"
     "const char star_translate_head[] = {\n${head}0x00};\n")

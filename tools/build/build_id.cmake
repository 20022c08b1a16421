# SPDX-License-Identifier: MIT
# build_id.cmake: writes OUT, a source in C with the build id: a hash of what
# libstar and libstar-cuda are both made of, the sources below TOP in FOLDERS,
# and of COMPILER, what is known of the compiler. It is the same wherever the
# sources are.
list(TRANSFORM FOLDERS APPEND "/*.[ch]" OUTPUT_VARIABLE patterns)
foreach(ending def cu cuh)
  list(TRANSFORM FOLDERS APPEND "/*.${ending}" OUTPUT_VARIABLE more)
  list(APPEND patterns ${more})
endforeach()
list(TRANSFORM patterns PREPEND "${TOP}/")
file(GLOB_RECURSE files RELATIVE ${TOP} ${patterns})
set(all "${COMPILER}\n")
foreach(file IN LISTS files)
  file(SHA256 ${TOP}/${file} hash)
  string(APPEND all "${hash} ${file}\n")
endforeach()
string(SHA256 id "${all}")
file(WRITE ${OUT} "#include \"device_part/device_part.h\"\n\n"
                  "const char device_part_build[] = \"${id}\";\n")

# SPDX-License-Identifier: MIT
# What makes a fault of ours harder to use, in release builds: as much of it
# as the compiler has. tests/hardening.sh looks for it in what was built.
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)
include(CheckPIESupported)
# A debug build may be linked at a fixed address: see the preset asan.
if(NOT CMAKE_BUILD_TYPE STREQUAL Debug)
  check_pie_supported(LANGUAGES C)
endif()

set(CMAKE_REQUIRED_FLAGS "-O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
check_c_source_compiles("
  #include <stdio.h>
  #if __USE_FORTIFY_LEVEL < 3
  #error
  #endif
  int main(void) { return 0; }" STAR_FORTIFY_3)
unset(CMAKE_REQUIRED_FLAGS)
set(flags -fstack-protector-strong -U_FORTIFY_SOURCE
          -D_FORTIFY_SOURCE=$<IF:$<BOOL:${STAR_FORTIFY_3}>,3,2>)
check_c_compiler_flag(-fcf-protection STAR_CET)
if(STAR_CET)
  list(APPEND flags -fcf-protection)
endif()

set(release "$<CONFIG:Release,RelWithDebInfo,MinSizeRel>")
list(JOIN flags "," commas)
add_compile_options(
  "$<$<AND:${release},$<COMPILE_LANGUAGE:C>>:${flags}>"
  "$<$<AND:${release},$<COMPILE_LANGUAGE:CUDA>>:-Xcompiler=${commas}>")
add_link_options("$<${release}:LINKER:-z,relro,-z,now,-z,noexecstack>")

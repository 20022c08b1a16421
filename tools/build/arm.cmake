# SPDX-License-Identifier: MIT
# Builds for 64-bit Arm: Debian's cross compiler, the libraries that arm.sh put
# beside the build, and qemu-user for programs that are built to be run.
set(root ${CMAKE_CURRENT_LIST_DIR}/../../build/arm-root)
cmake_path(NORMAL_PATH root)
set(triple aarch64-linux-gnu)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER ${triple}-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE ${triple})
set(CMAKE_FIND_ROOT_PATH ${root} /usr/${triple})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_C_FLAGS_INIT
    "-isystem ${root}/usr/include -isystem ${root}/usr/include/${triple}")
set(libraries ${root}/usr/lib/${triple})
set(libraries "-L${libraries} -Wl,-rpath-link,${libraries}")
set(CMAKE_EXE_LINKER_FLAGS_INIT "${libraries}")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "${libraries}")
set(CMAKE_CROSSCOMPILING_EMULATOR ${root}/run)

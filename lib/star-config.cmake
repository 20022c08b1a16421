# SPDX-License-Identifier: MIT
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(ZLIB)
include(${CMAKE_CURRENT_LIST_DIR}/star-targets.cmake)

# Cross-compiles for Windows on 64-bit x86, with mingw-w64:
#   cmake -S . -B build -DCMAKE_TOOLCHAIN_FILE=src/packaging/mingw.cmake
# docs/install.md says what is available then, and where the libraries come from.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
# Debian's mingw-w64 has two threading models; pathfan needs the one with pthreads.
find_program(MINGW_CC NAMES x86_64-w64-mingw32-gcc-posix x86_64-w64-mingw32-gcc REQUIRED)
set(CMAKE_C_COMPILER ${MINGW_CC})
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

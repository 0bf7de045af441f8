# Cross-compiles for Linux on 64-bit ARM (Debian: gcc-aarch64-linux-gnu).
#   PKG_CONFIG_LIBDIR=PREFIX/lib/pkgconfig cmake -S . -B build -DCMAKE_TOOLCHAIN_FILE=src/packaging/arm64.cmake
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

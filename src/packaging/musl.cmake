# Compiles for musl, statically: programs that run on any Linux.
#   PKG_CONFIG_LIBDIR=PREFIX/lib/pkgconfig cmake -S . -B build -DCMAKE_TOOLCHAIN_FILE=src/packaging/musl.cmake
# docs/install.md says where the libraries come from.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER musl-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)

/* macos.h - included before a source by macos.sh: names that macOS lacks don't compile. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#undef __GLIBC__
#undef O_TMPFILE
#undef MADV_POPULATE_READ
#pragma GCC poison posix_fallocate fallocate pthread_condattr_setclock fopencookie copy_file_range \
    qsort_r
#pragma GCC poison mempcpy strchrnul memrchr pipe2 accept4 memfd_create renameat2 mremap           \
    posix_fadvise
#pragma GCC poison O_TMPFILE malloc_trim pthread_setattr_default_np

/* retry.h - repeats system calls that a signal has interrupted. POSIX only; glibc's macro for this
 * isn't known to other libraries, and an expression only to some compilers. */
#ifndef PF_BASE_RETRY_H
#define PF_BASE_RETRY_H

#include <errno.h>

/* Assigns what a call returns to a variable; repeated while that is -1 with EINTR. */
#define PF_RETRY(result, call)                                                                     \
  do {                                                                                             \
    (result) = (call);                                                                             \
  } while ((result) == -1 && errno == EINTR)

#endif

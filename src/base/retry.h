/* retry.h - repeats system calls that a signal has interrupted. POSIX only; glibc's macro for this
 * isn't known to other libraries. */
#ifndef PF_BASE_RETRY_H
#define PF_BASE_RETRY_H

#include <errno.h>

/* The value of an expression that makes a call, repeated while it is -1 with EINTR. */
#define PF_RETRY(call)                                                                             \
  __extension__({                                                                                  \
    long long result_;                                                                             \
    do {                                                                                           \
      result_ = (call);                                                                            \
    } while (result_ == -1LL && errno == EINTR);                                                   \
    result_;                                                                                       \
  })

#endif

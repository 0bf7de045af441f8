/* retry.h - calls of the system that a signal has cut short are made again. Of POSIX; the macro of
 * this kind that glibc has isn't known to other libraries. */
#ifndef PATHFAN_BASE_RETRY_H
#define PATHFAN_BASE_RETRY_H

#include <errno.h>

/* The value of an expression that makes a call, once it isn't -1 because of EINTR. */
#define PATHFAN_RETRY(call)                                                                        \
  __extension__({                                                                                  \
    long long result_;                                                                             \
    do {                                                                                           \
      result_ = (call);                                                                            \
    } while (result_ == -1LL && errno == EINTR);                                                   \
    result_;                                                                                       \
  })

#endif

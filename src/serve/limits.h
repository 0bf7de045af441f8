/* limits.h - limits on what one client may ask of `serve`, besides those of any server. */
#ifndef PF_SERVE_LIMITS_H
#define PF_SERVE_LIMITS_H

#include "server/limits.h"

/* Of a batch: bytes of its body, number of its requests, and bytes of its answer. */
#define PF_SERVE_BATCH_BYTES (8u << 20)
#define PF_SERVE_BATCH_REQUESTS 10000
#define PF_SERVE_ANSWER_BYTES (64u << 20)

/* Seconds after which a file that couldn't be opened is tried again, though it hasn't changed. */
#define PF_SERVE_SECONDS_RETRY 60

/* Bytes of indexes, together, that are copied into memory. */
#define PF_SERVE_COPIES (UINT64_C(1) << 30)

/* Seconds after which no more requests of a batch are begun. */
#define PF_SERVE_SECONDS_BATCH 30

/* Seconds between requests, after which a connection is cut: longer than reverse proxies keep
 * theirs (nginx 60), which else might send a request on a connection that is being closed. */
#define PF_SERVE_SECONDS_IDLE 90

/* Most paths of a request that is answered at once, by the thread that talks to the client. */
#define PF_SERVE_QUICK_PATHS 10

#endif

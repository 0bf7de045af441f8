/* limits.h - limits on what one client may ask of `serve`, besides those of any server. */
#ifndef PF_SERVE_LIMITS_H
#define PF_SERVE_LIMITS_H

#include "server/limits.h"

/* Of a batch: bytes of its body, number of its requests, and bytes of the answer to one of bytes.
 */
#define PF_SERVE_BATCH_BYTES (8u << 20)
#define PF_SERVE_BATCH_REQUESTS 10000
#define PF_SERVE_ANSWER_BYTES (64u << 20)

/* A piece of the answer to a batch of lines ends with the line with which it has so many bytes, or
 * has taken so many seconds. */
#define PF_SERVE_PIECE_BYTES (64 << 10)
#define PF_SERVE_SECONDS_PIECE 1

/* Seconds after which a file that couldn't be opened is tried again, though it hasn't changed. */
#define PF_SERVE_SECONDS_RETRY 60

/* Bytes of indexes, together, that are copied into memory. */
#define PF_SERVE_COPIES (UINT64_C(1) << 30)

/* Seconds of work on a batch, after which no more of its requests are begun. */
#define PF_SERVE_SECONDS_BATCH 30

/* Of a field of costs: starts along a side. Of a corridor: cells, beyond which it isn't refined any
 * more, and the least tolerance, as a share of the cheapest cost. Of both: seconds of work, and
 * their work limit as a multiple of a query's. */
#define PF_SERVE_FIELD_SIDE 256
#define PF_SERVE_CORRIDOR_CELLS 200000
#define PF_SERVE_TOLERANCE_LEAST 1e-6
#define PF_SERVE_SECONDS_COSTS 30
#define PF_SERVE_COSTS_WORK 20

/* Seconds between requests, after which a connection is cut: longer than reverse proxies keep
 * theirs (nginx 60), which else might send a request on a connection that is being closed. */
#define PF_SERVE_SECONDS_IDLE 90

/* Most paths of a request that is answered at once, by the thread that talks to the client. */
#define PF_SERVE_QUICK_PATHS 10

#endif

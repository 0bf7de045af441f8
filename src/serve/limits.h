/* limits.h - what one client may ask of `serve`, besides what any server bounds. */
#ifndef PATHFAN_SERVE_LIMITS_H
#define PATHFAN_SERVE_LIMITS_H

#include "server/limits.h"

/* Bytes of the body of a batch, its requests, and bytes of an answer to it. */
#define PATHFAN_SERVE_BATCH_BYTES (8u << 20)
#define PATHFAN_SERVE_BATCH_REQUESTS 10000
#define PATHFAN_SERVE_ANSWER_BYTES (64u << 20)

/* Seconds after which no more requests of a batch are begun. */
#define PATHFAN_SERVE_SECONDS_BATCH 30

/* Seconds between requests, after which a connection is cut: longer than reverse proxies keep
 * theirs (nginx 60), which would else send a request into a connection that is about to go. */
#define PATHFAN_SERVE_SECONDS_IDLE 90

/* Paths of a request that is answered at once, by the thread that talks to the client. */
#define PATHFAN_SERVE_QUICK_PATHS 10

#endif

/* limits.h - what one client may ask of any server here. */
#ifndef PATHFAN_SERVER_LIMITS_H
#define PATHFAN_SERVER_LIMITS_H

/* A body that is refused for its size is read to its end, so that whoever sends it lives to
 * read the answer, up to this size; above, the connection is cut. */
#define PATHFAN_BODY_DRAIN (32u << 20)

/* Bytes of a request's body that has one JSON object. */
#define PATHFAN_BODY_OTHER (64u << 10)

/* Memory, bytes, that a body may take once it is parsed: a drawing of as much as it may have takes
 * a third. */
#define PATHFAN_BODY_MEMORY (96u << 20)

/* Seconds: for the headers of a first request to come in; for the rest of any; for an answer to
 * be taken away; in the queue, after which a request gets 503. */
#define PATHFAN_SECONDS_HEAD 10
#define PATHFAN_SECONDS_REQUEST 30
#define PATHFAN_SECONDS_ANSWER 120
#define PATHFAN_SECONDS_QUEUE 5

/* Work of one query (pathfan_request.work_limit), which bounds its time: Penalty, which needs
 * most, takes some two seconds for that much, all else far less. Three paths by
 * Penalty on a map of 5,809 vertices take 50,000. */
#define PATHFAN_WORK_MAX 3000000u

/* Paths of one query: measuring grows with their number. */
#define PATHFAN_PATHS_MAX 64

/* Seconds that the end of the server waits for running requests. */
#define PATHFAN_SECONDS_FINISH 10

#endif

/* limits.h - limits on what one client may ask of any server here. */
#ifndef PF_SERVER_LIMITS_H
#define PF_SERVER_LIMITS_H

/* A body refused for its size is read to its end, so that its sender lives to read the answer, up
 * to this size; above it, the connection is cut. */
#define PF_BODY_DRAIN (32u << 20)

/* Bytes of a request's body with one JSON object. */
#define PF_BODY_OTHER (64u << 10)

/* Memory, bytes, that a parsed body may take: a drawing of the largest allowed size takes a
 * third. */
#define PF_BODY_MEMORY (96u << 20)

/* Seconds: for the headers of a first request to arrive; for the rest of any; for an answer to be
 * taken; in the queue, after which a request gets 503. */
#define PF_SECONDS_HEAD 10
#define PF_SECONDS_REQUEST 30
#define PF_SECONDS_ANSWER 120
#define PF_SECONDS_QUEUE 5

/* Bytes that clients may make a server hold together, bodies and answers, and one of them. The
 * largest answer is a quarter of it. */
#define PF_HELD_MOST (256u << 20)
#define PF_HELD_OF_ONE (96u << 20)

/* Bytes of an answer that the system takes beyond what the client has room for: whatever it takes
 * counts as read. */
#define PF_UNSENT_BYTES (128 << 10)

/* A large answer must be read at this rate on average, after so many seconds. */
#define PF_LEAST_BYTES_A_SECOND (128u << 10)
#define PF_SECONDS_START 15

/* Work of one query (pathfan_request.work_limit), which bounds its time: Penalty, the slowest,
 * takes some two seconds for that much, all others far less. Three paths by Penalty on a map of
 * 5,809 vertices take 50,000. */
#define PF_WORK_MAX 3000000u

/* Paths of one query: the time for measuring grows with their number. */
#define PF_PATHS_MAX 64

/* Seconds that the server waits for running requests when it ends. */
#define PF_SECONDS_FINISH 10

#endif

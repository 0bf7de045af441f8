/* limits.h - what one client may ask of the server. */
#ifndef PATHFAN_VIEWER_LIMITS_H
#define PATHFAN_VIEWER_LIMITS_H

/* Bytes of a request's body: a whole map, or anything else. A map of 2,048 x 2,048 cells
 * has 4 MiB. */
#define PATHFAN_BODY_SOURCE (8u << 20)
#define PATHFAN_BODY_OTHER (64u << 10)

/* A body that is refused for its size is read to its end, so that whoever sends it lives to
 * read the answer, up to this size; above, the connection is cut. */
#define PATHFAN_BODY_DRAIN (32u << 20)

/* Bytes of a map file that are read to be shown. */
#define PATHFAN_MAP_SHOWN_MAX (1u << 30)

/* Connections at once, and of one address; one more is hung up on. Each costs some 40 KB.
 * Whoever holds as many, silently and ever anew, keeps out all others of that address. */
#define PATHFAN_CONNECTIONS_MAX 256
#define PATHFAN_CONNECTIONS_OF_ONE 128

/* Requests that are answered or wait for it; one more gets 429. */
#define PATHFAN_REQUESTS_MAX 64

/* Seconds: without a byte from a client; for the headers of a request to come in; for the rest
 * of it; for an answer to be taken away; in the queue, after which a request gets 503. */
#define PATHFAN_SECONDS_SILENT 10
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

/* Columns, and rows, of a field: a search reaches every cell. */
#define PATHFAN_FIELD_SIDE_MAX 256

/* Crowds at once; agents of one, whose step takes some two seconds at the worst (all start in it
 * and search), and of all: each takes some 4 KB. Cells times agents of one bound its time too;
 * cells times flows times alternatives times lanes what it keeps of the index, some 2 KB each. A
 * crowd goes when nobody has asked about it for so many seconds. */
#define PATHFAN_CROWDS_MAX 8
#define PATHFAN_CROWD_AGENTS_MAX 50000
#define PATHFAN_CROWD_AGENTS_OF_ALL 150000
#define PATHFAN_CROWD_CELLS_AGENTS 100000000
#define PATHFAN_CROWD_CELLS_PATHS 250000
#define PATHFAN_CROWD_FLOWS_MAX 32
#define PATHFAN_CROWD_DEPTH_MAX 8
#define PATHFAN_CROWD_NEIGHBOURS_MAX 16
#define PATHFAN_CROWD_CLOSED_MAX 100
#define PATHFAN_CROWD_SECONDS_IDLE 60

/* Steps of one request, and the seconds after which none more is begun. Requests about one crowd
 * that wait for their turn; one more gets 429. */
#define PATHFAN_CROWD_STEPS_MAX 1000
#define PATHFAN_CROWD_SECONDS_STEPS 0.1
#define PATHFAN_CROWD_WAITING_MAX 2

/* Drawings there may be, obstacles and lines of one, corners of all of them, and the longest side.
 */
#define PATHFAN_DRAWINGS_MAX 200
#define PATHFAN_OBSTACLES_MAX 20000
#define PATHFAN_CORNERS_MAX 100000
#define PATHFAN_SIDE_MAX 16384

/* Seconds that the end of the server waits for running requests. */
#define PATHFAN_SECONDS_FINISH 10

#endif

/* limits.h - what one client may ask of the viewer, besides what any server bounds. */
#ifndef PATHFAN_VIEWER_LIMITS_H
#define PATHFAN_VIEWER_LIMITS_H

#include <stdint.h>

#include "server/limits.h"

/* Bytes of a request's body that is a whole map. One of 2,048 x 2,048 cells has 4 MiB. */
#define PATHFAN_BODY_SOURCE (8u << 20)

/* Memory, bytes, that reading a map that was drawn or sent may take, and seconds of the processor:
 * crossings take memory, lines close to each other that don't cross take time alone. And memory
 * that building its index may take. */
#define PATHFAN_READING_MEMORY (UINT64_C(256) << 20)
#define PATHFAN_READING_SECONDS 10
#define PATHFAN_BUILD_MEMORY (UINT64_C(2) << 30)

/* Bytes of a map file that are read to be shown. */
#define PATHFAN_MAP_SHOWN_MAX (1u << 30)

/* Connections at once, and of one address; one more is hung up on. Each costs some 40 KB.
 * Whoever holds as many, silently and ever anew, keeps out all others of that address. */
#define PATHFAN_CONNECTIONS_MAX 256
#define PATHFAN_CONNECTIONS_OF_ONE 128

/* Requests of a lane that are answered or wait for it, and of one address; one more gets 429. Maps
 * that wait to be read, each of which may be large. */
#define PATHFAN_REQUESTS_MAX 64
#define PATHFAN_REQUESTS_OF_ONE 48
#define PATHFAN_SOURCES_MAX 16
#define PATHFAN_SOURCES_OF_ONE 12

/* Columns, and rows, of a field: a search reaches every cell. */
#define PATHFAN_FIELD_SIDE_MAX 256

/* Targets of one request, and the seconds after which no more of them is asked. */
#define PATHFAN_TARGETS_MAX 1024
#define PATHFAN_TARGETS_SECONDS 0.1

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

#endif

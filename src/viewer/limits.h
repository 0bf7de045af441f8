/* limits.h - limits on what one client may ask of the viewer, besides those of any server. */
#ifndef PF_VIEWER_LIMITS_H
#define PF_VIEWER_LIMITS_H

#include <stdint.h>

#include "server/limits.h"

/* Bytes of a request's body that is a whole map. One of 2,048 x 2,048 cells has 4 MiB. */
#define PF_BODY_SOURCE (8u << 20)

/* Memory, bytes, and seconds of the processor, for reading a map that was drawn or sent: crossings
 * take memory; lines that are close to each other but don't cross take only time. And memory for
 * building its index. */
#define PF_READING_MEMORY (UINT64_C(256) << 20)
#define PF_READING_SECONDS 10
#define PF_BUILD_MEMORY (UINT64_C(2) << 30)

/* Largest map file, bytes, that is read to be shown. */
#define PF_MAP_SHOWN_MAX (1u << 30)

/* Connections at once in all, and of one address; more are closed. Each costs some 40 KB. A client
 * that keeps as many open silently, always renewing them, keeps out all others of its address. */
#define PF_CONNECTIONS_MAX 256
#define PF_CONNECTIONS_OF_ONE 128

/* Requests of a lane that are being answered or wait, in all and of one address; more get 429. Then
 * the same of maps waiting to be read, each of which may be large. */
#define PF_REQUESTS_MAX 64
#define PF_REQUESTS_OF_ONE 48
#define PF_SOURCES_MAX 16
#define PF_SOURCES_OF_ONE 12

/* Columns, and rows, of a field: a search reaches every cell. */
#define PF_FIELD_SIDE_MAX 256

/* Targets of one request, and the seconds after which no further target is begun. */
#define PF_TARGETS_MAX 1024
#define PF_TARGETS_SECONDS 0.1

/* Crowds at once; agents of one, whose step takes at worst some two seconds (all start in it and
 * search), and of all: each takes some 4 KB. Cells times agents of one bounds its time too; cells
 * times flows times alternatives times lanes bounds what it keeps of the index, some 2 KB each. A
 * crowd is removed after so many seconds without requests. */
#define PF_CROWDS_MAX 8
#define PF_CROWD_AGENTS_MAX 50000
#define PF_CROWD_AGENTS_OF_ALL 150000
#define PF_CROWD_CELLS_AGENTS 100000000
#define PF_CROWD_CELLS_PATHS 250000
#define PF_CROWD_FLOWS_MAX 32
#define PF_CROWD_DEPTH_MAX 8
#define PF_CROWD_NEIGHBOURS_MAX 16
#define PF_CROWD_CLOSED_MAX 100
#define PF_CROWD_SECONDS_IDLE 60

/* Steps of one request, and the seconds after which none is begun. Requests about one crowd that
 * wait for their turn; more get 429. */
#define PF_CROWD_STEPS_MAX 1000
#define PF_CROWD_SECONDS_STEPS 0.1
#define PF_CROWD_WAITING_MAX 2

/* Drawings in all; obstacles and lines of one, corners of all these, and its longest side. */
#define PF_DRAWINGS_MAX 200
#define PF_OBSTACLES_MAX 20000
#define PF_CORNERS_MAX 100000
#define PF_SIDE_MAX 16384

#endif

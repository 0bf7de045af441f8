/* crowd_json.h - crowds as JSON, each a member of the object that is being written. */
#ifndef PATHFAN_VIEWER_CROWD_JSON_H
#define PATHFAN_VIEWER_CROWD_JSON_H

#include "request/write.h"
#include "viewer/crowds.h"

/* "crowd": how one whose turn it is is getting on. */
void pathfan_write_crowd(pathfan_json_writer *w, const pathfan_live_crowd *live);

/* "origin", "width", "height", "polygons" of its map, "cells" of its own: what doesn't change while
 * it runs. */
void pathfan_write_crowd_ground(pathfan_json_writer *w, const pathfan_live_crowd *live);

/* "environments": all, with their flows. */
void pathfan_write_environments(pathfan_json_writer *w);

#endif

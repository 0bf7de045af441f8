/* crowd_json.h - crowds as JSON; each function writes members of the current object. */
#ifndef PATHFAN_VIEWER_CROWD_JSON_H
#define PATHFAN_VIEWER_CROWD_JSON_H

#include "request/write.h"
#include "viewer/crowds.h"

/* Writes "crowd": the state of a crowd, whose turn the caller must have. */
void pathfan_write_crowd(pathfan_json_writer *w, const pathfan_live_crowd *live);

/* Writes what doesn't change during its run: "origin", "width", "height", "polygons" of its map,
 * and its "cells". */
void pathfan_write_crowd_ground(pathfan_json_writer *w, const pathfan_live_crowd *live);

/* Writes "environments": all of them, with their flows. */
void pathfan_write_environments(pathfan_json_writer *w);

#endif

/* crowd_json.h - crowds as JSON; each function writes members of the current object. */
#ifndef PF_VIEWER_CROWD_JSON_H
#define PF_VIEWER_CROWD_JSON_H

#include "request/write.h"
#include "viewer/crowds.h"

/* Writes "crowd": the state of a crowd, whose turn the caller must have. */
void pf_write_crowd(pf_json_writer *w, const pf_live_crowd *live);

/* Writes what doesn't change during its run: "origin", "width", "height", "polygons" of its map,
 * and its "cells". */
void pf_write_crowd_ground(pf_json_writer *w, const pf_live_crowd *live);

/* Writes "environments": all of them, with their flows. */
void pf_write_environments(pf_json_writer *w);

#endif

/* scene.h - the subject of a request: a space, its index if it has one, and two ends. */
#ifndef PATHFAN_QUERY_SCENE_H
#define PATHFAN_QUERY_SCENE_H

#include "ends.h"

typedef struct pathfan_scene {
  const pathfan_space *space;
  const pathfan_index_view *view; /* NULL: a map without an index */
  pathfan_ends *ends;
  pathfan_error *error; /* receives the text of a failure */
} pathfan_scene;

#endif

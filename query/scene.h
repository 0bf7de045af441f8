/* scene.h - what a request is about: a space, its index where it has one, and two ends in it. */
#ifndef PATHFAN_QUERY_SCENE_H
#define PATHFAN_QUERY_SCENE_H

#include "ends.h"

typedef struct pathfan_scene {
  const pathfan_space *space;
  const pathfan_index_view *view; /* NULL: a map without an index */
  pathfan_ends *ends;
  pathfan_error *error; /* where the sentence of a failure goes */
} pathfan_scene;

#endif

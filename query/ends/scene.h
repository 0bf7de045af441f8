/* scene.h - the subject of a request: a space, its index if it has one, and two ends. */
#ifndef PF_QUERY_ENDS_SCENE_H
#define PF_QUERY_ENDS_SCENE_H

#include "ends.h"

typedef struct pf_scene {
  const pf_space *space;
  const pf_index_view *view; /* NULL: a map without an index */
  pf_ends *ends;
  pathfan_error *error; /* receives the text of a failure */
} pf_scene;

#endif

/* linked_scratch.c - frees what an answer over links keeps. */
#include "linked_scratch.h"

#include <stdlib.h>
#include <string.h>

void pf_linked_free(pf_linked *l) {
  pf_chains_free(&l->chains);
  pf_linked_paths_free(&l->paths);
  pf_tracks_free(&l->walks);
  free(l->nodes);
  free(l->entry);
  free(l->leaving);
  free(l->place);
  free(l->walk_length);
  free(l->first_walk);
  free(l->reached);
  free(l->walk);
  free(l->measured);
  pf_links_release(l->held);
  memset(l, 0, sizeof *l);
}

/* snapshot.h - what a snapshot of obstacles (pathfan/obstacles.h) consists of, and how one is made.
 *
 *   status = pf_snapshot_copy(from, &made);
 *   status = pf_snapshot_add(made, change, false, number, &id, error);
 *   status = pf_snapshot_change(made, obstacle, change, number, error);   any number of times
 *   if (!status) status = pf_snapshot_gather_openings(made);
 *   status = pf_snapshot_finish(made, status, &to, error); */
#ifndef PF_QUERY_OBSTACLES_SNAPSHOT_H
#define PF_QUERY_OBSTACLES_SNAPSHOT_H

#include "link_set.h"
#include "openings.h"
#include "pathfan/obstacles.h"
#include "trie.h"

/* What all snapshots have in common that descend from one. */
typedef struct pf_lineage {
  atomic_int holders;
  atomic_int_fast64_t last_id;
} pf_lineage;

struct pathfan_obstacles {
  atomic_int holders;
  pf_generation *generation; /* retained */
  pf_lineage *lineage;
  pf_trie *by_id;        /* all */
  pf_trie *by_name;      /* those that have one */
  pf_trie *places;       /* those that keep something out, by place */
  pf_openings *openings; /* those that are open; NULL: none */
  pf_link_set *links;    /* NULL: none */
  uint64_t version;
  uint64_t opened;    /* the version in which something opened last; 0: never */
  int32_t area_count; /* of everything */
  int32_t opening_count;
  int64_t corner_count;
  bool is_beside; /* it is what another one is for its radius */
  _Atomic(pathfan_obstacles *) beside[PF_LAYOUT_RADII_MAX]; /* for other radii; NULL: not made */
};

/* Makes a snapshot without areas. generation: one hold on it is taken over. lineage: NULL: a new
 * one. Errors: NO_MEMORY. */
pathfan_status pf_snapshot_begin(pf_generation *generation, pf_lineage *lineage,
                                 pathfan_obstacles **made);

/* Makes a copy, to be changed, of the next version. Errors: NO_MEMORY. */
pathfan_status pf_snapshot_copy(const pathfan_obstacles *from, pathfan_obstacles **made);

/* Returns an id that nothing has had in this snapshot or any that descends from the same one. */
static inline int64_t pf_snapshot_fresh_id(const pathfan_obstacles *o) {
  return atomic_fetch_add(&o->lineage->last_id, 1) + 1;
}

/* Finds by name or, if that is NULL, by id. NULL: there is none. */
pf_obstacle *pf_snapshot_find(const pathfan_obstacles *o, const char *name, int64_t id);

/* The parts of a door are areas with one name, all open or all closed. Finds one that isn't yet as
 * a change sets it; or one that has an id of its own, which another snapshot doesn't have. NULL:
 * there is none. */
pf_obstacle *pf_snapshot_find_unset(const pathfan_obstacles *o, const char *door, bool on);
pf_obstacle *pf_snapshot_find_absent(const pathfan_obstacles *o, const char *door,
                                     const pathfan_obstacles *other);

/* Adds the area or opening of a change; a door may have the name of one, whose part it is. number:
 * of the change, for messages. *id: that it gets, 0: a new one. Errors: ARGUMENT, LIMIT, NO_MEMORY.
 */
pathfan_status pf_snapshot_add(pathfan_obstacles *o, const pathfan_change *change, bool is_door,
                               size_t number, int64_t *id, pathfan_error *error);

/* Removes, closes or opens an area or opening of the snapshot. Errors: ARGUMENT, NO_MEMORY. */
pathfan_status pf_snapshot_change(pathfan_obstacles *o, pf_obstacle *obstacle,
                                  const pathfan_change *change, size_t number,
                                  pathfan_error *error);

/* Makes the set of openings that are open anew, if it has changed. Errors: NO_MEMORY. */
pathfan_status pf_snapshot_gather_openings(pathfan_obstacles *o);

/* Ends it: *to is the snapshot, or after a failure, which it returns, nothing. */
pathfan_status pf_snapshot_finish(pathfan_obstacles *made, pathfan_status status,
                                  pathfan_obstacles **to, pathfan_error *error);

#endif

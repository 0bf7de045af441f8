/* crowd_grounds.h - the maps for trials of crowds: the paper's environments, and maps for which no
 * strategy was made.
 *
 *   count = pf_trial_grounds_list(grounds, &what);
 *   status = pf_trial_ground_open(&grounds[i], "out", &error);   map, index, goals
 *   ... grounds[i].index, grounds[i].flows ...
 *   pf_trial_ground_close(&grounds[i]); */
#ifndef PF_EVALUATE_CROWD_GROUNDS_H
#define PF_EVALUATE_CROWD_GROUNDS_H

#include "pathfan/build.h"
#include "pathfan/crowd.h"

#define PF_TRIAL_GROUNDS_MAX 32
#define PF_TRIAL_FLOWS 3

typedef struct pf_trial_ground {
  char name[64];
  const pathfan_crowd_environment *environment; /* the paper's; else NULL */
  const char *map;                              /* a given file; NULL: made by recipe */
  pathfan_map_recipe recipe;
  /* Set while it is open: */
  pathfan_index *index; /* NULL: not open */
  double unit;          /* a pixel of the paper: the map's longer side has 1920 of them */
  double building_ms;   /* of the index */
  pathfan_point ends[PF_TRIAL_FLOWS][2];
  pathfan_crowd_place goals[PF_TRIAL_FLOWS];
  pathfan_crowd_flow flows[PF_TRIAL_FLOWS];
} pf_trial_ground;

/* The grounds wanted. */
typedef struct pf_trial_grounds_wanted {
  bool paper;              /* the paper's three */
  bool unseen;             /* the given files, or one of each kind of map that seeds make */
  const char *const *maps; /* [Size: map_count] */
  int32_t map_count;       /* 0..PF_TRIAL_GROUNDS_MAX - 3 */
  uint64_t seed;
} pf_trial_grounds_wanted;

/* Lists the grounds, none of them open; returns their number. */
int32_t pf_trial_grounds_list(pf_trial_ground grounds[PF_TRIAL_GROUNDS_MAX],
                              const pf_trial_grounds_wanted *wanted);

/* Opens a ground, and leaves FOLDER/maps/NAME.map or .geojson, and NAME.pathfan; FOLDER/maps must
 * exist. On maps that aren't the paper's, three flows cross as those of `big` do, from the
 * left side to the right one. Errors: those of pathfan_build_index; MALFORMED: hardly any two
 * points of the map have a way between them. */
pathfan_status pf_trial_ground_open(pf_trial_ground *ground, const char *folder,
                                    pathfan_error *error);

void pf_trial_ground_close(pf_trial_ground *ground); /* fine if it isn't open */

#endif

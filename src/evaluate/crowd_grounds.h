/* crowd_grounds.h - the maps for trials of crowds: the paper's environments, and maps for which no
 * strategy was made.
 *
 *   count = pathfan_trial_grounds_list(grounds, &what);
 *   status = pathfan_trial_ground_open(&grounds[i], "out", &error);   map, index, goals
 *   ... grounds[i].index, grounds[i].flows ...
 *   pathfan_trial_ground_close(&grounds[i]); */
#ifndef PATHFAN_EVALUATE_CROWD_GROUNDS_H
#define PATHFAN_EVALUATE_CROWD_GROUNDS_H

#include "pathfan/build.h"
#include "pathfan/crowd.h"

#define PATHFAN_TRIAL_GROUNDS_MAX 32
#define PATHFAN_TRIAL_FLOWS 3

typedef struct pathfan_trial_ground {
  char name[64];
  const pathfan_crowd_environment *environment; /* the paper's; else NULL */
  const char *map;                              /* a given file; NULL: made by recipe */
  pathfan_map_recipe recipe;
  /* Set while it is open: */
  pathfan_index *index; /* NULL: not open */
  double unit;          /* a pixel of the paper: the map's longer side has 1920 of them */
  double building_ms;   /* of the index */
  pathfan_point ends[PATHFAN_TRIAL_FLOWS][2];
  pathfan_crowd_place goals[PATHFAN_TRIAL_FLOWS];
  pathfan_crowd_flow flows[PATHFAN_TRIAL_FLOWS];
} pathfan_trial_ground;

/* The grounds wanted. */
typedef struct pathfan_trial_grounds_wanted {
  bool paper;              /* the paper's three */
  bool unseen;             /* the given files, or one of each kind of map that seeds make */
  const char *const *maps; /* [Size: map_count] */
  int32_t map_count;       /* 0..PATHFAN_TRIAL_GROUNDS_MAX - 3 */
  uint64_t seed;
} pathfan_trial_grounds_wanted;

/* Lists the grounds, none of them open; returns their number. */
int32_t pathfan_trial_grounds_list(pathfan_trial_ground grounds[PATHFAN_TRIAL_GROUNDS_MAX],
                                   const pathfan_trial_grounds_wanted *wanted);

/* Opens a ground, and leaves FOLDER/maps/NAME.map or .geojson, and NAME.pathfan; FOLDER/maps must
 * exist. On maps that aren't the paper's, three flows cross as those of `big` do, from the
 * left side to the right one. Errors: those of pathfan_build_index; MALFORMED: hardly any two
 * points of the map have a way between them. */
pathfan_status pathfan_trial_ground_open(pathfan_trial_ground *ground, const char *folder,
                                         pathfan_error *error);

void pathfan_trial_ground_close(pathfan_trial_ground *ground); /* fine if it isn't open */

#endif

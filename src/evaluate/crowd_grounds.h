/* crowd_grounds.h - the maps of crowds' trials: the paper's environments, and others that no
 * strategy was made for.
 *
 *   count = pathfan_trial_grounds_list(grounds, &what);
 *   status = pathfan_trial_ground_open(&grounds[i], "out", &error);   map, index, where to go
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
  const char *map;                              /* a file that was given; else it is made: */
  pathfan_map_recipe recipe;
  /* Of one that is open: */
  pathfan_index *index; /* NULL: it isn't */
  double unit;          /* a pixel of the paper: the map's longer side is 1920 of them */
  double building_ms;   /* of the index */
  pathfan_point ends[PATHFAN_TRIAL_FLOWS][2];
  pathfan_crowd_place goals[PATHFAN_TRIAL_FLOWS];
  pathfan_crowd_flow flows[PATHFAN_TRIAL_FLOWS];
} pathfan_trial_ground;

/* What is wanted. */
typedef struct pathfan_trial_grounds_wanted {
  bool paper;              /* its three */
  bool unseen;             /* the files given, or one of each kind of map that is made by seed */
  const char *const *maps; /* [Size: map_count] */
  int32_t map_count;       /* 0..PATHFAN_TRIAL_GROUNDS_MAX - 3 */
  uint64_t seed;
} pathfan_trial_grounds_wanted;

/* Grounds that aren't open yet; returns how many. */
int32_t pathfan_trial_grounds_list(pathfan_trial_ground grounds[PATHFAN_TRIAL_GROUNDS_MAX],
                                   const pathfan_trial_grounds_wanted *wanted);

/* Leaves FOLDER/maps/NAME.map or .geojson, and .pathfan. The folder maps must be there. On a map
 * of others three flows cross as those of `big` do, from the left side to the right one. Errors: as
 * pathfan_build_index; MALFORMED: hardly any two points of the map have a way between them. */
pathfan_status pathfan_trial_ground_open(pathfan_trial_ground *ground, const char *folder,
                                         pathfan_error *error);

void pathfan_trial_ground_close(pathfan_trial_ground *ground); /* one that isn't open is fine */

#endif

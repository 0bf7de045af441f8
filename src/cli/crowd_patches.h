/* crowd_patches.h - how dense it was, by Weidmann's law: each patch's highest density, and how long
 * it was above a bound.
 *
 *   ok = cli_crowd_patches_make(&patches, crowd, 4, 0.5, origin);
 *   cli_crowd_patches_look(&patches, crowd);         after each step
 *   status = cli_crowd_patches_draw(&patches, "density.svg", &map, &error);
 *   cli_crowd_patches_free(&patches); */
#ifndef PF_CLI_CROWD_PATCHES_H
#define PF_CLI_CROWD_PATCHES_H

#include "draw/crowd.h"
#include "pathfan/crowd.h"

typedef struct cli_crowd_patches {
  double bound, step_seconds;
  int32_t count, piece_count;
  double *most;  /* [Size: count] persons a square metre */
  double *above; /* [Size: count] s above the bound */
  /* Pieces as pictures: corners xy[2 * first[i]].. from the map's origin. */
  double *xy;
  int32_t *first, *patch_of; /* [Size: piece_count + 1] */
} cli_crowd_patches;

/* *patches is all zero after a failure. False: out of memory. */
bool cli_crowd_patches_make(cli_crowd_patches *patches, const pathfan_crowd *crowd, double bound,
                            double step_seconds, pathfan_point origin);

/* Takes the densities after a step. */
void cli_crowd_patches_look(cli_crowd_patches *patches, const pathfan_crowd *crowd);

/* Draws both into one file. map: its free space and size. Errors: those of pf_crowd_draw. */
pathfan_status cli_crowd_patches_draw(const cli_crowd_patches *patches, const char *path,
                                      const pf_crowd_picture *map, pathfan_error *error);

void cli_crowd_patches_free(cli_crowd_patches *patches); /* all zero is fine */

#endif

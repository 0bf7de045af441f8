/* crowd_patches.c - densities of patches over a run, drawn as two maps below each other. */
#include "cli/crowd_patches.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/status.h"

#define JAM 5.4 /* persons a square metre; none is denser */

bool cli_crowd_patches_make(cli_crowd_patches *p, const pathfan_crowd *crowd, double bound,
                            double step_seconds, pathfan_point origin) {
  int64_t corners = 0;
  int32_t patch, count = 0;
  *p = (cli_crowd_patches){.bound = bound,
                           .step_seconds = step_seconds,
                           .count = pathfan_crowd_patch_count(crowd),
                           .piece_count = pathfan_crowd_piece_count(crowd)};
  for (int32_t i = 0; i < p->piece_count; i++)
    corners += pathfan_crowd_piece_get(crowd, i, &patch, NULL, 0);
  pathfan_point *xy = malloc(((size_t)corners + 1) * sizeof *xy);
  p->xy = (double *)xy;
  p->first = malloc(((size_t)p->piece_count + 1) * sizeof *p->first);
  p->patch_of = malloc(((size_t)p->piece_count + 1) * sizeof *p->patch_of);
  p->most = calloc((size_t)p->count + 1, sizeof *p->most);
  p->above = calloc((size_t)p->count + 1, sizeof *p->above);
  if (!p->xy || !p->first || !p->patch_of || !p->most || !p->above) {
    cli_crowd_patches_free(p);
    return false;
  }
  for (int32_t i = 0; i < p->piece_count; i++) {
    p->first[i] = count;
    count += pathfan_crowd_piece_get(crowd, i, &p->patch_of[i], xy + count, INT32_MAX);
  }
  p->first[p->piece_count] = count;
  for (int32_t i = 0; i < count; i++)
    xy[i] = (pathfan_point){xy[i].x - origin.x, xy[i].y - origin.y};
  return true;
}

void cli_crowd_patches_look(cli_crowd_patches *p, const pathfan_crowd *crowd) {
  pathfan_crowd_patch patch;
  for (int32_t i = 0; !pathfan_crowd_patch_get(crowd, i, &patch); i++) {
    /* One person has room in the smallest patch. */
    const double density = fmin(patch.density, JAM);
    p->most[i] = fmax(p->most[i], density);
    if (density > p->bound) p->above[i] += p->step_seconds;
  }
}

static void take(const cli_crowd_patches *p, const double *of_patch, pf_drawn_cell *cells) {
  for (int32_t i = 0; i < p->piece_count; i++)
    cells[i] = (pf_drawn_cell){.corners = p->xy + 2 * p->first[i],
                               .corner_count = p->first[i + 1] - p->first[i],
                               .density = of_patch[p->patch_of[i]]};
}

pathfan_status cli_crowd_patches_draw(const cli_crowd_patches *p, const char *path,
                                      const pf_crowd_picture *map, pathfan_error *error) {
  char above[80], longest[80], most[80];
  double seconds = 0, densest = 0;
  pf_drawn_cell *cells = malloc((2 * (size_t)p->piece_count + 1) * sizeof *cells);
  if (!cells) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  for (int32_t i = 0; i < p->count; i++) {
    seconds = fmax(seconds, p->above[i]);
    densest = fmax(densest, p->most[i]);
  }
  take(p, p->most, cells);
  take(p, p->above, cells + p->piece_count);
  (void)snprintf(most, sizeof most, "highest density, up to %.1f persons/m2", densest);
  (void)snprintf(above, sizeof above, "seconds above %g persons/m2", p->bound);
  (void)snprintf(longest, sizeof longest, "time above %g persons/m2, up to %.9g s", p->bound,
                 seconds);
  pf_crowd_picture pictures[2] = {*map, *map};
  for (int i = 0; i < 2; i++) {
    pictures[i].cells = cells + i * p->piece_count;
    pictures[i].cell_count = p->piece_count;
    pictures[i].has_metres = true;
    pictures[i].most = i ? fmax(1, ceil(seconds)) : JAM;
    pictures[i].scale = i ? above : "persons/m2";
    pictures[i].title = i ? longest : most;
  }
  const pathfan_status status = pf_crowd_draw(path, pictures, 2, error);
  free(cells);
  return status;
}

void cli_crowd_patches_free(cli_crowd_patches *p) {
  free(p->xy);
  free(p->first);
  free(p->patch_of);
  free(p->most);
  free(p->above);
  *p = (cli_crowd_patches){.count = 0};
}

/* weighted.c - the cheapest way over a terrain with areas as a track, whose route says over whose
 * ground it runs. */
#include "weighted.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The relative gap unless the request says another. */
#define GAP_DEFAULT 1e-6
/* The most pairs of intervals unless the request has a work limit: some 20 s. */
#define PAIRS_DEFAULT 100000000

typedef struct layer {
  pf_route_builder builder;
  const pf_terrain *terrain;
  const pf_weighted_ground *ground;
  int fraction_bits;
} layer;

static pf_fixed_point fixed_at(const layer *l, pf_xy at) {
  const double whole = pf_power_of_two(l->fraction_bits);
  return (pf_fixed_point){llrint(at.x * whole), llrint(at.y * whole)};
}

static void lay_over(layer *l, int32_t polygon, pf_fixed_point to) {
  const int32_t area = l->terrain->area[polygon];
  pf_route_over(&l->builder, area < 0 ? PF_PART_OFF_ROAD : PF_PART_AREA, area,
                l->ground->rate[polygon], to);
}

/* Along an edge: by road, on a bank, on the border of two grounds, or over one ground. */
static void lay_along(layer *l, int32_t number, pf_fixed_point to) {
  const pf_weighted_edge *edge = &l->ground->map.edges[number];
  const int32_t corner = l->ground->corner_of[number], arc = l->ground->arc_of[number];
  const int32_t left = edge->face[0], right = edge->face[1];
  if (arc >= 0) {
    pf_route_along_to(&l->builder, arc, 0, to);
  } else if (l->terrain->river[corner] >= 0) {
    pf_route_over(&l->builder, PF_PART_BANK, l->terrain->river[corner], edge->rate, to);
  } else if (right >= 0 && l->terrain->area[left] != l->terrain->area[right]) {
    const int32_t cheaper = l->ground->rate[right] < l->ground->rate[left] ? right : left;
    pf_route_over(&l->builder, PF_PART_BORDER, l->terrain->area[cheaper], edge->rate, to);
  } else {
    lay_over(l, left, to);
  }
}

static void lay_link(layer *l, int32_t number, pf_fixed_point to) {
  const int32_t means = l->ground->means[number];
  if (means < 0)
    pf_route_along_to(&l->builder, ~means, 0, to);
  else
    pf_route_over_river(&l->builder, &l->terrain->links[means]);
}

static void lay_step(layer *l, const pf_weighted_step *step, bool is_last, pf_fixed_point end) {
  const pf_fixed_point to = is_last ? end : fixed_at(l, step->to);
  switch (step->kind) {
  case PF_WEIGHTED_GROUND: lay_over(l, step->by, to); break;
  case PF_WEIGHTED_ALONG: lay_along(l, step->by, to); break;
  case PF_WEIGHTED_BANK:
    pf_route_over_river(&l->builder,
                        &(pf_link){.river = l->terrain->river[l->ground->corner_of[step->by]],
                                   .bridge = PF_TERRAIN_NONE});
    break;
  case PF_WEIGHTED_LINK: lay_link(l, step->by, to); break;
  }
}

static pathfan_status lay_out(const pf_weighted_search *search, const pf_weighted_ground *ground,
                              const pf_task *task, pf_route *route) {
  const pf_space *space = task->scene.space;
  const pf_end *end = task->scene.ends->end;
  layer l = {.terrain = space->terrain, .ground = ground, .fraction_bits = space->fraction_bits};
  pf_route_begin(&l.builder, route, space->terrain, space->fraction_bits, end[0].at);
  for (int32_t i = 0; i < search->step_count; i++)
    lay_step(&l, &search->steps[i], i + 1 == search->step_count, end[1].at);
  const pathfan_status status = pf_route_end(&l.builder);
  route->gap = fmax(route->cost - search->bound, 0);
  return status;
}

pathfan_status pf_find_by_weights(pf_weighted_finder *f, const pf_task *task, pf_route *route,
                                  bool *found) {
  const pf_space *space = task->scene.space;
  const pf_end *end = task->scene.ends->end;
  const pf_weighted_ground *ground;
  pf_weighted_place places[2];
  const double fraction = pf_power_of_two(-space->fraction_bits);
  *found = false;
  pathfan_status status = pf_need_weighted_ground(space, &ground);
  for (int i = 0; i < 2 && !status; i++) {
    status = pf_find_faces_near(space, end[i].at, end[i].polygon, &f->near[i]);
    places[i] =
        (pf_weighted_place){{(double)end[i].at.x * fraction, (double)end[i].at.y * fraction},
                            f->near[i].list,
                            f->near[i].count};
  }
  const pf_weighted_wishes wishes = {
      task->request->max_gap > 0 ? task->request->max_gap : GAP_DEFAULT,
      task->work_limit->limit ? task->work_limit->limit : PAIRS_DEFAULT};
  if (!status) status = pf_weighted_find(&f->search, &ground->map, &places[0], &places[1], &wishes);
  if (status) return status;
  task->finding->search = (pathfan_search_counts){.expanded = (int64_t)f->search.pairs,
                                                  .generated = f->search.intervals};
  task->finding->is_gap_missed = !f->search.is_proven;
  task->work_limit->spent = f->search.pairs;
  task->work_limit->stopped = !f->search.is_proven && !f->search.found;
  *found = f->search.found;
  return *found ? lay_out(&f->search, ground, task, route) : PATHFAN_OK;
}

void pf_weighted_finder_free(pf_weighted_finder *f) {
  pf_weighted_search_free(&f->search);
  for (int i = 0; i < 2; i++) free(f->near[i].list);
  memset(f, 0, sizeof *f);
}

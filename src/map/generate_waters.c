/* generate_waters.c - heights, the rivers that run down them, and lakes.
 *
 * Heights are value noise on a slope. Water finds its way off the map as in a flood that rises from
 * the border (R. Barnes, C. Lehman, D. Mulla, "Priority-flood", Computers & Geosciences 2014): each
 * place drains to the one that it was flooded from, so none is stuck in a hollow. Where the water
 * of enough places passes, there is a river; the more water, the higher the cost of crossing it. */
#include <math.h>
#include <stdio.h>

#include "base/heap.h"
#include "base/memory.h"
#include "map/generate_land.h"

/* The drained areas at which a brook, stream, river and large river begin, in squares of the
 * distance between villages; and the costs of crossing them, in distances between villages. */
#define SIZES 4
static const double size_from[SIZES] = {0.45, 1.5, 6, 20};
static const double size_cost[SIZES] = {0.04, 0.1, 0.35, 1.2};

#define WAVE 24      /* steps of the longest wave: three distances between villages */
#define OCTAVES 5    /* the last octave changes from place to place */
#define FALL 0.6     /* height of a wave, relative to one twice as long */
#define SLOPE 0.8    /* of the whole map, over one longest wave */
#define SMOOTHINGS 2 /* rounds for rivers' places */

/* A pseudo-random number from 0 to 1, always the same for the same place and seed. */
static double chance_at(uint64_t seed, int32_t x, int32_t y) {
  uint64_t z = seed + (uint64_t)(uint32_t)x * 0x9e3779b97f4a7c15u +
               (uint64_t)(uint32_t)y * 0xc2b2ae3d27d4eb4fu;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0; /* 2^53 */
}

static double smooth_step(double t) {
  return t * t * (3 - 2 * t);
}

static double noise_at(uint64_t seed, int32_t x, int32_t y, int32_t wave) {
  const int32_t left = x / wave, above = y / wave;
  const double tx = smooth_step((double)(x % wave) / wave);
  const double ty = smooth_step((double)(y % wave) / wave);
  const double a = chance_at(seed, left, above), b = chance_at(seed, left + 1, above);
  const double c = chance_at(seed, left, above + 1), d = chance_at(seed, left + 1, above + 1);
  const double top = a + (b - a) * tx, bottom = c + (d - c) * tx;
  return top + (bottom - top) * ty;
}

static void raise_land(pf_land *land) {
  uint64_t seeds[OCTAVES];
  double along[2];
  for (int i = 0; i < OCTAVES; i++) seeds[i] = pf_random_bits(&land->random);
  do {
    for (int i = 0; i < 2; i++) along[i] = pf_random_between(&land->random, -100, 100);
  } while (along[0] * along[0] + along[1] * along[1] < 100);
  const double length = sqrt(along[0] * along[0] + along[1] * along[1]);
  for (int32_t i = 0; i < land->count; i++) {
    const int32_t x = i % land->across, y = i / land->across;
    double level = (along[0] * x + along[1] * y) / length * (SLOPE / WAVE), weight = 1;
    for (int k = 0; k < OCTAVES; k++, weight *= FALL)
      level += weight * noise_at(seeds[k], x, y, k < OCTAVES - 1 ? WAVE >> k : 1);
    land->level[i] = level;
  }
}

/* Floods the land from its border. `order`: places in the order in which the flood reaches them. */
static void flood(pf_land *land, pf_heap *heap, int32_t *order) {
  const double fine = 1 << 20, lowest = 4.0 * (land->across + land->down); /* keeps keys above 0 */
  int32_t reached = 0;
  for (int32_t i = 0; i < land->count; i++) {
    land->below[i] = -2; /* not flooded yet */
    land->drained[i] = 1;
    if (!pf_land_is_border(land, i)) continue;
    land->below[i] = -1;
    pf_heap_put(heap, i, (int64_t)((land->level[i] + lowest) * fine));
  }
  while (heap->count) {
    const int32_t at = pf_heap_take(heap).node;
    order[reached++] = at;
    for (int k = 0; k < 8; k++) {
      const int32_t beside = pf_land_neighbour(land, at, k);
      if (beside < 0 || land->below[beside] != -2) continue;
      land->below[beside] = at;
      if (land->level[beside] < land->level[at]) land->level[beside] = land->level[at];
      pf_heap_put(heap, beside, (int64_t)((land->level[beside] + lowest) * fine));
    }
  }
  while (reached-- > 0)
    if (land->below[order[reached]] >= 0)
      land->drained[land->below[order[reached]]] += land->drained[order[reached]];
}

static int size_of(const pf_land *land, int32_t place) {
  int size = -1;
  while (size + 1 < SIZES &&
         land->drained[place] >= size_from[size + 1] * PF_LAND_STEPS * PF_LAND_STEPS)
    size++;
  return size;
}

/* Finds the river place that each place gets most of its water from; -1: a spring. */
static void find_upstream(pf_land *land, int32_t *above) {
  for (int32_t i = 0; i < land->count; i++) {
    above[i] = -1;
    land->wet[i] = size_of(land, i) >= 0;
  }
  for (int32_t i = 0; i < land->count; i++) {
    const int32_t below = land->below[i];
    if (below < 0 || !land->wet[i]) continue;
    if (above[below] < 0 || land->drained[above[below]] < land->drained[i]) above[below] = i;
  }
}

/* Moves rivers' places towards those before and after them. */
static void smooth(pf_land *land, const int32_t *above, pf_land_place *old) {
  for (int round = 0; round < SMOOTHINGS; round++) {
    for (int32_t i = 0; i < land->count; i++) old[i] = land->waters[i];
    for (int32_t i = 0; i < land->count; i++) {
      if (!land->wet[i] || land->below[i] < 0 || above[i] < 0) continue;
      const pf_land_place a = old[above[i]], b = old[i], c = old[land->below[i]];
      land->waters[i].x = (a.x + 2 * b.x + c.x) / 4;
      land->waters[i].y = (a.y + 2 * b.y + c.y) / 4;
    }
  }
}

/* ---- Lakes ---- */

#define SHORE 12        /* points of a shore; another is added between any two */
#define LAKE_VILLAGES 5 /* villages for each lake */
#define LAKE_TRIES 60

typedef struct lake {
  double x, y, reach;
} lake;

static bool fits(const pf_land *land, const lake *l, const lake *lakes, int32_t count) {
  const double margin = l->reach + 2 * land->step;
  if (l->x < margin || l->y < margin || l->x > land->width - margin || l->y > land->height - margin)
    return false;
  for (int32_t i = 0; i < count; i++) {
    const double dx = lakes[i].x - l->x, dy = lakes[i].y - l->y, r = lakes[i].reach + margin;
    if (dx * dx + dy * dy < r * r) return false;
  }
  return true;
}

static pathfan_status add_shore(pf_land *land, const lake *l, int32_t number) {
  static const double round[SHORE][2] = {
      {1, 0},  {0.866, 0.5},   {0.5, 0.866},   {0, 1},  {-0.5, 0.866}, {-0.866, 0.5},
      {-1, 0}, {-0.866, -0.5}, {-0.5, -0.866}, {0, -1}, {0.5, -0.866}, {0.866, -0.5}};
  double far[SHORE];
  pf_land_place shore[SHORE];
  char name[32];
  for (int i = 0; i < SHORE; i++)
    far[i] = l->reach * pf_random_between(&land->random, 45, 100) / 100;
  for (int i = 0; i < SHORE; i++) {
    const double r = (far[i] * 2 + far[(i + 1) % SHORE] + far[(i + SHORE - 1) % SHORE]) / 4;
    shore[i].x = l->x + r * round[i][0];
    shore[i].y = l->y + r * round[i][1];
  }
  pf_polygons *areas = &land->draft.areas;
  snprintf(name, sizeof name, "Lake %d", (int)number);
  pathfan_status status = pf_polygons_begin(areas, PF_POLYGON_OBSTACLE, name);
  if (!status) status = pf_polygons_ring(areas, number);
  for (int i = 0; i < SHORE && !status; i++) {
    const pf_land_place a = shore[(i + SHORE - 1) % SHORE], b = shore[i],
                        c = shore[(i + 1) % SHORE], d = shore[(i + 2) % SHORE];
    status =
        pf_polygons_point(areas, pf_land_round(b.x, land->width), pf_land_round(b.y, land->height));
    if (!status)
      status =
          pf_polygons_point(areas, pf_land_round((9 * (b.x + c.x) - a.x - d.x) / 16, land->width),
                            pf_land_round((9 * (b.y + c.y) - a.y - d.y) / 16, land->height));
  }
  if (!status) pf_polygons_close_ring(areas);
  return status;
}

/* Puts lakes on rivers; roads keep off them. */
static pathfan_status add_lakes(pf_land *land) {
  const double villages = land->width * land->height / (land->scale * land->scale);
  const int32_t wanted = 1 + (int32_t)(villages / LAKE_VILLAGES);
  pathfan_status status = PATHFAN_OK;
  int32_t count = 0;
  lake *lakes = pf_alloc((uint64_t)wanted, sizeof *lakes);
  if (!lakes) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < LAKE_TRIES * wanted && count < wanted && !status; i++) {
    const int32_t at = (int32_t)pf_random_below(&land->random, land->count);
    const double reach = land->scale * pf_random_between(&land->random, 16, 42) / 100;
    const lake l = {land->waters[at].x, land->waters[at].y, reach};
    if (!land->wet[at] || !fits(land, &l, lakes, count)) continue;
    lakes[count++] = l;
    status = add_shore(land, &l, count);
    const int32_t around = (int32_t)(reach / land->step) + 3, x = at % land->across,
                  y = at / land->across;
    const double keep_off = reach + 0.7 * land->step;
    for (int32_t v = y - around; v <= y + around; v++)
      for (int32_t u = x - around; u <= x + around; u++) {
        if (u < 0 || v < 0 || u >= land->across || v >= land->down) continue;
        const pf_land_place p = land->ground[v * land->across + u];
        if ((p.x - l.x) * (p.x - l.x) + (p.y - l.y) * (p.y - l.y) < keep_off * keep_off)
          land->blocked[v * land->across + u] = 1;
      }
  }
  free(lakes);
  return status;
}

/* ---- Lines ---- */

/* Draws a river from its mouth up to a spring, one line for each size. `run` has room for all
 * places. */
static pathfan_status add_river(pf_land *land, int32_t mouth, const int32_t *above, int32_t number,
                                int32_t *run) {
  pathfan_status status = PATHFAN_OK;
  char name[32];
  int32_t count = 0;
  pf_line line = {.kind = PF_LINE_RIVER, .name = name};
  snprintf(name, sizeof name, "River %d", (int)number);
  if (land->below[mouth] >= 0) run[count++] = land->below[mouth];
  for (int32_t at = mouth; at >= 0 && !status; at = above[at]) {
    run[count++] = at;
    const int size = size_of(land, at); /* of the water that leaves this place */
    const bool ends = above[at] < 0 || size_of(land, above[at]) != size;
    if (!ends) continue;
    /* All of this line carries water of this size; the river above is another line. */
    line.value = pf_land_round(size_cost[size] * land->scale, HUGE_VAL);
    if (count >= 2) status = pf_land_curve(land, &line, land->waters, run, count);
    run[0] = at;
    count = 1;
  }
  return status;
}

pathfan_status pf_land_waters(pf_land *land) {
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  pf_heap heap = {0};
  int32_t *order = pf_alloc((uint64_t)land->count, sizeof *order);
  int32_t *above = pf_alloc((uint64_t)land->count, sizeof *above);
  pf_land_place *old = pf_alloc((uint64_t)land->count, sizeof *old);
  if (!order || !above || !old || pf_heap_fit(&heap, land->count)) goto cleanup;
  raise_land(land);
  flood(land, &heap, order);
  find_upstream(land, above);
  smooth(land, above, old);
  status = add_lakes(land);
  for (int32_t i = 0, number = 0; i < land->count && !status; i++) {
    const int32_t below = land->below[i];
    if (land->wet[i] && (below < 0 || above[below] != i))
      status = add_river(land, i, above, ++number, order);
  }
cleanup:
  pf_heap_free(&heap);
  free(order);
  free(above);
  free(old);
  return status;
}

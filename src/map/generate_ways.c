/* generate_ways.c - villages, and the roads and tracks between them.
 *
 * A tree of least length joins all villages and the places where roads leave the map; an edge of it
 * with much of the map behind both its ends is a main road. Then come some roads that the tree
 * doesn't need, and tracks that end in the fields. Each is found on the grid, with regard to
 * slopes, rivers, and roads that exist already, main roads first: so lesser ones run along greater
 * ones and branch off. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/heap.h"
#include "base/memory.h"
#include "map/generate_land.h"

/* Cost of a step: 2^10 straight on level ground. */
#define STRAIGHT 1024
#define DIAGONAL 1448
#define CLIMB 9.0  /* added for a difference in height of 1, times the step */
#define ALONG 0.45 /* factor on an existing road */
#define FORD 3200  /* added when entering or crossing a river */
#define BORDER 2.0 /* factor along the border */

#define LEAVING_WEIGHT 4 /* a road off the map counts as this many villages, and a tenth of all */
#define LEAVING_SHARE 10
#define MAIN_SHARE 0.13 /* a main road has at least this share of the map behind each end */
#define SIDE_SHARE 0.045
#define NEAR_COUNT 3 /* nearest villages that a village may get a road to */
#define KEEP_OFF 5   /* least steps between villages */
#define SMOOTHINGS 2

typedef struct way {
  int32_t first; /* of its places, in steps */
  double rate;
} way;

typedef struct network {
  int32_t *villages; /* [Size: village_count] places; at the end those where roads leave the map */
  int32_t village_count, leaving_count;
  int32_t *owner; /* [Size: 4 * places] the first way over each step; -1: none */
  int32_t *steps; /* places of all ways, one way after another */
  way *ways;
  int32_t step_count, step_capacity, way_count, way_capacity;
  int32_t first_track;
  int64_t *cost; /* of the current search: cost, place before, and when it was reached */
  int32_t *from, *round;
  int32_t rounds;
  pf_heap heap;
} network;

/* ---- Steps ---- */

/* The number of the step between a place and the one beside it, the same both ways. */
static int64_t step_number(const pf_land *land, int32_t place, int direction) {
  static const int8_t kind[8] = {0, 1, 0, 1, 2, 3, 2, 3};
  const bool back = direction == 2 || direction == 3 || direction == 6 || direction == 7;
  const int32_t begins = back ? pf_land_neighbour(land, place, direction) : place;
  return 4 * (int64_t)begins + kind[direction];
}

static int direction_of(const pf_land *land, int32_t from, int32_t to) {
  int direction = 0;
  while (pf_land_neighbour(land, from, direction) != to) direction++;
  return direction;
}

/* Whether a diagonal step crosses a river that runs along the other diagonal. */
static bool crosses(const pf_land *land, int32_t from, int32_t to) {
  const int32_t a = from / land->across * land->across + to % land->across;
  const int32_t b = to / land->across * land->across + from % land->across;
  return land->wet[a] && land->wet[b] && (land->below[a] == b || land->below[b] == a);
}

static int64_t step_cost(const pf_land *land, const network *net, int32_t from, int direction,
                         int32_t to) {
  const double rise = fabs(land->level[from] - land->level[to]);
  double cost = (direction < 4 ? STRAIGHT : DIAGONAL) * (1 + CLIMB * rise);
  if (pf_land_is_border(land, from) && pf_land_is_border(land, to)) cost *= BORDER;
  if (net->owner[step_number(land, from, direction)] >= 0) return (int64_t)(cost * ALONG);
  if (land->wet[to] || (direction >= 4 && crosses(land, from, to))) cost += FORD;
  return (int64_t)cost;
}

static int64_t least_cost(const pf_land *land, int32_t from, int32_t to) {
  const int32_t dx = abs(from % land->across - to % land->across);
  const int32_t dy = abs(from / land->across - to / land->across);
  const int32_t both = dx < dy ? dx : dy;
  return (int64_t)((both * (double)DIAGONAL + abs(dx - dy) * (double)STRAIGHT) * (ALONG * 0.99));
}

/* ---- A way ---- */

/* Finds a way by A*. False: there is none. */
static bool search(const pf_land *land, network *net, int32_t from, int32_t to) {
  pf_heap *heap = &net->heap;
  bool found = false;
  net->rounds++;
  net->round[from] = net->rounds;
  net->cost[from] = 0;
  net->from[from] = -1;
  pf_heap_put(heap, from, 0);
  while (heap->count && !found) {
    const int32_t at = pf_heap_take(heap).node;
    found = at == to;
    for (int k = 0; k < 8 && !found; k++) {
      const int32_t beside = pf_land_neighbour(land, at, k);
      if (beside < 0 || land->blocked[beside]) continue;
      const int64_t cost = net->cost[at] + step_cost(land, net, at, k, beside);
      const bool is_new = net->round[beside] != net->rounds;
      if (!is_new && (net->cost[beside] <= cost || heap->place[beside] < 0)) continue;
      net->round[beside] = net->rounds;
      net->cost[beside] = cost;
      net->from[beside] = at;
      pf_heap_put(heap, beside, cost + least_cost(land, beside, to));
    }
  }
  while (heap->count) { /* empties the heap */
    const pf_heap_entry last = heap->entries[--heap->count];
    heap->place[last.node] = -1;
    heap->entries[heap->count].key = INT64_MAX;
  }
  return found;
}

static pathfan_status add_way(const pf_land *land, network *net, int32_t from, int32_t to,
                              double rate) {
  if (from == to || !search(land, net, from, to)) return PATHFAN_OK;
  pathfan_status status = pf_grow(&net->ways, &net->way_capacity, (int64_t)net->way_count + 1);
  if (status) return status;
  net->ways[net->way_count] = (way){net->step_count, rate};
  for (int32_t at = to; at >= 0; at = net->from[at]) {
    status = pf_grow(&net->steps, &net->step_capacity, (int64_t)net->step_count + 1);
    if (status) return status;
    net->steps[net->step_count++] = at;
    if (net->from[at] < 0) break;
    int32_t *owner = &net->owner[step_number(land, at, direction_of(land, at, net->from[at]))];
    if (*owner < 0) *owner = net->way_count;
  }
  net->way_count++;
  return PATHFAN_OK;
}

/* Finds the places joined to a place by roads. Returns their number. */
static int degree(const pf_land *land, const network *net, int32_t place, int32_t beside[8]) {
  int count = 0;
  for (int k = 0; k < 8; k++) {
    const int32_t to = pf_land_neighbour(land, place, k);
    if (to >= 0 && net->owner[step_number(land, place, k)] >= 0) beside[count++] = to;
  }
  return count;
}

/* ---- Villages ---- */

static void mark(const pf_land *land, uint8_t *taken, int32_t place, int32_t reach) {
  const int32_t x = place % land->across, y = place / land->across;
  for (int32_t v = y - reach; v <= y + reach; v++)
    for (int32_t u = x - reach; u <= x + reach; u++)
      if (u >= 0 && v >= 0 && u < land->across && v < land->down &&
          (u - x) * (u - x) + (v - y) * (v - y) <= reach * reach)
        taken[v * land->across + u] = 1;
}

static bool is_near_water(const pf_land *land, int32_t place) {
  for (int k = 0; k < 8; k++) {
    const int32_t a = pf_land_neighbour(land, place, k);
    const int32_t b = a < 0 ? -1 : pf_land_neighbour(land, a, k);
    if (a >= 0 && (land->wet[a] || (b >= 0 && land->wet[b]))) return true;
  }
  return false;
}

/* Places villages, most of them by the water, none in it; at least two, in opposite corners if need
 * be. */
static pathfan_status settle(pf_land *land, network *net) {
  const double squares = land->width * land->height / (land->scale * land->scale);
  const int32_t wanted = 2 + (int32_t)squares, leaving = 2 + (int32_t)(sqrt(squares) / 2);
  uint8_t *taken = pf_alloc_zero((uint64_t)land->count, 1);
  net->villages = pf_alloc((uint64_t)wanted + (uint64_t)leaving, sizeof *net->villages);
  if (!taken || !net->villages) {
    free(taken);
    return PATHFAN_ERR_NO_MEMORY;
  }
  int32_t count = 0;
  for (int64_t i = 0; i < 100 * (int64_t)wanted && count < wanted; i++) {
    const int32_t at = (int32_t)pf_random_below(&land->random, land->count);
    const bool chosen = pf_random_chance(&land->random, is_near_water(land, at) ? 1 : 0.25);
    if (!chosen || taken[at] || land->blocked[at] || land->wet[at] || pf_land_is_border(land, at))
      continue;
    net->villages[count++] = at;
    mark(land, taken, at, KEEP_OFF);
  }
  const int32_t inland = count;
  for (int64_t i = 0; i < 400 * (int64_t)leaving && count < inland + leaving; i++) {
    const int32_t at = (int32_t)pf_random_below(&land->random, land->count);
    if (!pf_land_is_border(land, at) || taken[at] || land->blocked[at] || land->wet[at]) continue;
    net->villages[count++] = at;
    mark(land, taken, at, 2 * PF_LAND_STEPS);
  }
  free(taken);
  net->leaving_count = count - inland;
  if (count < 2) {
    net->villages[0] = 0;
    net->villages[1] = land->count - 1;
    count = 2;
  }
  net->village_count = count;
  return PATHFAN_OK;
}

/* ---- Roads ---- */

static double apart(const pf_land *land, const network *net, int32_t a, int32_t b) {
  const pf_land_place p = land->ground[net->villages[a]], q = land->ground[net->villages[b]];
  return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

/* Makes the tree of least length (R. Prim, V. Jarnik): parents, and the order in which villages
 * join it. */
static void span(const pf_land *land, const network *net, int32_t *parent, int32_t *order,
                 double *distance) {
  const int32_t count = net->village_count;
  for (int32_t i = 0; i < count; i++) distance[i] = HUGE_VAL;
  for (int32_t i = 0; i < count; i++) order[i] = i;
  parent[0] = -1;
  for (int32_t joined = 1; joined < count; joined++) {
    const int32_t last = order[joined - 1];
    int32_t best = joined;
    for (int32_t i = joined; i < count; i++) {
      const double d = apart(land, net, last, order[i]);
      if (d < distance[order[i]]) {
        distance[order[i]] = d;
        parent[order[i]] = last;
      }
      if (distance[order[i]] < distance[order[best]]) best = i;
    }
    const int32_t next = order[best];
    order[best] = order[joined];
    order[joined] = next;
  }
}

static pathfan_status join(pf_land *land, network *net, const int32_t *parent, const int32_t *order,
                           int32_t *behind) {
  const int32_t count = net->village_count;
  pathfan_status status = PATHFAN_OK;
  int32_t all = 0;
  for (int32_t i = 0; i < count; i++)
    all += behind[i] = i < count - net->leaving_count ? 1 : LEAVING_WEIGHT + count / LEAVING_SHARE;
  for (int32_t i = count - 1; i > 0; i--) behind[parent[order[i]]] += behind[order[i]];
  static const double rates[] = {PF_LAND_MAIN, PF_LAND_SIDE, PF_LAND_TRACK};
  for (int class = 0; class < 3; class ++)
    for (int32_t i = 1; i < count && !status; i++) {
      const int32_t v = order[i];
      const int32_t less = behind[v] < all - behind[v] ? behind[v] : all - behind[v];
      const int its_class = less >= MAIN_SHARE * all ? 0 : less >= SIDE_SHARE * all ? 1 : 2;
      if (class == its_class)
        status = add_way(land, net, net->villages[v], net->villages[parent[v]], rates[class]);
    }
  return status;
}

/* Adds a share of the roads to villages nearby. */
static pathfan_status join_more(pf_land *land, network *net) {
  const int32_t inland = net->village_count - net->leaving_count;
  pathfan_status status = PATHFAN_OK;
  for (int32_t v = 0; v < inland && !status; v++) {
    int32_t near[NEAR_COUNT];
    double distance[NEAR_COUNT];
    int found = 0;
    for (int32_t u = 0; u < inland; u++) {
      const double d = apart(land, net, u, v);
      int at = found;
      if (u == v || (found == NEAR_COUNT && d >= distance[found - 1])) continue;
      if (found < NEAR_COUNT)
        found++;
      else
        at--;
      for (; at > 0 && distance[at - 1] > d; at--) {
        distance[at] = distance[at - 1];
        near[at] = near[at - 1];
      }
      distance[at] = d;
      near[at] = u;
    }
    for (int i = 0; i < found && !status; i++) {
      const bool wanted = pf_random_chance(&land->random, land->density);
      const bool side = pf_random_chance(&land->random, 0.3);
      if (wanted)
        status = add_way(land, net, net->villages[v], net->villages[near[i]],
                         side ? PF_LAND_SIDE : PF_LAND_TRACK);
    }
  }
  return status;
}

/* Adds tracks from a road to places without a road. */
static pathfan_status add_tracks(pf_land *land, network *net) {
  const int32_t wanted = 1 + net->village_count / 2;
  pathfan_status status = PATHFAN_OK;
  int32_t beside[8];
  net->first_track = net->way_count;
  for (int32_t i = 0; i < 20 * wanted && net->way_count < net->first_track + wanted && !status;
       i++) {
    const int32_t begin = net->steps[pf_random_below(&land->random, net->step_count)];
    const int32_t x = begin % land->across + pf_random_between(&land->random, -7, 7);
    const int32_t y = begin / land->across + pf_random_between(&land->random, -7, 7);
    const int32_t end = y * land->across + x;
    if (x < 1 || y < 1 || x >= land->across - 1 || y >= land->down - 1 || land->wet[end] ||
        land->blocked[end] || degree(land, net, end, beside) || is_near_water(land, end))
      continue;
    status = add_way(land, net, end, begin, PF_LAND_TRACK);
  }
  return status;
}

/* ---- Lines ---- */

/* Moves places where exactly two roads meet, so that nothing branches off, towards the places
 * before and after. */
static void smooth(pf_land *land, const network *net, pf_land_place *old) {
  int32_t beside[8];
  for (int round = 0; round < SMOOTHINGS; round++) {
    for (int32_t i = 0; i < land->count; i++) old[i] = land->ground[i];
    for (int32_t i = 0; i < land->count; i++) {
      if (pf_land_is_border(land, i) || degree(land, net, i, beside) != 2) continue;
      const pf_land_place a = old[beside[0]], b = old[i], c = old[beside[1]];
      land->ground[i].x = (a.x + 2 * b.x + c.x) / 4;
      land->ground[i].y = (a.y + 2 * b.y + c.y) / 4;
    }
  }
}

/* Draws the parts of each way that no earlier way runs over. */
static pathfan_status add_lines(pf_land *land, const network *net) {
  pathfan_status status = PATHFAN_OK;
  int32_t roads = 0, tracks = 0;
  for (int32_t w = 0; w < net->way_count && !status; w++) {
    const int32_t end = w + 1 < net->way_count ? net->ways[w + 1].first : net->step_count;
    const bool is_track = w >= net->first_track;
    char name[32];
    const pf_line line = {.kind = PF_LINE_ROAD, .value = net->ways[w].rate, .name = name};
    int32_t begins = net->ways[w].first;
    bool is_named = false;
    for (int32_t i = begins; i < end && !status; i++) {
      const bool goes_on =
          i + 1 < end &&
          net->owner[step_number(land, net->steps[i],
                                 direction_of(land, net->steps[i], net->steps[i + 1]))] == w;
      if (goes_on) continue;
      if (i > begins) {
        if (!is_named)
          snprintf(name, sizeof name, is_track ? "Track %d" : "Road %d",
                   is_track ? ++tracks : ++roads);
        is_named = true;
        status = pf_land_curve(land, &line, land->ground, net->steps + begins, i - begins + 1);
      }
      begins = i + 1;
    }
  }
  return status;
}

pathfan_status pf_land_ways(pf_land *land) {
  network net = {0};
  const uint64_t count = (uint64_t)land->count;
  int32_t *parent = NULL, *order = NULL, *behind = NULL;
  double *distance = NULL;
  pf_land_place *old = pf_alloc(count, sizeof *old);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  net.owner = pf_alloc(4 * count, sizeof *net.owner);
  net.cost = pf_alloc(count, sizeof *net.cost);
  net.from = pf_alloc(count, sizeof *net.from);
  net.round = pf_alloc_zero(count, sizeof *net.round);
  if (!old || !net.owner || !net.cost || !net.from || !net.round ||
      pf_heap_fit(&net.heap, land->count) || settle(land, &net))
    goto cleanup;
  for (uint64_t i = 0; i < 4 * count; i++) net.owner[i] = -1;
  const uint64_t villages = (uint64_t)net.village_count;
  parent = pf_alloc(villages, sizeof *parent);
  order = pf_alloc(villages, sizeof *order);
  behind = pf_alloc(villages, sizeof *behind);
  distance = pf_alloc(villages, sizeof *distance);
  if (!parent || !order || !behind || !distance) goto cleanup;
  span(land, &net, parent, order, distance);
  status = join(land, &net, parent, order, behind);
  if (!status) status = join_more(land, &net);
  if (!status && net.step_count) status = add_tracks(land, &net);
  if (status) goto cleanup;
  smooth(land, &net, old);
  status = add_lines(land, &net);
cleanup:
  pf_heap_free(&net.heap);
  free(net.villages);
  free(net.owner);
  free(net.steps);
  free(net.ways);
  free(net.cost);
  free(net.from);
  free(net.round);
  free(parent);
  free(order);
  free(behind);
  free(distance);
  free(old);
  return status;
}

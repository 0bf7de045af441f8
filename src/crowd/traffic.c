/* traffic.c - densities, speeds, room, and tokens of gates.
 *
 * With r agents a square metre, v(r) Weidmann's speed and q the greatest r v(r), at density R, a
 * patch sends o v(o) below R and q above, o being the density of the others in it; and takes q
 * below R and r v(r) above. An area with its own flow has the same curves at other densities. */
#include "crowd/traffic.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void set(pf_traffic *g, int32_t p) {
  const double area = g->patches.list[p].area, n = g->agents[p], m = n - g->waiting[p];
  const double moving = m > 1 ? (m - (1 + 1 / m) / 2) / area * g->squeeze[p] : 0;
  const double others = n > 1 ? (n - (1 + 1 / n) / 2) / area * g->squeeze[p] : 0;
  g->send[p] = moving <= PF_WEIDMANN_CRITICAL ? pf_weidmann_share(moving)
                                              : g->capacity / (moving * PF_WEIDMANN_SPEED);
  g->each[p] = moving > 0 ? 1 / (moving * PF_WEIDMANN_SPEED * g->strength[p]) : 1e9;
  g->take[p] = g->strength[p] * (others <= PF_WEIDMANN_CRITICAL
                                     ? g->capacity
                                     : others * PF_WEIDMANN_SPEED * pf_weidmann_share(others));
  g->ease[p] = fmax(pf_weidmann_share((n + 1) / area * g->squeeze[p]), g->least_speed);
}

double pf_traffic_planned(const pf_traffic *g, int32_t patch, int32_t others) {
  const double density = fmax(others, 0) / g->patches.list[patch].area * g->squeeze[patch];
  return fmax(pf_weidmann_share(density), PF_WEIDMANN_PLANNED) * g->factor[patch];
}

static pathfan_status make_patches(pf_traffic *g, const pathfan_crowd_options *o) {
  const uint64_t n = (uint64_t)g->patches.count + 1;
  g->state_count = g->gates.count + 2 * g->links.count;
  g->states = pf_alloc_zero((uint64_t)g->state_count + 1, sizeof *g->states);
  g->agents = pf_alloc_zero(n, sizeof *g->agents);
  g->waiting = pf_alloc_zero(n, sizeof *g->waiting);
  g->send = pf_alloc(n, sizeof *g->send);
  g->each = pf_alloc(n, sizeof *g->each);
  g->take = pf_alloc(n, sizeof *g->take);
  g->ease = pf_alloc(n, sizeof *g->ease);
  g->factor = pf_alloc(n, sizeof *g->factor);
  g->squeeze = pf_alloc(n, sizeof *g->squeeze);
  g->strength = pf_alloc(n, sizeof *g->strength);
  g->most = pf_alloc(n, sizeof *g->most);
  g->changed = pf_alloc(n, sizeof *g->changed);
  g->is_changed = pf_alloc_zero(n, sizeof *g->is_changed);
  if (!g->states || !g->agents || !g->waiting || !g->send || !g->each || !g->take || !g->ease ||
      !g->factor || !g->squeeze || !g->strength || !g->most || !g->changed || !g->is_changed)
    return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < g->state_count; i++) g->states[i].tokens = 1;
  for (int32_t p = 0; p < g->patches.count; p++) {
    const pf_patch *patch = &g->patches.list[p];
    const pathfan_crowd_zone *z = patch->zone >= 0 ? &o->zones[patch->zone] : NULL;
    const double jam = z && z->density > 0 ? z->density : PF_WEIDMANN_JAM;
    g->factor[p] = z && z->speed > 0 ? z->speed : 1;
    g->strength[p] = z && z->flow > 0 ? z->flow / g->capacity : g->factor[p];
    g->squeeze[p] = g->factor[p] / g->strength[p];
    const double most = floor(fmin(jam, PF_WEIDMANN_JAM) * patch->area + 1e-9);
    g->most[p] = most < 1 ? 1 : (int32_t)most;
    set(g, p);
  }
  return PATHFAN_OK;
}

pathfan_status pf_traffic_make(pf_traffic *g, const pf_floor *floor, const pathfan_query *query,
                               const pathfan_crowd_options *o, pathfan_error *error) {
  const pf_gate_rules rules = {.specific_flow = o->specific_flow,
                               .boundary = o->boundary,
                               .doors = o->doors,
                               .door_count = o->door_count,
                               .zones = o->zones,
                               .zone_count = o->zone_count};
  g->least_speed = o->least_speed;
  g->speed = o->speed;
  g->capacity = pf_weidmann_capacity();
  pathfan_status status = pf_crowd_links_of(&g->links, query, floor, o, error);
  if (!status) status = pf_gates_of(&g->gates, floor, &rules);
  if (!status)
    status = pf_patches_of(&g->patches, floor, &g->gates, o->patch, o->zones, o->zone_count);
  return status ? status : make_patches(g, o);
}

pathfan_status pf_traffic_relate(pf_traffic *g, const pf_cells *cells) {
  const uint64_t n = (uint64_t)g->patches.count;
  free(g->patch_of);
  free(g->first_cell);
  free(g->cells);
  g->patch_of = pf_alloc((uint64_t)cells->count + 1, sizeof *g->patch_of);
  g->first_cell = pf_alloc_zero(n + 2, sizeof *g->first_cell);
  g->cells = pf_alloc((uint64_t)cells->count + 1, sizeof *g->cells);
  if (!g->patch_of || !g->first_cell || !g->cells) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t c = 0; c < cells->count; c++) {
    const pf_cell *cell = &cells->list[c];
    const double half = cell->width > 0 ? 0 : cells->width / 2; /* scraps: the square's middle */
    pathfan_point middle = pf_cell_centre(cell);
    middle.x += half;
    middle.y += half;
    g->patch_of[c] = pf_patch_at(&g->patches, middle);
    if (g->patch_of[c] >= 0) g->first_cell[g->patch_of[c] + 2]++;
  }
  for (uint64_t p = 0; p < n; p++) g->first_cell[p + 2] += g->first_cell[p + 1];
  for (int32_t c = 0; c < cells->count; c++)
    if (g->patch_of[c] >= 0) g->cells[g->first_cell[g->patch_of[c] + 1]++] = c;
  return PATHFAN_OK;
}

static void change(pf_traffic *g, int32_t p, int32_t by) {
  assert(p >= 0 && p < g->patches.count);
  g->agents[p] += by;
  assert(g->agents[p] >= 0 && g->waiting[p] <= g->agents[p]);
  if (g->is_changed[p]) return;
  g->is_changed[p] = true;
  g->changed[g->changed_count++] = p;
}

void pf_traffic_wait(pf_traffic *g, int32_t patch, int32_t gate, int by) {
  pf_gate_state *s = &g->states[gate];
  s->waiting += by;
  if (s->waiting > s->most_waiting) s->most_waiting = s->waiting;
  assert(s->waiting >= 0);
  if (patch < 0) return;
  g->waiting[patch] += by;
  assert(g->waiting[patch] >= 0);
  change(g, patch, 0);
}

void pf_traffic_enter(pf_traffic *g, int32_t patch) {
  change(g, patch, 1);
}

void pf_traffic_leave(pf_traffic *g, int32_t patch) {
  change(g, patch, -1);
}

void pf_traffic_update(pf_traffic *g, void (*changed)(void *context, int32_t patch),
                       void *context) {
  for (int32_t i = 0; i < g->changed_count; i++) {
    const int32_t p = g->changed[i];
    g->is_changed[p] = false;
    set(g, p);
    if (changed) changed(context, p);
  }
  g->changed_count = 0;
}

void pf_traffic_tick(pf_traffic *g, double seconds) {
  for (int32_t i = 0; i < g->state_count; i++) {
    pf_gate_state *s = &g->states[i];
    const int32_t end = i - g->gates.count;
    pf_crowd_link *link = end < 0 ? NULL : &g->links.list[end / 2];
    const double flow = link ? link->flow : g->gates.list[i].flow, more = flow * seconds;
    s->tokens = fmin(s->tokens + more, 1 + more);
    if (link) link->delay[end % 2] = s->waiting / flow * g->speed;
  }
  pf_crowd_links_update(&g->links);
}

pathfan_status pf_traffic_queue(pf_traffic *g, int32_t gate, int32_t walker, int64_t ticket,
                                int64_t first_ticket) {
  pf_gate_state *s = &g->states[gate];
  const pathfan_status status = pf_grow(&s->queue, &s->queue_capacity, (int64_t)s->queue_count + 1);
  if (status) return status;
  int32_t at = s->queue_count++;
  for (; at > 0 && s->queue[at - 1].ticket >= first_ticket && s->queue[at - 1].walker > walker;
       at--)
    s->queue[at] = s->queue[at - 1];
  s->queue[at] = (pf_queued){walker, ticket};
  return PATHFAN_OK;
}

void pf_traffic_free(pf_traffic *g) {
  for (int32_t i = 0; g->states && i < g->state_count; i++) free(g->states[i].queue);
  free(g->states);
  free(g->agents);
  free(g->waiting);
  free(g->send);
  free(g->each);
  free(g->take);
  free(g->ease);
  free(g->factor);
  free(g->squeeze);
  free(g->strength);
  free(g->most);
  free(g->patch_of);
  free(g->first_cell);
  free(g->cells);
  free(g->changed);
  free(g->is_changed);
  pf_crowd_links_free(&g->links);
  pf_patches_free(&g->patches);
  pf_gates_free(&g->gates);
  memset(g, 0, sizeof *g);
}

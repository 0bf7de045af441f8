/* looks.c - inspection of a crowd, and names. */

#include "pathfan/crowd.h"
#include "crowd/state.h"
#include "crowd/walkers.h"

const char *pathfan_crowd_law_name(pathfan_crowd_law law) {
  static const char *const names[] = {"linear", "nonlinear", "weidmann"};
  return (unsigned)law < sizeof names / sizeof names[0] ? names[law] : "unknown";
}

const char *pathfan_crowd_strategy_name(pathfan_crowd_strategy strategy) {
  static const char *const names[] = {"none", "periodic", "initial", "event", "alternatives"};
  return (unsigned)strategy < sizeof names / sizeof names[0] ? names[strategy] : "unknown";
}

const char *pathfan_crowd_search_name(pathfan_crowd_search search) {
  return search == PATHFAN_CROWD_DIJKSTRA ? "dijkstra" : "astar";
}

/* The end of its link that an agent is nearer to. */
static pathfan_point on_link(const pathfan_crowd *c, const pf_march *m) {
  const pf_crowd_links *links = &c->traffic->links;
  const bool is_before = 2 * m->left > pf_way_length(links, m->on);
  return is_before ? pf_way_from(links, m->on) : pf_way_to(links, m->on);
}

static double march_speed(const pathfan_crowd *c, const pf_march *m) {
  return m->on >= 0 ? pf_link_of(&c->traffic->links, m->on)->share
                    : pf_traffic_share(c->traffic, m->patch, m->next);
}

int32_t pathfan_crowd_agents(const pathfan_crowd *c, pathfan_crowd_agent *agents,
                             int32_t capacity) {
  for (int32_t i = 0; i < c->count && i < capacity; i++) {
    const pf_walker *w = &c->walkers[i];
    const pf_march *m = c->traffic ? &c->marches[i] : NULL;
    const pathfan_point at = m && m->on >= 0 ? on_link(c, m) : pf_walker_at(c, w);
    const double speed = w->is_stuck ? 0 : m ? march_speed(c, m) : c->density.speed[w->cell];
    agents[i] = (pathfan_crowd_agent){
        .id = w->id,
        .flow = w->flow,
        .cell = m ? pf_cells_at(&c->cells, at) : w->cell,
        .x = at.x,
        .y = at.y,
        .speed = speed,
        .link = m && m->on >= 0 ? pf_link_of(&c->traffic->links, m->on)->number : -1};
  }
  return c->count;
}

int32_t pathfan_crowd_cell_count(const pathfan_crowd *c) {
  return c->cells.count;
}

pathfan_status pathfan_crowd_cell_get(const pathfan_crowd *c, int32_t number,
                                      pathfan_crowd_cell *info) {
  if (number < 0 || number >= c->cells.count) return PATHFAN_ERR_ARGUMENT;
  const pf_cell *cell = &c->cells.list[number];
  *info = (pathfan_crowd_cell){.x = cell->x,
                               .y = cell->y,
                               .width = cell->width,
                               .height = cell->height,
                               .area = cell->area,
                               .density = pf_crowd_density(c, number),
                               .is_closed = c->is_shut[number]};
  return PATHFAN_OK;
}

int32_t pathfan_crowd_cell_at(const pathfan_crowd *c, pathfan_point at) {
  return pf_cells_at(&c->cells, at);
}

static int32_t agents_of(const pathfan_crowd *c, const pf_stream *s) {
  return c->options.spawn == PATHFAN_CROWD_KEEP ? -1 : s->agents;
}

static double mean_travel(const pf_stream *s) {
  return s->arrived ? s->travel / s->arrived : 0;
}

void pathfan_crowd_statistics_get(const pathfan_crowd *c, pathfan_crowd_statistics *statistics) {
  int32_t flows = 0;
  *statistics = c->statistics;
  statistics->step = c->step;
  statistics->present = c->count;
  statistics->requests = c->stored.requests;
  for (int32_t i = 0; i < c->stream_count; i++) {
    const pf_stream *s = &c->streams[i];
    const int32_t agents = agents_of(c, s);
    statistics->agents = agents < 0 ? -1 : statistics->agents + agents;
    if (s->is_blocked) /* with KEEP, arrived agents would start again */
      statistics->kept_out += s->agents - s->started + (agents < 0 ? s->arrived : 0);
    if (s->waits) statistics->waiting += (int64_t)s->owed;
    statistics->mean_travel += mean_travel(s);
    flows += s->arrived > 0;
  }
  if (flows) statistics->mean_travel /= flows;
  for (int32_t i = 0; i < c->count; i++) statistics->stuck += c->walkers[i].is_stuck;
  if (!c->step) return;
  statistics->mean_present = c->present_sum / (double)c->step;
  statistics->mean_step_ms = 1e3 * c->strategy_seconds / (double)c->step;
  statistics->mean_move_ms = 1e3 * c->move_seconds / (double)c->step;
}

pathfan_status pathfan_crowd_flow_get(const pathfan_crowd *c, int32_t flow,
                                      pathfan_crowd_flow_statistics *statistics) {
  if (flow < 0 || flow >= c->stream_count) return PATHFAN_ERR_ARGUMENT;
  const pf_stream *s = &c->streams[flow];
  *statistics = (pathfan_crowd_flow_statistics){.agents = agents_of(c, s),
                                                .started = s->started,
                                                .arrived = s->arrived,
                                                .mean_travel = mean_travel(s)};
  return PATHFAN_OK;
}

int32_t pathfan_crowd_gate_count(const pathfan_crowd *c) {
  return c->traffic ? c->traffic->gates.count : 0;
}

pathfan_status pathfan_crowd_gate_get(const pathfan_crowd *c, int32_t gate,
                                      pathfan_crowd_gate *info) {
  if (gate < 0 || gate >= pathfan_crowd_gate_count(c)) return PATHFAN_ERR_ARGUMENT;
  const pf_gate *g = &c->traffic->gates.list[gate];
  const pf_gate_state *s = &c->traffic->states[gate];
  const double seconds = c->options.step_seconds;
  *info = (pathfan_crowd_gate){.a = g->a,
                               .b = g->b,
                               .width = g->width,
                               .capacity = g->flow,
                               .door = g->door,
                               .waiting = s->waiting,
                               .most_waiting = s->most_waiting,
                               .passed = s->passed,
                               .passed_queueing = s->passed_queueing,
                               .seconds_queueing = (double)s->steps_queueing * seconds,
                               .longest_wait = s->longest_wait * seconds};
  return PATHFAN_OK;
}

int32_t pathfan_crowd_link_count(const pathfan_crowd *c) {
  return c->traffic ? c->traffic->links.count : 0;
}

pathfan_status pathfan_crowd_link_get(const pathfan_crowd *c, int32_t number,
                                      pathfan_crowd_link_use *use) {
  if (number < 0 || number >= pathfan_crowd_link_count(c)) return PATHFAN_ERR_ARGUMENT;
  const pf_crowd_link *l = &c->traffic->links.list[number];
  *use = (pathfan_crowd_link_use){.link = l->number,
                                  .width = l->width,
                                  .capacity = l->flow,
                                  .room = l->room,
                                  .on = l->on,
                                  .most_on = l->most_on};
  for (int end = 0; end < 2; end++) {
    const pf_gate_state *s = &c->traffic->states[pf_traffic_end(c->traffic, number, end)];
    use->at[end] = l->at[end];
    use->length[end] = l->length[end];
    use->waiting[end] = s->waiting;
    use->most_waiting[end] = s->most_waiting;
    use->passed[end] = l->passed[end];
  }
  return PATHFAN_OK;
}

int32_t pathfan_crowd_patch_count(const pathfan_crowd *c) {
  return c->traffic ? c->traffic->patches.count : 0;
}

pathfan_status pathfan_crowd_patch_get(const pathfan_crowd *c, int32_t patch,
                                       pathfan_crowd_patch *info) {
  if (patch < 0 || patch >= pathfan_crowd_patch_count(c)) return PATHFAN_ERR_ARGUMENT;
  *info = (pathfan_crowd_patch){.area = c->traffic->patches.list[patch].area,
                                .density = pf_traffic_density(c->traffic, patch),
                                .agents = c->traffic->agents[patch]};
  return PATHFAN_OK;
}

int32_t pathfan_crowd_piece_count(const pathfan_crowd *c) {
  return c->traffic ? c->traffic->patches.fragment_count : 0;
}

int32_t pathfan_crowd_piece_get(const pathfan_crowd *c, int32_t piece, int32_t *patch,
                                pathfan_point *corners, int32_t capacity) {
  if (piece < 0 || piece >= pathfan_crowd_piece_count(c)) return 0;
  const pf_patches *p = &c->traffic->patches;
  const pf_fragment *f = &p->fragments[piece];
  *patch = f->patch;
  for (int32_t i = 0; i < f->count && i < capacity; i++) corners[i] = p->corners[f->first + i];
  return f->count;
}

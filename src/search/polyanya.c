/* polyanya.c - best-first search over intervals (polyanya-2017, section 3).
 *
 * The queue is a binary heap of (estimate, node). A node taken out leaves its place to the next new
 * node: nodes don't refer to each other; the path is stored in the roots, each of which names the
 * one before it. The most promising successor of a node is expanded at once if nothing in the queue
 * is better, since the queue would return it next. The goal is no node: an arrival only sets the
 * length to beat, and the search ends when nothing in the queue promises a shorter one.
 *
 * Estimates (section 3.3) are doubles and may be too high by rounding, so the path returned may be
 * longer than the shortest by that much. */
#include "search/polyanya.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mesh/fan.h"
#include "search/push.h"

typedef struct pf_polyanya_entry {
  double estimate;
  int32_t node;
} entry;

static double distance(double ax, double ay, double bx, double by) {
  const double dx = bx - ax, dy = by - ay;
  return sqrt(dx * dx + dy * dy);
}

/* Returns a lower bound of the length of a path from the start by way of a node to the goal:
 * straight through the interval if possible, else round one of its ends. A goal on the root's side
 * of the edge is mirrored to the other side. */
static double estimate(const pf_polyanya *s, const pf_polyanya_successor *n) {
  const pf_polyanya_root *r = &s->roots[n->node.root];
  double x = s->goal_x, y = s->goal_y;
  if (n->node.at_root) return r->length + distance(r->x, r->y, x, y);
  const double ex = n->left_x - n->right_x, ey = n->left_y - n->right_y;
  const double gx = x - n->right_x, gy = y - n->right_y;
  const double off = ex * gy - ey * gx;
  if (off > 0) { /* on the root's side */
    const double scale = 2 * off / (ex * ex + ey * ey);
    x += scale * ey;
    y -= scale * ex;
  }
  const double tx = x - r->x, ty = y - r->y;
  const double rx = n->right_x - r->x, ry = n->right_y - r->y;
  const double lx = n->left_x - r->x, ly = n->left_y - r->y;
  if (rx * ty - ry * tx < 0)
    return r->length + sqrt(rx * rx + ry * ry) + distance(n->right_x, n->right_y, x, y);
  if (lx * ty - ly * tx > 0)
    return r->length + sqrt(lx * lx + ly * ly) + distance(n->left_x, n->left_y, x, y);
  return r->length + sqrt(tx * tx + ty * ty);
}

/* ---- The queue ---- */

/* Branch-free: which of two children comes first is as good as random. */
static inline bool before(entry a, entry b) {
  return (a.estimate < b.estimate) | ((a.estimate == b.estimate) & (a.node < b.node));
}

static void enqueue(pf_polyanya *s, double value, const pf_polyanya_node *n) {
  int32_t place = s->free_node;
  if (place >= 0) {
    s->free_node = s->nodes[place].root;
  } else {
    int32_t same = s->node_capacity;
    if (pf_grow(&s->nodes, &same, s->node_count + 1) ||
        pf_grow(&s->queue, &s->node_capacity, s->node_count + 1)) {
      s->starved = true;
      return;
    }
    place = s->node_count++;
  }
  s->nodes[place] = *n;
  const entry e = {value, place};
  int32_t at = s->queue_count++;
  for (; at && before(e, s->queue[(at - 1) / 2]); at = (at - 1) / 2)
    s->queue[at] = s->queue[(at - 1) / 2];
  s->queue[at] = e;
}

/* Takes the first node out of the queue, which must not be empty. */
static pf_polyanya_node dequeue(pf_polyanya *s) {
  const int32_t place = s->queue[0].node;
  const pf_polyanya_node n = s->nodes[place];
  s->nodes[place].root = s->free_node;
  s->free_node = place;
  const entry last = s->queue[--s->queue_count];
  entry *const queue = s->queue;
  const int32_t count = s->queue_count;
  int32_t at = 0;
  /* An only child is compared with `last`, which is still in its old place beside it. */
  for (int32_t child = 1; child < count; child = 2 * at + 1) {
    child += before(queue[child + 1], queue[child]);
    if (!before(queue[child], last)) break;
    queue[at] = queue[child];
    at = child;
  }
  queue[at] = last;
  return n;
}

/* ---- The search ---- */

/* Processes the last expansion's successors. A single one is expanded at once (intermediate
 * pruning). Otherwise they are queued, except one that precedes all queued nodes. True if *next is
 * to be expanded. */
static bool take_successors(pf_polyanya *s, pf_polyanya_node *next, bool *intermediate) {
  s->generated += s->fresh_count;
  *intermediate = false;
  if (s->fresh_count == 1 && !(s->without & PF_POLYANYA_NO_INTERMEDIATE)) {
    *next = s->fresh[0].node;
    *intermediate = true;
    s->pruned++;
    return true;
  }
  double least = s->queue_count ? s->queue[0].estimate : s->final_bound;
  int32_t chosen = -1;
  double chosen_value = 0;
  for (int32_t i = 0; i < s->fresh_count; i++) {
    const double value = estimate(s, &s->fresh[i]);
    if (value >= s->final_bound) continue;
    if (value < least) {
      if (chosen >= 0) enqueue(s, chosen_value, &s->fresh[chosen].node);
      chosen = i;
      chosen_value = least = value;
    } else {
      enqueue(s, value, &s->fresh[i].node);
    }
  }
  if (chosen < 0) return false;
  *next = s->fresh[chosen].node;
  return true;
}

static pf_polyanya_outcome search_all(pf_polyanya *s, uint64_t limit) {
  pf_polyanya_node n;
  bool intermediate, going = take_successors(s, &n, &intermediate);
  int32_t chain = 0; /* intermediate nodes in a row */
  while (!s->starved) {
    /* A shortest path enters a polygon once. A chain longer than the number of polygons runs in a
       circle; without root history nothing else ends it. */
    chain = intermediate ? chain + 1 : 0;
    if (chain > s->mesh->view.polygon_count) going = false;
    if (!going) {
      if (!s->queue_count || s->queue[0].estimate >= s->final_bound) break;
      n = dequeue(s);
      intermediate = false;
      if (!(s->without & PF_POLYANYA_NO_ROOT_HISTORY) && pf_polyanya_outdated(s, n.root)) {
        s->pruned++;
        continue;
      }
    }
    if (!intermediate && limit && (uint64_t)s->expanded == limit) return PF_POLYANYA_LIMIT;
    s->expanded += !intermediate;
    pf_polyanya_push(s, &n);
    going = take_successors(s, &n, &intermediate);
  }
  return s->final_root >= 0 ? PF_POLYANYA_FOUND : PF_POLYANYA_NO_PATH;
}

/* ---- Beginning and end ---- */

static void *first_room(void *list, int32_t *capacity, int32_t count, size_t size) {
  if (list) return list;
  list = pf_alloc((uint64_t)count, size);
  if (list) *capacity = count;
  return list;
}

static pathfan_status make_room(pf_polyanya *s, const pf_search_mesh *mesh) {
  int32_t unused;
  s->roots = first_room(s->roots, &s->root_capacity, 256, sizeof *s->roots);
  s->nodes = first_room(s->nodes, &s->node_capacity, 1024, sizeof *s->nodes);
  if (s->nodes) s->queue = first_room(s->queue, &unused, s->node_capacity, sizeof *s->queue);
  s->fresh = first_room(s->fresh, &s->fresh_capacity, 64, sizeof *s->fresh);
  s->points = first_room(s->points, &s->point_capacity, 64, sizeof *s->points);
  if (!s->roots || !s->nodes || !s->queue || !s->fresh || !s->points) return PATHFAN_ERR_NO_MEMORY;
  const int32_t had = s->best_capacity;
  pathfan_status status = pf_grow(&s->best, &s->best_capacity, mesh->view.convex_count);
  if (s->best_capacity > had)
    memset(s->best + had, 0, (size_t)(s->best_capacity - had) * sizeof *s->best);
  if (!status) status = pf_stamp_fit(&s->at_goal, mesh->view.polygon_count);
  return status;
}

/* Lists the path from the start by way of the roots to the goal. */
static pathfan_status list_points(pf_polyanya *s) {
  int32_t count = 1;
  for (int32_t r = s->final_root; r >= 0; r = s->roots[r].before) count++;
  const pathfan_status status = pf_grow(&s->points, &s->point_capacity, count);
  if (status) return status;
  s->point_count = count;
  s->points[--count] = s->goal.at;
  for (int32_t r = s->final_root; r >= 0; r = s->roots[r].before)
    s->points[--count] = s->roots[r].at;
  return PATHFAN_OK;
}

/* Whether paths about as long lead to a vertex of the path found, or to the goal. Any path about as
 * long as the one found leaves it at one of these vertices, or before the first, and joins it again
 * at the next one that both have: there both arrive, but from different vertices. */
static bool are_several(const pf_polyanya *s) {
  bool several = s->final_several;
  for (int32_t r = s->final_root; r > 0 && !several; r = s->roots[r].before)
    several = s->best[s->roots[r].vertex].before == PF_POLYANYA_SEVERAL_WAYS;
  return several;
}

static pathfan_status find(pf_polyanya *s, const pf_search_mesh *mesh, pf_polyanya_end from,
                           pf_polyanya_end to, uint32_t without, uint64_t limit) {
  const double scale = ldexp(1, -mesh->fraction_bits);
  s->point_count = 0;
  s->expanded = s->generated = s->pruned = 0;
  pathfan_status status = make_room(s, mesh);
  if (status) return status;
  s->outcome = PF_POLYANYA_NO_PATH;
  if (mesh->component[from.polygon] != mesh->component[to.polygon] &&
      !(without & PF_POLYANYA_NO_COMPONENTS))
    return PATHFAN_OK;
  if (pf_stamp_wraps(&s->now)) memset(s->best, 0, (size_t)s->best_capacity * sizeof *s->best);
  pf_stamp_next(&s->at_goal);
  s->mesh = mesh;
  s->goal = to;
  s->goal_x = (double)to.at.x * scale;
  s->goal_y = (double)to.at.y * scale;
  s->without = without;
  s->node_count = s->queue_count = s->fresh_count = 0;
  s->free_node = -1;
  s->starved = false;
  s->final_length = s->final_bound = INFINITY;
  s->final_root = -1;
  s->final_several = false;
  s->roots[0] = (pf_polyanya_root){
      from.at, (double)from.at.x * scale, (double)from.at.y * scale, 0, .vertex = -1, .before = -1};
  s->root_count = 1;
  s->pushed_root = 0;
  s->pushed_steps = 0;
  /* Ends that touch a common polygon see each other. */
  bool together = false;
  pf_fan round;
  pf_fan_begin(&round, &mesh->view, to.polygon, to.at, mesh->fraction_bits);
  do {
    pf_stamp_add(&s->at_goal, round.polygon);
  } while (pf_fan_next(&round));
  pf_fan_begin(&round, &mesh->view, from.polygon, from.at, mesh->fraction_bits);
  do {
    together = pf_stamp_has(&s->at_goal, round.polygon);
  } while (!together && pf_fan_next(&round));
  if (together) {
    s->final_root = 0;
    s->outcome = PF_POLYANYA_FOUND;
  } else {
    pf_fan_begin(&round, &mesh->view, from.polygon, from.at, mesh->fraction_bits);
    do {
      pf_polyanya_push_start(s, round.polygon);
    } while (pf_fan_next(&round));
    s->outcome = search_all(s, limit);
  }
  return s->starved ? PATHFAN_ERR_NO_MEMORY : PATHFAN_OK;
}

pathfan_status pf_polyanya_find(pf_polyanya *s, const pf_search_mesh *mesh, pf_polyanya_end from,
                                pf_polyanya_end to, uint32_t without, uint64_t limit) {
  s->within = 0;
  const pathfan_status status = find(s, mesh, from, to, without, limit);
  return status || s->outcome != PF_POLYANYA_FOUND ? status : list_points(s);
}

pathfan_status pf_polyanya_find_only(pf_polyanya *s, const pf_search_mesh *mesh,
                                     pf_polyanya_end from, pf_polyanya_end to, double within,
                                     uint64_t limit) {
  s->within = within;
  const pathfan_status status = find(s, mesh, from, to, 0, limit);
  if (status || s->outcome != PF_POLYANYA_FOUND) return status;
  if (!are_several(s)) return list_points(s);
  s->outcome = PF_POLYANYA_SEVERAL;
  return PATHFAN_OK;
}

void pf_polyanya_free(pf_polyanya *s) {
  free(s->roots);
  free(s->nodes);
  free(s->queue);
  free(s->fresh);
  free(s->best);
  pf_stamp_free(&s->at_goal);
  free(s->points);
  memset(s, 0, sizeof *s);
}

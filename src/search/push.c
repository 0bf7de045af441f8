/* push.c - the successors of a search node (polyanya-2017, section 3.2).
 *
 * An interval is represented by the cone from its root that cuts it out of an edge: two rays
 * through mesh vertices. So every question (by which edges the cone leaves the polygon, where it
 * ends on them) asks for the side of a lattice point of a ray through two known points: an exact
 * integer, the product of a fixed-point and a lattice vector, below 2^62 by pf_fraction_bits.
 * The place where an interval ends inside an edge is computed as a double, for lengths only.
 *
 * The polygon's corners are walked once, from the right end of the entry edge counter-clockwise to
 * its left end: first edges to the right of the cone, then those it meets (observable), then those
 * to the left. Beyond the cone the path has to turn at the interval's end, which must be a convex
 * vertex whose obstacle it wraps there (non-observable). The cone's outer ray then bounds the new
 * cone: the ray from the old root through the new one.
 *
 * An edge that lies on the bounding ray itself is seen end on. The area beyond it is reached by
 * turning at its nearer end. */

#include "base/memory.h"
#include "search/push.h"

typedef pf_polyanya_root root_record;
typedef pf_polyanya_node node;
typedef pf_polyanya_successor successor;
typedef pf_polyanya_ray ray;
typedef pf_search_corner corner;

enum { NO_ROOT = -1, NOT_TRIED = -2 };

/* A ray as a fixed-point direction and a lattice point on it. */
typedef struct line {
  pf_fixed_point d;
  pf_lattice_point through;
} line;

static inline line line_of(const pf_polyanya *s, ray r) {
  const pf_lattice_point through = s->mesh->view.vertices[r.vertex];
  return (line){pf_fixed_from_to(s->roots[r.root].at, pf_lift(through, s->mesh->fraction_bits)),
                through};
}

/* Returns the next one of a polygon's corners begin..end-1. */
static inline const corner *after(const corner *c, const corner *begin, const corner *end) {
  return c + 1 < end ? c + 1 : begin;
}

/* Returns a value > 0 if a point is to the left of the line, 0 if on it. */
static inline int64_t side(const line *l, pf_lattice_point at) {
  return l->d.x * (at.y - l->through.y) - l->d.y * (at.x - l->through.x);
}

static int side_of_goal(const pf_polyanya *s, const line *l) {
  return pf_turn(l->d, pf_fixed_from_to(pf_lift(l->through, s->mesh->fraction_bits), s->goal.at));
}

/* ---- Roots ---- */

bool pf_polyanya_outdated(const pf_polyanya *s, int32_t number) {
  const root_record *r = &s->roots[number];
  return r->vertex >= 0 && s->best[r->vertex].stamp == s->now &&
         r->length > s->best[r->vertex].length * PF_POLYANYA_ROUNDING;
}

/* Whether a path to a vertex is longer than the best one; if it is shorter, it becomes the best.
 * before: where the path turned last. */
static bool is_beaten(pf_polyanya *s, pf_polyanya_best *best, double length, int32_t before) {
  const double more = length - best->length;
  if (more <= s->within) { /* rare */
    if (more >= -s->within && best->before != before)
      best->before = PF_POLYANYA_SEVERAL_WAYS;
    else if (more < 0)
      best->before = before;
    if (more < 0) best->length = length;
  }
  if (length <= best->length * PF_POLYANYA_ROUNDING || (s->without & PF_POLYANYA_NO_ROOT_HISTORY))
    return false;
  s->pruned++;
  return true;
}

/* Returns the root of paths that come from root `from` and turn at a vertex to the given side;
 * NO_ROOT if they aren't taut there or a shorter path leads there. */
static int32_t turn_at(pf_polyanya *s, int32_t from, int32_t vertex, pf_side turn) {
  if (vertex >= s->mesh->view.convex_count) return NO_ROOT;
  const root_record *r = &s->roots[from];
  const pf_fixed_point at = pf_lift(s->mesh->view.vertices[vertex], s->mesh->fraction_bits);
  const pf_fixed_point travel = pf_fixed_from_to(r->at, at);
  if (!travel.x && !travel.y) return NO_ROOT; /* the start is there, or the mesh is damaged */
  if (pf_side_of_fixed(s->mesh->wedge[vertex], travel) != turn) return NO_ROOT;
  const double x = s->mesh->view.vertices[vertex].x, y = s->mesh->view.vertices[vertex].y;
  const double dx = x - r->x, dy = y - r->y;
  const double length = r->length + sqrt(dx * dx + dy * dy);
  pf_polyanya_best *best = &s->best[vertex];
  if (best->stamp != s->now)
    *best = (pf_polyanya_best){length, s->now, r->vertex};
  else if (is_beaten(s, best, length, r->vertex))
    return NO_ROOT;
  if (pf_grow(&s->roots, &s->root_capacity, s->root_count + 1)) {
    s->starved = true;
    return NO_ROOT;
  }
  s->roots[s->root_count] = (root_record){at, x, y, length, vertex, from};
  return s->root_count++;
}

/* ---- Successors ---- */

/* Whether the search goes on beyond an edge. */
static inline bool leads_on(pf_polyanya *s, const corner *edge) {
  if (edge->neighbour < 0) {
    if (s->without & PF_POLYANYA_NO_CUL_DE_SACS) return true;
  } else if (edge->back >= 0 || pf_stamp_has(&s->at_goal, edge->neighbour) ||
             (s->without & PF_POLYANYA_NO_DEAD_ENDS)) {
    return true;
  }
  s->pruned++;
  return false;
}

static inline successor *add(pf_polyanya *s, int32_t root, const corner *edge) {
  if (pf_grow(&s->fresh, &s->fresh_capacity, s->fresh_count + 1)) {
    s->starved = true;
    return &s->fresh[s->fresh_count - 1]; /* overwritten: the search ends in an error */
  }
  successor *out = &s->fresh[s->fresh_count++];
  out->node.root = root;
  out->node.polygon = edge->neighbour;
  out->node.edge = (uint32_t)(edge->back < 0 ? ~edge->back : edge->back);
  out->node.at_root = 0;
  out->node.steps = root == s->pushed_root ? s->pushed_steps + 1 : 1;
  return out;
}

static inline void end_right(successor *out, const corner *at) {
  out->node.right = (ray){out->node.root, at->vertex};
  out->right_x = at->at.x;
  out->right_y = at->at.y;
}

static inline void end_left(successor *out, const corner *at) {
  out->node.left = (ray){out->node.root, at->vertex};
  out->left_x = at->at.x;
  out->left_y = at->at.y;
}

/* Computes where a line crosses an edge whose ends have these sides of it. */
static inline void crossing(const corner *from, const corner *to, int64_t from_side,
                            int64_t to_side, double *x, double *y) {
  const double part = (double)from_side / ((double)from_side - (double)to_side);
  *x = from->at.x + part * (to->at.x - from->at.x);
  *y = from->at.y + part * (to->at.y - from->at.y);
}

/* Adds the polygon beyond an edge that the root is an end of: the path goes round the root into
 * it. */
static void add_round(pf_polyanya *s, int32_t root, const corner *edge) {
  successor *out = add(s, root, edge);
  out->node.at_root = 1;
}

/* Adds a whole edge (from, to), counter-clockwise, of a polygon of which the root sees all, or all
 * to one side. */
static void add_whole(pf_polyanya *s, int32_t root, const corner *from, const corner *to) {
  const root_record *r = &s->roots[root];
  const pf_fixed_point d = pf_fixed_from_to(r->at, pf_lift(from->at, s->mesh->fraction_bits));
  const pf_lattice_point along = pf_from_to(from->at, to->at);
  if (d.x * along.y - d.y * along.x > 0) {
    successor *out = add(s, root, from);
    end_right(out, from);
    end_left(out, to);
    return;
  }
  /* Seen end on. */
  const pf_fixed_point e = pf_fixed_from_to(r->at, pf_lift(to->at, s->mesh->fraction_bits));
  if (!pf_points_along(d, e)) { /* the root lies on it */
    if (r->vertex >= 0) add_round(s, root, from);
    return; /* the polygons beyond the start's own edges touch the start as well */
  }
  const bool from_is_near = pf_points_along(d, pf_lift(along, 0));
  const int32_t turn = from_is_near ? turn_at(s, root, from->vertex, PF_SIDE_RIGHT)
                                    : turn_at(s, root, to->vertex, PF_SIDE_LEFT);
  if (turn >= 0) add_round(s, turn, from);
}

/* ---- Arriving ---- */

static void arrive(pf_polyanya *s, int32_t root) {
  const root_record *r = &s->roots[root];
  const double dx = s->goal_x - r->x, dy = s->goal_y - r->y;
  const double length = r->length + sqrt(dx * dx + dy * dy);
  const double more = length - s->final_length;
  s->generated++;
  if (fabs(more) <= s->within)
    s->final_several |= s->roots[s->final_root].vertex != r->vertex;
  else if (more < 0)
    s->final_several = false;
  if (more < 0) {
    s->final_length = length;
    s->final_bound = length + s->within;
    s->final_root = root;
  }
}

/* Arrives at the goal in the polygon: only the straight way to it is of use. */
static void arrive_through(pf_polyanya *s, const node *n, const corner *a, const corner *b) {
  if (!n->at_root) {
    const line right = line_of(s, n->right), left = line_of(s, n->left);
    int32_t root = n->root;
    if (side_of_goal(s, &right) < 0)
      root = n->right.vertex == b->vertex ? turn_at(s, n->root, b->vertex, PF_SIDE_RIGHT) : NO_ROOT;
    else if (side_of_goal(s, &left) > 0)
      root = n->left.vertex == a->vertex ? turn_at(s, n->root, a->vertex, PF_SIDE_LEFT) : NO_ROOT;
    if (root >= 0) arrive(s, root);
    return;
  }
  arrive(s, n->root);
}

/* ---- Pushing ---- */

/* Walks round the polygon once: to the right of the cone, in it, to the left of it. Each part goes
 * on where the one before stopped, so separate functions would need all of its state.
 * NOLINTNEXTLINE(readability-function-cognitive-complexity) */
/* The walk round a polygon, from the right end b of its entry to the left end a. */
typedef struct walk {
  pf_polyanya *s;
  const node *n;
  const corner *begin, *end, *a, *b;
  const corner *from, *to; /* the edge that is looked at */
  line right, left;        /* of the cone */
  int64_t here, there;     /* on which side of the ray looked at `from` and `to` lie */
} walk;

static inline void go_on(walk *w) {
  w->from = w->to;
  w->to = after(w->from, w->begin, w->end);
}

/* Adds the successors on edges to the right of the cone, round the right end of the entry, and
 * stops at the first that it meets. */
static inline void push_right(walk *w) {
  pf_polyanya *s = w->s;
  const node *n = w->n;
  int32_t turn = n->right.vertex == w->b->vertex ? NOT_TRIED : NO_ROOT;
  const line right = w->right;
  int64_t here = side(&right, w->from->at), there = side(&right, w->to->at);
  while (there <= 0 && w->to != w->a) {
    if (leads_on(s, w->from)) {
      if (here == 0 && there == 0 && w->from != w->b) {
        const int32_t round = turn_at(s, n->root, w->from->vertex, PF_SIDE_RIGHT);
        if (round >= 0) add_round(s, round, w->from);
      } else {
        if (turn == NOT_TRIED) turn = turn_at(s, n->root, w->b->vertex, PF_SIDE_RIGHT);
        if (turn >= 0) add_whole(s, turn, w->from, w->to);
      }
    }
    go_on(w);
    here = there;
    there = side(&right, w->to->at);
  }
  if (here < 0 && turn != NO_ROOT && leads_on(s, w->from)) {
    if (turn == NOT_TRIED) turn = turn_at(s, n->root, w->b->vertex, PF_SIDE_RIGHT);
    if (turn >= 0) {
      successor *out = add(s, turn, w->from);
      end_right(out, w->from);
      out->node.left = (ray){n->root, w->b->vertex};
      crossing(w->from, w->to, here, there, &out->left_x, &out->left_y);
    }
  }
  w->here = here;
  w->there = there;
}

/* Adds those in the cone. */
static inline void push_observable(walk *w) {
  pf_polyanya *s = w->s;
  const node *n = w->n;
  const line left = w->left;
  int64_t there;
  for (bool first = true;; first = false) {
    there = side(&left, w->to->at);
    if (leads_on(s, w->from)) {
      successor *out = add(s, n->root, w->from);
      if (first && w->here < 0) {
        out->node.right = n->right;
        crossing(w->from, w->to, w->here, w->there, &out->right_x, &out->right_y);
      } else {
        end_right(out, w->from);
      }
      if (there > 0) {
        out->node.left = n->left;
        crossing(w->from, w->to, side(&left, w->from->at), there, &out->left_x, &out->left_y);
      } else {
        end_left(out, w->to);
      }
    }
    if (there >= 0 || w->to == w->a) break;
    go_on(w);
  }
  w->there = there;
}

/* Adds those to the left of the cone, round the left end of the entry. */
static inline void push_left(walk *w) {
  pf_polyanya *s = w->s;
  const node *n = w->n;
  const line left = w->left;
  int64_t there = w->there;
  int32_t turn = n->left.vertex == w->a->vertex ? NOT_TRIED : NO_ROOT;
  if (there > 0 && turn != NO_ROOT && leads_on(s, w->from)) {
    turn = turn_at(s, n->root, w->a->vertex, PF_SIDE_LEFT);
    if (turn >= 0) {
      successor *out = add(s, turn, w->from);
      out->node.right = (ray){n->root, w->a->vertex};
      crossing(w->from, w->to, side(&left, w->from->at), there, &out->right_x, &out->right_y);
      end_left(out, w->to);
    }
  }
  while (w->to != w->a) {
    go_on(w);
    const int64_t here = there;
    there = side(&left, w->to->at);
    if (!leads_on(s, w->from)) continue;
    if (here == 0 && there == 0 && w->to != w->a) {
      const int32_t round = turn_at(s, n->root, w->to->vertex, PF_SIDE_LEFT);
      if (round >= 0) add_round(s, round, w->from);
    } else {
      if (turn == NOT_TRIED) turn = turn_at(s, n->root, w->a->vertex, PF_SIDE_LEFT);
      if (turn >= 0) add_whole(s, turn, w->from, w->to);
    }
  }
}

void pf_polyanya_push(pf_polyanya *s, const node *given) {
  const node n = *given;
  s->fresh_count = 0;
  if (n.polygon < 0) return; /* a wall */
  /* A root sees each polygon once; a search of a damaged mesh might never end. */
  if (n.steps > (uint32_t)s->mesh->view.polygon_count) return;
  s->pushed_root = n.root;
  s->pushed_steps = n.steps;
  const corner *corners = s->mesh->corners;
  walk w = {.s = s,
            .n = &n,
            .begin = corners + s->mesh->view.first_corner[n.polygon],
            .end = corners + s->mesh->view.first_corner[n.polygon + 1],
            .a = corners + n.edge}; /* the left end of the entry */
  w.b = after(w.a, w.begin, w.end);
  if (pf_stamp_has(&s->at_goal, n.polygon)) {
    arrive_through(s, &n, w.a, w.b);
    return;
  }
  w.from = w.b;
  w.to = after(w.from, w.begin, w.end);
  if (n.at_root) {
    for (; w.from != w.a; go_on(&w))
      if (leads_on(s, w.from)) add_whole(s, n.root, w.from, w.to);
    return;
  }
  w.right = line_of(s, n.right);
  w.left = line_of(s, n.left);
  push_right(&w);
  push_observable(&w);
  push_left(&w);
}

void pf_polyanya_push_start(pf_polyanya *s, int32_t polygon) {
  const corner *const begin = s->mesh->corners + s->mesh->view.first_corner[polygon];
  const corner *const end = s->mesh->corners + s->mesh->view.first_corner[polygon + 1];
  for (const corner *from = begin; from != end; from++)
    if (leads_on(s, from)) add_whole(s, 0, from, after(from, begin, end));
}

/* taut.c - finds straight ways that are cheaper than parts of a way, and takes them.
 *
 * Moving stops along their edges (way.c) finds the best way over the same edges. A way can still be
 * made cheaper over others: where it turns at a node with open ground beside it, or makes a detour
 * that nobody would make. Then a straight way between two of its places is cheaper than the part
 * between them. Such ways are tried close round each bend, where any that saves something is taken,
 * and between places spread along the way and its bends, where one is taken if the part costs more
 * than `loop` times as much: going round a block is another way, going to and fro isn't. A straight
 * way pays no more for rivers than the part does: the way to a bridge isn't a detour for those who
 * won't wade. The straight way runs from face to face, so it has a stop on each edge that it
 * crosses, and the way goes on being made cheaper as any other one. */
#include "weighted/taut.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* How many places are spread along the way, and how many bends are added to them at most. */
#define SPREAD 48
#define BENDS_MOST 48
/* What a straight way must save, by the way's cost. */
#define GAIN 1e-9
/* How often a straight way is taken at most. */
#define TAKEN_MOST 60
/* How far beside a straight way it is looked through which faces it runs, by the map's extent: some
 * lattice units, more than borders are bent by rounding. On either side, so that ways along borders
 * and over nodes run through the faces on that side. */
#define BESIDE 2e-8
/* Bends that are closer to each other, by the way's length, are one. */
#define SAME 1e-3
/* Bends are slight up to this sine of the turn. */
#define SLIGHT 0.02
/* How often the distance round a bend at which straight ways are tried is halved, from that of the
 * next bend on. */
#define HALVED_MOST 13

/* ---- Places on the way ---- */

static double distance(pf_xy a, pf_xy b) {
  return hypot(a.x - b.x, a.y - b.y);
}

static bool has_length(const pf_way_step *leg) {
  return leg->kind == PF_WEIGHTED_GROUND || leg->kind == PF_WEIGHTED_ALONG;
}

static pathfan_status measure(pf_taut *t, const pf_way *w) {
  const pathfan_status status = pf_grow(&t->stops, &t->stop_capacity, w->count);
  if (status) return status;
  t->stops[0] = (pf_taut_spot){.at = pf_way_stop_at(w, 0), .is_stop = true};
  for (int32_t i = 1; i < w->count; i++) {
    const pf_taut_spot *last = &t->stops[i - 1];
    pf_taut_spot *s = &t->stops[i];
    *s = (pf_taut_spot){pf_way_stop_at(w, i), last->cost, last->length, last->toll, i, true};
    s->cost += pf_way_leg_cost(w, i - 1, last->at, s->at);
    const double apart = distance(s->at, last->at);
    if (has_length(&w->legs[i - 1]))
      s->length += apart;
    else if (apart == 0) /* over a river, not by a bridge or tunnel */
      s->toll += w->legs[i - 1].toll;
  }
  return PATHFAN_OK;
}

/* The place at a length along the way. */
static pf_taut_spot spot_at(const pf_taut *t, const pf_way *w, double length) {
  int32_t low = 0, high = w->count - 1; /* stops before which and after which it lies */
  while (high - low > 1) {
    const int32_t middle = low + (high - low) / 2;
    *(t->stops[middle].length <= length ? &low : &high) = middle;
  }
  const pf_taut_spot *a = &t->stops[low], *b = &t->stops[high];
  const double whole = b->length - a->length, share = whole > 0 ? (length - a->length) / whole : 0;
  if (!(share > 0)) return *a;
  if (!(share < 1)) return *b;
  return (pf_taut_spot){
      {a->at.x + share * (b->at.x - a->at.x), a->at.y + share * (b->at.y - a->at.y)},
      a->cost + share * (b->cost - a->cost),
      length,
      a->toll,
      low,
      false};
}

static pathfan_status add_bend(pf_taut *t, int32_t stop) {
  const pathfan_status status = pf_grow(&t->bends, &t->bend_capacity, (int64_t)t->bend_count + 1);
  if (!status) t->bends[t->bend_count++] = stop;
  return status;
}

/* Lists the stops at which the way turns, its ends included. */
static pathfan_status list_bends(pf_taut *t, const pf_way *w) {
  pf_xy in = {0, 0};
  t->bend_count = 0;
  pathfan_status status = add_bend(t, 0);
  for (int32_t i = 0; i + 1 < w->count && !status; i++) {
    const pf_xy a = t->stops[i].at, b = t->stops[i + 1].at;
    const double length = hypot(b.x - a.x, b.y - a.y);
    if (!(length > 1e-12 * w->map->extent)) continue;
    const pf_xy out = {(b.x - a.x) / length, (b.y - a.y) / length};
    if (i && (fabs(in.x * out.y - in.y * out.x) > 1e-9 || pf_xy_dot(in, out) < 0))
      status = add_bend(t, i);
    in = out;
  }
  return status ? status : add_bend(t, w->count - 1);
}

static pathfan_status list_spots(pf_taut *t, const pf_way *w) {
  const bool with_bends = t->bend_count <= BENDS_MOST;
  const double whole = t->stops[w->count - 1].length;
  pathfan_status status = pf_grow(&t->spots, &t->spot_capacity, (int64_t)SPREAD + 1 + BENDS_MOST);
  if (status) return status;
  t->spot_count = 0;
  for (int i = 0; i <= SPREAD; i++) t->spots[t->spot_count++] = spot_at(t, w, whole * i / SPREAD);
  for (int32_t i = 0; with_bends && i < t->bend_count; i++)
    t->spots[t->spot_count++] = t->stops[t->bends[i]];
  return PATHFAN_OK;
}

/* ---- The straight way ---- */

/* The edge through which a ray leaves a face; NONE: it doesn't go on, or if it begins there,
 * doesn't run through the face at all. `in`: the edge by which it came. */
static int32_t exit_of(pf_taut *t, const pf_weighted_map *map, int32_t face, int32_t in, pf_xy at,
                       pf_xy along) {
  int32_t best = PF_WEIGHTED_NONE;
  double least = INFINITY, enters = -INFINITY;
  for (uint32_t i = map->first_edge[face]; i < map->first_edge[face + 1]; i++) {
    const int32_t number = map->edges_in[i];
    const pf_weighted_edge *edge = &map->edges[number];
    const pf_xy a = map->nodes[edge->node[0]], b = map->nodes[edge->node[1]];
    const double side = edge->face[0] == face ? 1 : -1; /* the face is on its left, or its right */
    const pf_xy out = {side * (b.y - a.y), side * (a.x - b.x)};
    const double towards = pf_xy_dot(out, along);
    t->pairs++;
    if (number == in || towards == 0) continue;
    const double distance = pf_xy_dot(out, (pf_xy){a.x - at.x, a.y - at.y}) / towards;
    const double length = hypot(b.x - a.x, b.y - a.y); /* several edges may be in one line */
    const double on = ((at.x + along.x * distance - a.x) * (b.x - a.x) +
                       (at.y + along.y * distance - a.y) * (b.y - a.y)) /
                      length;
    const double spare = BESIDE * map->extent;
    if (towards < 0) {
      enters = fmax(enters, distance);
    } else if (distance < least && on > -spare && on < length + spare) {
      least = distance;
      best = number;
    }
  }
  if (in < 0 && !(least > fmax(enters, 0))) return PF_WEIGHTED_NONE;
  return best;
}

static pathfan_status push(pf_way *line, pf_way_stop stop, pf_way_step leg) {
  pathfan_status status = pf_grow(&line->stops, &line->stop_capacity, (int64_t)line->count + 1);
  if (!status) status = pf_grow(&line->legs, &line->leg_capacity, (int64_t)line->count + 1);
  if (status) return status;
  line->stops[line->count] = stop;
  line->legs[line->count++] = leg; /* that leads to the stop */
  return PATHFAN_OK;
}

/* The node at or very near which a stop on an edge is; NONE. A stop on a bank stays with its other
 * one. */
static int32_t node_at(const pf_way *w, const pf_taut_spot *s) {
  const int32_t i = s->leg;
  const pf_way_stop *stop = &w->stops[i];
  if (!s->is_stop || stop->edge < 0 || w->legs[i].kind == PF_WEIGHTED_BANK ||
      (i > 0 && w->legs[i - 1].kind == PF_WEIGHTED_BANK))
    return PF_WEIGHTED_NONE;
  for (int end = 0; end < 2; end++) {
    const int32_t node = w->map->edges[stop->edge].node[end];
    if (distance(w->map->nodes[node], s->at) < BESIDE * w->map->extent) return node;
  }
  return PF_WEIGHTED_NONE;
}

static void faces_at(const pf_way *w, const pf_taut_spot *s, const int32_t **faces,
                     int32_t *count) {
  const pf_way_step *leg = &w->legs[s->leg];
  const int32_t node = node_at(w, s);
  if (node >= 0) {
    *faces = w->map->faces_at + w->map->first_face[node];
    *count = (int32_t)(w->map->first_face[node + 1] - w->map->first_face[node]);
  } else if (s->is_stop) {
    pf_way_faces(w, s->leg, faces, count);
  } else if (leg->kind == PF_WEIGHTED_ALONG) {
    *faces = w->map->edges[leg->by].face;
    *count = 2;
  } else {
    *faces = &leg->by;
    *count = 1;
  }
}

static bool is_among(const int32_t *faces, int32_t count, int32_t face) {
  for (int32_t i = 0; i < count; i++)
    if (faces[i] == face) return true;
  return false;
}

/* Walks straight from one spot to another, beginning in a face, through the faces that are on one
 * side of the straight line, 1 or -1; the stops between become the line. Its cost is the line's;
 * INFINITY: it is blocked, or costs at least `most`. */
static pathfan_status walk(pf_taut *t, const pf_way *w, const pf_taut_spot *a,
                           const pf_taut_spot *b, int32_t face, int side, double most) {
  const pf_weighted_map *map = w->map;
  const double whole = distance(a->at, b->at);
  const pf_xy along = {(b->at.x - a->at.x) / whole, (b->at.y - a->at.y) / whole};
  const double beside = side * BESIDE * map->extent;
  const pf_xy begin = {a->at.x - along.y * beside, a->at.y + along.x * beside};
  const int32_t *goal;
  int32_t goal_count, in = PF_WEIGHTED_NONE;
  pf_xy at = a->at;
  double cost = 0, toll = 0;
  pf_way *line = &t->line;
  faces_at(w, b, &goal, &goal_count);
  line->count = 0;
  line->cost = INFINITY;
  pathfan_status status = PATHFAN_OK;
  for (int32_t steps = 0; !is_among(goal, goal_count, face); steps++) {
    const int32_t number = exit_of(t, map, face, in, begin, along);
    if (number < 0 || steps > map->face_count) return PATHFAN_OK;
    const pf_weighted_edge *edge = &map->edges[number];
    const pf_xy p = map->nodes[edge->node[0]], q = map->nodes[edge->node[1]];
    const double length = distance(p, q);
    const pf_xy d = {(q.x - p.x) / length, (q.y - p.y) / length};
    /* Where the ray's line meets the edge's. */
    const double sine = along.x * d.y - along.y * d.x;
    const double x = ((p.x - a->at.x) * along.y - (p.y - a->at.y) * along.x) / sine;
    const double on = x > 0 ? fmin(x, length) : 0;
    const pf_xy here = pf_xy_on(p, d, on);
    cost += map->rate[face] * distance(at, here);
    status = push(line, (pf_way_stop){PF_WEIGHTED_NONE, number, on},
                  (pf_way_step){PF_WEIGHTED_GROUND, face, map->rate[face], 0});
    if (status) return status;
    face = edge->face[edge->face[0] == face];
    in = number;
    at = here;
    if (face < 0) { /* over the river, to its other bank */
      if (edge->bank < 0) return PATHFAN_OK;
      cost += edge->crossing;
      toll += edge->crossing;
      if (!(toll <= (b->toll - a->toll) * (1 + 1e-9))) return PATHFAN_OK;
      status = push(line, (pf_way_stop){PF_WEIGHTED_NONE, edge->bank, length - on},
                    (pf_way_step){PF_WEIGHTED_BANK, number, 0, edge->crossing});
      if (status) return status;
      in = edge->bank;
      face = map->edges[in].face[0];
    }
    if (!(cost + map->least * distance(at, b->at) < most)) return PATHFAN_OK;
  }
  cost += map->rate[face] * distance(at, b->at);
  if (cost < most) line->cost = cost;
  const pf_way_step last = {PF_WEIGHTED_GROUND, face, map->rate[face], 0};
  return push(line, (pf_way_stop){PF_WEIGHTED_NONE, PF_WEIGHTED_NONE, 0}, last);
}

/* Adds the stop of a spot on an edge, to which `leg` leads. */
static pathfan_status push_on_edge(pf_way *next, const pf_way *w, const pf_taut_spot *s,
                                   pf_way_step leg) {
  const int32_t edge = w->legs[s->leg].by;
  const pf_xy p = w->map->nodes[w->map->edges[edge].node[0]];
  return push(next, (pf_way_stop){PF_WEIGHTED_NONE, edge, distance(p, s->at)}, leg);
}

/* The stop of the way at which a spot is. Near a node it is the node: then the line may run through
 * a face that meets the edge of the stop in the node alone, and the stop mustn't leave it. */
static pf_way_stop stop_of(const pf_way *w, const pf_taut_spot *s) {
  const int32_t node = node_at(w, s);
  return node < 0 ? w->stops[s->leg] : (pf_way_stop){node, PF_WEIGHTED_NONE, 0};
}

/* Puts the line in place of the part between its spots. */
static pathfan_status take_line(pf_taut *t, pf_way *w, const pf_taut_spot *a,
                                const pf_taut_spot *b) {
  pf_way *next = &t->next;
  const pf_way_step *from = &w->legs[a->leg], *to = &w->legs[b->leg];
  pathfan_status status = PATHFAN_OK;
  next->count = 0;
  for (int32_t i = 0; i <= a->leg && !status; i++)
    status = push(next, a->is_stop && i == a->leg ? stop_of(w, a) : w->stops[i],
                  i ? w->legs[i - 1] : (pf_way_step){0});
  if (!status && !a->is_stop && from->kind == PF_WEIGHTED_ALONG)
    status = push_on_edge(next, w, a, *from);
  for (int32_t i = 0; i + 1 < t->line.count && !status; i++)
    status = push(next, t->line.stops[i], t->line.legs[i]);
  pf_way_step last = t->line.legs[t->line.count - 1];
  if (!status && !b->is_stop && to->kind == PF_WEIGHTED_ALONG) {
    status = push_on_edge(next, w, b, last);
    last = *to;
  }
  for (int32_t i = b->is_stop ? b->leg : b->leg + 1; i < w->count && !status; i++) {
    status = push(next, b->is_stop && i == b->leg ? stop_of(w, b) : w->stops[i], last);
    last = i + 1 < w->count ? w->legs[i] : last;
  }
  if (status) return status;
  memmove(next->legs, next->legs + 1, ((size_t)next->count - 1) * sizeof *next->legs);
  next->cost = w->cost;
  return pf_way_copy(w, next);
}

/* ---- Tautening ---- */

typedef struct pf_shortcut {
  pf_taut_spot from, to;
  int32_t face; /* in which it begins */
  int side;
  double gain;
} pf_shortcut;

/* Tries the straight way between two spots, whose part may cost `loop` times as much. */
static pathfan_status try_line(pf_taut *t, const pf_way *w, const pf_taut_spot *a,
                               const pf_taut_spot *b, double loop, pf_shortcut *best) {
  const int32_t *faces;
  int32_t count;
  const double part = b->cost - a->cost, apart = distance(a->at, b->at);
  if (!(apart > 0) || !(w->map->least * apart < part / loop)) return PATHFAN_OK;
  faces_at(w, a, &faces, &count);
  for (int32_t i = 0; i < 2 * count; i++) {
    const int32_t face = faces[i / 2];
    const int side = i % 2 ? 1 : -1;
    if (face < 0) continue;
    const pathfan_status status =
        walk(t, w, a, b, face, side, fmin(part - best->gain, part / loop));
    if (status) return status;
    if (isfinite(t->line.cost)) *best = (pf_shortcut){*a, *b, face, side, part - t->line.cost};
  }
  return PATHFAN_OK;
}

/* Whether the way turns enough at a bend; at its ends, too. */
static bool is_sharp(const pf_taut *t, int32_t bend) {
  if (bend == 0 || bend + 1 == t->bend_count) return true;
  const pf_xy last = t->stops[t->bends[bend - 1]].at, at = t->stops[t->bends[bend]].at;
  const pf_xy next = t->stops[t->bends[bend + 1]].at;
  const pf_xy in = {at.x - last.x, at.y - last.y}, out = {next.x - at.x, next.y - at.y};
  return fabs(in.x * out.y - in.y * out.x) > SLIGHT * distance(last, at) * distance(at, next) ||
         pf_xy_dot(in, out) < 0;
}

/* How far it is from a bend to the next sharp one on a side, 1 or -1, that isn't nearly the same.
 */
static double room_beside(const pf_taut *t, const pf_way *w, int32_t bend, int side) {
  const double at = t->stops[t->bends[bend]].length;
  const double least = SAME * t->stops[w->count - 1].length;
  double room = 0;
  for (int32_t i = bend + side; i >= 0 && i < t->bend_count; i += side) {
    room = fabs(t->stops[t->bends[i]].length - at);
    if (room > least && is_sharp(t, i)) break;
  }
  return room;
}

/* Tries straight ways close round the bends. */
static pathfan_status try_bends(pf_taut *t, const pf_way *w, pf_shortcut *best) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 1; i + 1 < t->bend_count && !status; i++) {
    const double at = t->stops[t->bends[i]].length;
    const double room = fmin(room_beside(t, w, i, -1), room_beside(t, w, i, 1));
    for (int k = 0; k <= HALVED_MOST && !status && room > 0; k++) {
      const pf_taut_spot a = spot_at(t, w, at - ldexp(room, -k));
      const pf_taut_spot b = spot_at(t, w, at + ldexp(room, -k));
      status = try_line(t, w, &a, &b, 1, best);
    }
  }
  return status;
}

static pathfan_status find_shortcut(pf_taut *t, const pf_way *w, pf_shortcut *best) {
  *best = (pf_shortcut){.gain = GAIN * w->cost};
  const double least = best->gain;
  pathfan_status status = measure(t, w);
  if (!status) status = list_bends(t, w);
  if (!status && t->bend_count > 2) status = try_bends(t, w, best);
  if (status || best->gain > least || t->bend_count == 2 || t->loop == 0) return status;
  status = list_spots(t, w);
  for (int32_t i = 0; i < t->spot_count && !status; i++)
    for (int32_t k = 0; k < t->spot_count && !status; k++)
      if (t->spots[i].length < t->spots[k].length)
        status = try_line(t, w, &t->spots[i], &t->spots[k], t->loop, best);
  return status;
}

pathfan_status pf_tauten(pf_taut *t, pf_way *w) {
  for (int taken = 0; taken < TAKEN_MOST && w->cost > 0; taken++) {
    pf_shortcut best;
    pathfan_status status = find_shortcut(t, w, &best);
    if (status || !(best.gain > GAIN * w->cost)) return status;
    status = walk(t, w, &best.from, &best.to, best.face, best.side, INFINITY);
    if (!status) status = take_line(t, w, &best.from, &best.to);
    if (!status) status = pf_way_shorten(w);
    if (!status) status = pf_way_straighten(w);
    if (status) return status;
  }
  return PATHFAN_OK;
}

void pf_taut_free(pf_taut *t) {
  free(t->stops);
  free(t->spots);
  free(t->bends);
  pf_way_free(&t->line);
  pf_way_free(&t->next);
  memset(t, 0, sizeof *t);
}

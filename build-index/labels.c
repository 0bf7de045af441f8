/* labels.c - labels are found hub by hub, one tree each; queries want them vertex by vertex, in
 * order of the direction in which they leave (docs/decisions/labels-by-vertex.md). A counting sort
 * turns them round and each vertex's are sorted; then every label is linked to the one that
 * continues it, hub by hub again. */
#include "labels.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

enum { GROUPS = PATHFAN_LABEL_GROUPS };

/* A label on its way from its hub's list to its vertex's. */
typedef struct label {
  int64_t length;              /* of the trees' unit */
  pathfan_lattice_point along; /* to the next vertex; of a straight way to the hub */
  int32_t vertex, hub;         /* columns */
  int32_t next;                /* column; -1: the way is straight */
  int32_t group;               /* pathfan_side on which the path leaves the vertex */
} label;

typedef struct scribe {
  const pathfan_graph *graph;
  const pathfan_hub *hubs;
  const int32_t *column_of;
  int32_t *vertex_at; /* [Size: n] build number of a column */
  int32_t n;
  int id_bytes;
  label *labels; /* [Size: label_count] by vertex and group, in order of direction */
  uint32_t label_count;
  uint32_t *first; /* [Size: n + 2] a vertex's first label */
  pathfan_label_lists *out;
  pathfan_error *error;
} scribe;

static pathfan_status out_of_memory(const scribe *s) {
  return pathfan_fail(s->error, PATHFAN_ERR_NO_MEMORY, "out of memory listing labels");
}

static pathfan_lattice_point from_to(const scribe *s, int32_t from_column, int32_t to_column) {
  const pathfan_graph *graph = s->graph;
  return pathfan_from_to(graph->at[s->vertex_at[from_column]], graph->at[s->vertex_at[to_column]]);
}

static pathfan_side leaving_side(const scribe *s, int32_t from_column, int32_t to_column) {
  return pathfan_side_of(s->graph->wedge[s->vertex_at[from_column]],
                         from_to(s, from_column, to_column));
}

/* ---- By vertex and direction ---- */

/* Which of two directions of a group turns more sharply round the obstacle: none of them is half a
 * turn from another, since the obstacle lies on one side of all. */
static int64_t sharper(const label *x, const label *y) {
  const int64_t turn = pathfan_cross(x->along, y->along);
  return x->group == PATHFAN_SIDE_RIGHT ? -turn : turn;
}

static int by_direction(const void *a, const void *b) {
  const label *x = a, *y = b;
  if (x->group != y->group) return x->group - y->group;
  const int64_t turn = sharper(x, y);
  if (turn) return turn > 0 ? 1 : -1;
  if (x->next != y->next) return x->next < y->next ? -1 : 1; /* straight ones first */
  return (x->hub > y->hub) - (x->hub < y->hub);
}

static label label_of(const scribe *s, int32_t hub, const pathfan_hub_label *from) {
  const int32_t v = s->column_of[from->vertex], next = s->column_of[from->next];
  return (label){
      from->length, from_to(s, v, next), v, hub, next, (int32_t)leaving_side(s, v, next)};
}

static label straight_label(const scribe *s, int32_t hub, int32_t vertex) {
  const int32_t v = s->column_of[vertex];
  const pathfan_lattice_point along = from_to(s, v, hub);
  return (label){pathfan_length_units(along, s->graph->length_bits),
                 along,
                 v,
                 hub,
                 -1,
                 (int32_t)leaving_side(s, v, hub)};
}

/* Whether a path can go on beyond a hub that a vertex sees: seen from the hub, leaving for the
 * vertex, the obstacle changes sides, and NONE stays NONE. */
static bool is_passable(const scribe *s, int32_t hub, int32_t vertex) {
  return leaving_side(s, hub, s->column_of[vertex]) != PATHFAN_SIDE_NONE;
}

/* Counting first, one place ahead, so that filling leaves the beginnings. */
static pathfan_status transpose(scribe *s) {
  uint64_t total = 0;
  s->first = pathfan_alloc_zero((uint64_t)s->n + 2, sizeof *s->first);
  if (!s->first) return out_of_memory(s);
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t c = 0; c < s->n; c++) {
      const pathfan_hub *hub = &s->hubs[s->vertex_at[c]];
      for (int32_t i = 0; i < hub->label_count; i++) {
        const int32_t v = s->column_of[hub->labels[i].vertex];
        if (pass)
          s->labels[s->first[v + 1]++] = label_of(s, c, &hub->labels[i]);
        else
          s->first[v + 2]++, total++;
      }
      for (int32_t i = 0; i < hub->seen_count; i++) {
        const int32_t v = s->column_of[hub->seen[i]];
        if (!is_passable(s, c, hub->seen[i])) continue;
        if (pass)
          s->labels[s->first[v + 1]++] = straight_label(s, c, hub->seen[i]);
        else
          s->first[v + 2]++, total++;
      }
    }
    if (pass) break;
    if (total > UINT32_MAX / 2)
      return pathfan_fail(s->error, PATHFAN_ERR_LIMIT, "more than 2^31 distance labels");
    s->labels = pathfan_alloc(total, sizeof *s->labels);
    if (!s->labels) return out_of_memory(s);
    for (int32_t v = 0; v < s->n; v++) s->first[v + 2] += s->first[v + 1];
  }
  s->label_count = (uint32_t)total;
  for (int32_t v = 0; v < s->n; v++) {
    const uint32_t count = s->first[v + 1] - s->first[v];
    if (count) qsort(s->labels + s->first[v], count, sizeof *s->labels, by_direction);
  }
  return PATHFAN_OK;
}

/* How long labels may be, and how many a vertex has, decide the form of what is stored. */
static pathfan_status choose_form(scribe *s) {
  pathfan_label_lists *out = s->out;
  int64_t longest = 0;
  uint32_t most = 0;
  if ((uint32_t)s->n >> PATHFAN_HUB_BITS)
    return pathfan_fail(s->error, PATHFAN_ERR_LIMIT, "more than 2^24 convex vertices");
  for (uint32_t i = 0; i < s->label_count; i++)
    if (s->labels[i].length > longest) longest = s->labels[i].length;
  for (int32_t v = 0; v < s->n; v++)
    if (s->first[v + 1] - s->first[v] > most) most = s->first[v + 1] - s->first[v];
  /* Rounding up must not reach all ones plus one. */
  while (longest >> out->length_shift >= (INT64_C(1) << (8 * PATHFAN_LENGTH_BYTES)) - 1)
    out->length_shift++;
  out->end_bytes = (int)pathfan_count_bytes(most);
  out->next_bytes = (int)pathfan_count_bytes(most + PATHFAN_NEXT_SPECIAL - 1);
  if (s->graph->length_bits - out->length_shift < PATHFAN_LENGTH_BITS_LEAST)
    return pathfan_fail(s->error, PATHFAN_ERR_LIMIT,
                        "paths are longer than 2^48 units of the lattice: choose a larger unit");
  return PATHFAN_OK;
}

static pathfan_status code_labels(scribe *s) {
  pathfan_label_lists *out = s->out;
  const int64_t half = out->length_shift ? INT64_C(1) << (out->length_shift - 1) : 0;
  const int bits = s->graph->length_bits - out->length_shift;
  out->labels = pathfan_alloc(s->label_count, sizeof *out->labels);
  out->label_count = s->label_count;
  if (!out->labels) return out_of_memory(s);
  for (uint32_t i = 0; i < s->label_count; i++) {
    const label *l = &s->labels[i];
    /* Each is rounded once. */
    const int64_t length = l->next < 0 ? pathfan_length_units(l->along, bits)
                                       : (l->length + half) >> out->length_shift;
    out->labels[i] = (uint64_t)length << PATHFAN_HUB_BITS | (uint64_t)l->hub;
  }
  return PATHFAN_OK;
}

/* ---- Exits ---- */

/* Whether a label takes the exit of those before it. The straight ones of a ray share that of its
 * first next vertex; where obstacles touch in a point, there are several next vertices there. */
static bool same_exit(const label *first, const label *l, int32_t next) {
  return first->group == l->group && !sharper(first, l) && (next < 0 || next == l->next);
}

/* Labels from `first` to the end of their exit; *next: its vertex. */
static uint32_t exit_end(const scribe *s, uint32_t first, uint32_t stop, int32_t *next) {
  const label *labels = s->labels, *nearest = &labels[first];
  uint32_t i = first;
  for (*next = -1; i < stop && same_exit(&labels[first], &labels[i], *next); i++) {
    *next = labels[i].next;
    if (labels[i].length < nearest->length) nearest = &labels[i];
  }
  if (*next < 0) *next = nearest->hub;
  return i;
}

static pathfan_status code_exits(scribe *s) {
  pathfan_label_lists *out = s->out;
  const uint32_t size = (uint32_t)(s->id_bytes + out->end_bytes);
  uint32_t count = 0;
  out->spans = pathfan_alloc_zero((uint64_t)s->n + 1, sizeof *out->spans);
  /* No more than labels; what is too much is given back. */
  uint8_t *exits = pathfan_alloc_zero((uint64_t)s->label_count * size + PATHFAN_LABEL_SLACK, 1);
  out->exits = exits;
  if (!out->spans || !exits) return out_of_memory(s);
  for (int32_t v = 0; v < s->n; v++) {
    pathfan_layout_span *span = &out->spans[v];
    const uint32_t begin = s->first[v], stop = s->first[v + 1];
    int group = 0;
    span->labels = begin;
    span->exits[0] = count;
    for (uint32_t i = begin, end; i < stop; i = end) {
      int32_t next;
      while (group < s->labels[i].group) span->exits[++group] = count;
      end = exit_end(s, i, stop, &next);
      const uint32_t relative = end - begin;
      uint8_t *at = exits + (uint64_t)count++ * size;
      pathfan_store_id(at, 0, s->id_bytes, (uint32_t)next);
      memcpy(at + s->id_bytes, &relative, (size_t)out->end_bytes);
    }
    while (group < GROUPS - 1) span->exits[++group] = count;
  }
  out->spans[s->n].labels = s->label_count;
  for (int g = 0; g < GROUPS; g++) out->spans[s->n].exits[g] = count;
  out->exits_size = (uint64_t)count * size + PATHFAN_LABEL_SLACK;
  exits = pathfan_resize(exits, out->exits_size, 1);
  if (exits) out->exits = exits;
  return PATHFAN_OK;
}

/* ---- Next labels ---- */

/* Labels in order of their hubs; *first [Size: n + 2] is left to the caller, as is *order. */
static pathfan_status list_by_hub(const scribe *s, uint32_t **order, uint32_t **first) {
  *first = pathfan_alloc_zero((uint64_t)s->n + 2, sizeof **first);
  *order = pathfan_alloc(s->label_count, sizeof **order);
  if (!*first || !*order) return out_of_memory(s);
  for (uint32_t i = 0; i < s->label_count; i++) (*first)[s->labels[i].hub + 2]++;
  for (int32_t h = 0; h < s->n; h++) (*first)[h + 2] += (*first)[h + 1];
  for (uint32_t i = 0; i < s->label_count; i++) (*order)[(*first)[s->labels[i].hub + 1]++] = i;
  return PATHFAN_OK;
}

/* number: [Size: n] of the label for a hub, -1 where there is none. */
static uint32_t next_label(const scribe *s, const label *l, const int32_t *number) {
  if (l->next < 0) return UINT32_MAX - PATHFAN_NEXT_STRAIGHT;
  const int32_t after = number[l->next];
  const bool sees = after < 0 || s->labels[s->first[l->next] + (uint32_t)after].next < 0;
  return sees ? UINT32_MAX - PATHFAN_NEXT_SEES : (uint32_t)after;
}

static pathfan_status code_next_labels(scribe *s) {
  pathfan_label_lists *out = s->out;
  const size_t bytes = (size_t)out->next_bytes;
  uint32_t *order = NULL, *first = NULL;
  int32_t *number = pathfan_alloc((uint64_t)s->n, sizeof *number);
  out->next_labels_size = (uint64_t)s->label_count * bytes + PATHFAN_LABEL_SLACK;
  out->next_labels = pathfan_alloc_zero(out->next_labels_size, 1);
  pathfan_status status =
      number && out->next_labels ? list_by_hub(s, &order, &first) : out_of_memory(s);
  for (int32_t v = 0; v < s->n && !status; v++) number[v] = -1;
  for (int32_t h = 0; h < s->n && !status; h++) {
    const uint32_t begin = first[h], end = first[h + 1];
    for (uint32_t k = begin; k < end; k++) {
      const int32_t v = s->labels[order[k]].vertex;
      number[v] = (int32_t)(order[k] - s->first[v]);
    }
    for (uint32_t k = begin; k < end; k++) {
      const uint32_t next = next_label(s, &s->labels[order[k]], number);
      memcpy(out->next_labels + order[k] * bytes, &next, bytes);
    }
    for (uint32_t k = begin; k < end; k++) number[s->labels[order[k]].vertex] = -1;
  }
  free(number);
  free(order);
  free(first);
  return status;
}

/* ---- Hubs ---- */

static int by_number(const void *a, const void *b) {
  const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* Those that see a hub head-on, passing their own obstacles; ids has room for all that see it. */
static int32_t list_head_on(const scribe *s, int32_t hub, int32_t *ids) {
  const pathfan_hub *of = &s->hubs[s->vertex_at[hub]];
  int32_t count = 0;
  for (int32_t i = 0; i < of->seen_count; i++) {
    const int32_t v = s->column_of[of->seen[i]];
    if (!is_passable(s, hub, of->seen[i]) && leaving_side(s, v, hub) != PATHFAN_SIDE_NONE)
      ids[count++] = v;
  }
  if (count) qsort(ids, (size_t)count, sizeof *ids, by_number);
  return count;
}

static pathfan_status code_hubs(scribe *s) {
  pathfan_label_lists *out = s->out;
  const uint32_t bits = pathfan_number_bits((uint32_t)s->n);
  const uint64_t head = ((uint64_t)s->n + 1) * 4;
  uint64_t most = 0;
  uint32_t total = 0;
  for (int32_t h = 0; h < s->n; h++) most += (uint64_t)s->hubs[h].seen_count;
  int32_t *ids = pathfan_alloc((uint64_t)s->n, sizeof *ids);
  /* Zeros that nobody touches take no memory. */
  out->hubs = pathfan_alloc_zero(head + (most * bits + 7) / 8 + PATHFAN_ROW_SLACK, 1);
  if (!ids || !out->hubs) {
    free(ids);
    return out_of_memory(s);
  }
  for (int32_t h = 0; h < s->n; h++) {
    const int32_t count = list_head_on(s, h, ids);
    for (int32_t i = 0; i < count; i++, total++) {
      const uint64_t at = (uint64_t)total * bits;
      uint32_t four;
      memcpy(&four, out->hubs + head + (at >> 3), 4);
      four |= (uint32_t)ids[i] << (at & 7);
      memcpy(out->hubs + head + (at >> 3), &four, 4);
    }
    memcpy(out->hubs + 4 * ((uint64_t)h + 1), &total, 4);
  }
  free(ids);
  out->hubs_size = head + ((uint64_t)total * bits + 7) / 8 + PATHFAN_ROW_SLACK;
  return PATHFAN_OK;
}

pathfan_status pathfan_label_lists_build(const pathfan_graph *graph, const pathfan_tables *tables,
                                         const int32_t *column_of, pathfan_label_lists *lists,
                                         pathfan_error *error) {
  scribe s = {.graph = graph,
              .hubs = tables->hubs,
              .column_of = column_of,
              .n = graph->vertex_count,
              .id_bytes = tables->id_bytes,
              .out = lists,
              .error = error};
  memset(lists, 0, sizeof *lists);
  s.vertex_at = pathfan_alloc((uint64_t)s.n, sizeof *s.vertex_at);
  pathfan_status status = s.vertex_at ? PATHFAN_OK : out_of_memory(&s);
  for (int32_t v = 0; v < s.n && !status; v++) s.vertex_at[column_of[v]] = v;
  if (!status) status = transpose(&s);
  if (!status) status = choose_form(&s);
  if (!status) status = code_labels(&s);
  if (!status) status = code_exits(&s);
  if (!status) status = code_next_labels(&s);
  if (!status) status = code_hubs(&s);
  free(s.labels);
  free(s.first);
  free(s.vertex_at);
  if (status) pathfan_label_lists_free(lists);
  return status;
}

void pathfan_label_lists_free(pathfan_label_lists *lists) {
  free(lists->spans);
  free(lists->exits);
  free(lists->labels);
  free(lists->next_labels);
  free(lists->hubs);
  memset(lists, 0, sizeof *lists);
}

/* labels.c - turns the lists of hubs into lists of vertices.
 *
 * Labels are found hub by hub, one tree each; queries want them vertex by vertex, in order of the
 * direction in which they leave (docs/decisions/labels-by-vertex.md). Labels take more
 * memory than all else in a build, so they are regrouped a stretch of vertices at a time: hubs'
 * lists ascend by vertex, and each is read on from where the last stretch stopped. A label's number
 * among those of its vertex is stored by its place in the hubs' lists; a second pass over these
 * links every label to the one that continues it. */
#include "labels.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "base/status.h"

enum { GROUPS = PF_LABEL_GROUPS };

/* The most labels sorted at a time, unless one vertex has more: the larger of a fixed number and so
 * many per hub, since each stretch goes over all hubs. */
#define STRETCH_LABELS (UINT32_C(1) << 17)
#define STRETCH_PER_HUB 2

/* A label on its way from its hub's list to its vertex's list. */
typedef struct label {
  int64_t place;          /* among the labels of all hubs; -1: the path is straight */
  int64_t length;         /* in the trees' unit */
  pf_lattice_point along; /* to the next vertex; of a straight path, to the hub */
  int32_t hub;            /* column */
  int32_t next;           /* column; -1: the path is straight */
  int32_t group;          /* pf_side on which the path leaves the vertex */
} label;

/* A hub's lists, and how far they have been read. */
typedef struct bookmark {
  pf_hub_reader labels, seen;
} bookmark;

/* The vertices whose labels are sorted at a time: build numbers from .. to-1. */
typedef struct stretch {
  int32_t from, to;
  label *labels;   /* by vertex and group, in order of direction */
  uint32_t *begin; /* [Size: n + 2] where the labels of each of its vertices begin */
} stretch;

/* The exits of all vertices so far, in order of build numbers. */
typedef struct exit_list {
  uint8_t *bytes;
  uint64_t capacity; /* bytes */
  uint32_t size;     /* bytes of one */
  uint32_t count;
  uint32_t *at; /* [Size: n] each vertex's first exit */
} exit_list;

typedef struct scribe {
  const pf_graph *graph;
  const pf_hub_lists *hubs;
  const int32_t *column_of;
  int32_t *vertex_at; /* [Size: n] build number of a column */
  int32_t n;
  int id_bytes;
  uint32_t label_count;
  uint32_t *first; /* [Size: n + 2] a column's first label */
  uint64_t *place; /* [Size: n + 1] place of each hub's first label among those of all hubs */
  uint8_t *number; /* [Size: next_bytes a label] by place, each label's number among its vertex's */
  int64_t longest; /* in the trees' unit */
  bookmark *read;  /* [Size: n] by hub, a build number */
  stretch stretch;
  exit_list exits;
  pf_spill *spill;
  pf_spill_array numbers;
  pf_label_lists *out;
  const pf_limits *limits;
  pathfan_error *error;
} scribe;

static pathfan_status out_of_memory(const scribe *s) {
  return pf_fail(s->error, PATHFAN_ERR_NO_MEMORY, "out of memory listing labels");
}

static pf_lattice_point from_to(const scribe *s, int32_t from_column, int32_t to_column) {
  const pf_graph *graph = s->graph;
  return pf_from_to(graph->at[s->vertex_at[from_column]], graph->at[s->vertex_at[to_column]]);
}

static pf_side leaving_side(const scribe *s, int32_t from_column, int32_t to_column) {
  return pf_side_of(s->graph->wedge[s->vertex_at[from_column]], from_to(s, from_column, to_column));
}

/* ---- By direction ---- */

/* Compares how sharply two directions of a group turn round the obstacle; positive: y is sharper.
 * No two are half a turn apart, since the obstacle lies on the same side of all. */
static int64_t sharper(const label *x, const label *y) {
  const int64_t turn = pf_cross(x->along, y->along);
  return x->group == PF_SIDE_RIGHT ? -turn : turn;
}

static int by_direction(const void *a, const void *b) {
  const label *x = a, *y = b;
  if (x->group != y->group) return x->group - y->group;
  const int64_t turn = sharper(x, y);
  if (turn) return turn > 0 ? 1 : -1;
  if (x->next != y->next) return x->next < y->next ? -1 : 1; /* straight ones first */
  return (x->hub > y->hub) - (x->hub < y->hub);
}

static label label_of(const scribe *s, int32_t hub, int64_t place, const pf_hub_label *from) {
  const int32_t v = s->column_of[from->vertex], next = s->column_of[from->next];
  return (label){place, from->length, from_to(s, v, next),
                 hub,   next,         (int32_t)leaving_side(s, v, next)};
}

static label straight_label(const scribe *s, int32_t hub, int32_t vertex) {
  const int32_t v = s->column_of[vertex];
  const pf_lattice_point along = from_to(s, v, hub);
  return (label){-1,    pf_length_units(along, s->graph->length_bits),
                 along, hub,
                 -1,    (int32_t)leaving_side(s, v, hub)};
}

/* Whether a path can go on beyond a hub that a vertex sees. Leaving the hub for the vertex instead
 * swaps the obstacle's side, but NONE stays NONE. */
static bool is_passable(const scribe *s, int32_t hub, int32_t vertex) {
  return leaving_side(s, hub, s->column_of[vertex]) != PF_SIDE_NONE;
}

/* ---- How many, and how long ---- */

static void note_length(scribe *s, int64_t length) {
  if (length > s->longest) s->longest = length;
}

static pathfan_status count_labels(scribe *s) {
  uint64_t total = 0;
  s->first = pf_alloc_zero((uint64_t)s->n + 2, sizeof *s->first);
  s->place = pf_alloc_zero((uint64_t)s->n + 1, sizeof *s->place);
  if (!s->first || !s->place) return out_of_memory(s);
  for (int32_t h = 0; h < s->n; h++) {
    const int32_t c = s->column_of[h];
    pf_hub_reader labels = pf_hub_labels(s->hubs, h), seen = pf_hub_viewers(s->hubs, h);
    pf_hub_label l;
    s->place[h + 1] = s->place[h] + (uint64_t)labels.left;
    while (pf_hub_next_label(&labels, &l)) {
      s->first[s->column_of[l.vertex] + 1]++, total++;
      note_length(s, l.length);
    }
    for (int32_t v; pf_hub_next_viewer(&seen, &v);) {
      if (!is_passable(s, c, v)) continue;
      s->first[s->column_of[v] + 1]++, total++;
      note_length(s, straight_label(s, c, v).length);
    }
  }
  if (total > UINT32_MAX / 2)
    return pf_fail(s->error, PATHFAN_ERR_LIMIT, "more than 2^31 distance labels");
  s->label_count = (uint32_t)total;
  for (int32_t v = 0; v < s->n; v++) s->first[v + 1] += s->first[v];
  return PATHFAN_OK;
}

static uint32_t count_of(const scribe *s, int32_t vertex) {
  const int32_t column = s->column_of[vertex];
  return s->first[column + 1] - s->first[column];
}

/* Chooses the stored form by how long labels are, and how many a vertex has. */
static pathfan_status choose_form(scribe *s) {
  pf_label_lists *out = s->out;
  uint32_t most = 0;
  if ((uint32_t)s->n >> PF_HUB_BITS)
    return pf_fail(s->error, PATHFAN_ERR_LIMIT, "more than 2^24 convex vertices");
  for (int32_t v = 0; v < s->n; v++)
    if (s->first[v + 1] - s->first[v] > most) most = s->first[v + 1] - s->first[v];
  /* Rounded up, a length must not exceed all ones. */
  while (s->longest >> out->length_shift >= (INT64_C(1) << (8 * PF_LENGTH_BYTES)) - 1)
    out->length_shift++;
  out->end_bytes = (int)pf_count_bytes(most);
  out->next_bytes = (int)pf_count_bytes(most + PF_NEXT_SPECIAL - 1);
  if (s->graph->length_bits - out->length_shift < PF_LENGTH_BITS_LEAST)
    return pf_fail(s->error, PATHFAN_ERR_LIMIT,
                   "paths are longer than 2^48 units of the lattice: choose a larger unit");
  return PATHFAN_OK;
}

/* ---- Exits ---- */

/* Whether a label takes the exit of those before it. The straight labels of a ray share the exit of
 * its first next vertex; where obstacles touch in a point, several next vertices lie there. */
static bool same_exit(const label *first, const label *l, int32_t next) {
  return first->group == l->group && !sharper(first, l) && (next < 0 || next == l->next);
}

/* Returns the end of the labels that share the exit of label `first`; *next: the exit's vertex. */
static uint32_t exit_end(const scribe *s, uint32_t first, uint32_t stop, int32_t *next) {
  const label *labels = s->stretch.labels, *nearest = &labels[first];
  uint32_t i = first;
  for (*next = -1; i < stop && same_exit(&labels[first], &labels[i], *next); i++) {
    *next = labels[i].next;
    if (labels[i].length < nearest->length) nearest = &labels[i];
  }
  if (*next < 0) *next = nearest->hub;
  return i;
}

/* Makes room for `more` exits, of which some may not be needed. */
static pathfan_status make_room(exit_list *exits, uint32_t more) {
  const uint64_t need = (uint64_t)exits->count + more;
  if (need > UINT32_MAX) return PATHFAN_ERR_NO_MEMORY;
  return pf_grow(&exits->bytes, &exits->capacity, need * exits->size);
}

/* Codes the exits of a vertex of the stretch, and notes in its span how many precede each group. */
static pathfan_status code_exits(scribe *s, int32_t vertex, uint32_t begin, uint32_t stop) {
  const pf_label_lists *out = s->out;
  exit_list *exits = &s->exits;
  const uint32_t before = exits->count;
  pf_layout_span *span = &out->spans[s->column_of[vertex]];
  if (make_room(exits, stop - begin)) return out_of_memory(s);
  int group = 0;
  exits->at[vertex] = before;
  for (uint32_t i = begin, end; i < stop; i = end) {
    int32_t next;
    while (group < s->stretch.labels[i].group) span->exits[++group] = exits->count - before;
    end = exit_end(s, i, stop, &next);
    const uint32_t relative = end - begin;
    uint8_t *at = exits->bytes + (uint64_t)exits->count++ * exits->size;
    pf_store_id(at, 0, s->id_bytes, (uint32_t)next);
    memcpy(at + s->id_bytes, &relative, (size_t)out->end_bytes);
  }
  while (group < GROUPS - 1) span->exits[++group] = exits->count - before;
  return PATHFAN_OK;
}

/* Puts exits in order of columns, and adjusts the spans. */
static pathfan_status gather_exits(scribe *s) {
  pf_label_lists *out = s->out;
  const exit_list *exits = &s->exits;
  const uint64_t size = exits->size;
  uint32_t count = 0;
  out->exits_size = exits->count * size + PF_LABEL_SLACK;
  out->exits = pf_alloc_zero(out->exits_size, 1);
  if (!out->exits) return out_of_memory(s);
  for (int32_t c = 0; c < s->n; c++) {
    pf_layout_span *span = &out->spans[c];
    const int32_t v = s->vertex_at[c];
    const uint32_t end = v + 1 < s->n ? exits->at[v + 1] : exits->count;
    const uint32_t own = end - exits->at[v];
    if (own) memcpy(out->exits + count * size, exits->bytes + exits->at[v] * size, own * size);
    span->labels = s->first[c];
    assert(s->exits.at[v] <= end);
    assert(s->first[c] <= s->first[c + 1]);
    for (int g = 0; g < GROUPS; g++) span->exits[g] += count;
    count += own;
  }
  assert(count == exits->count);
  out->spans[s->n].labels = s->label_count;
  for (int g = 0; g < GROUPS; g++) out->spans[s->n].exits[g] = count;
  return PATHFAN_OK;
}

/* ---- Labels ---- */

static void put_next(const scribe *s, uint64_t at, uint32_t next) {
  memcpy(s->out->next_labels + at * (uint64_t)s->out->next_bytes, &next,
         (size_t)s->out->next_bytes);
}

/* Codes the labels of a vertex of the stretch, in their order. Each length is rounded to units. */
static void code_labels(const scribe *s, int32_t vertex, uint32_t begin, uint32_t stop) {
  const pf_label_lists *out = s->out;
  const int64_t half = out->length_shift ? INT64_C(1) << (out->length_shift - 1) : 0;
  const int bits = s->graph->length_bits - out->length_shift;
  const uint32_t first = s->first[s->column_of[vertex]];
  for (uint32_t i = begin; i < stop; i++) {
    const label *l = &s->stretch.labels[i];
    const uint32_t number = i - begin;
    const int64_t length =
        l->place >= 0 ? (l->length + half) >> out->length_shift : pf_length_units(l->along, bits);
    assert(length >= 0 && length < INT64_C(1) << (8 * PF_LENGTH_BYTES));
    assert(l->hub >= 0 && l->hub < s->n);
    out->labels[first + number] = (uint64_t)length << PF_HUB_BITS | (uint64_t)l->hub;
    if (l->place >= 0)
      memcpy(s->number + (uint64_t)l->place * (uint64_t)out->next_bytes, &number,
             (size_t)out->next_bytes);
    else
      put_next(s, first + number, UINT32_MAX - PF_NEXT_STRAIGHT);
  }
}

static void add(stretch *to, int32_t vertex, label l) {
  assert(vertex >= to->from && vertex < to->to);
  to->labels[to->begin[vertex - to->from + 1]++] = l;
}

/* Takes the labels of the stretch's vertices from the hubs' lists. Begins one place ahead, so that
 * filling leaves begin right. */
static void take_labels(scribe *s) {
  stretch *own = &s->stretch;
  own->begin[0] = own->begin[1] = 0;
  for (int32_t v = own->from; v + 1 < own->to; v++)
    own->begin[v - own->from + 2] = own->begin[v - own->from + 1] + count_of(s, v);
  for (int32_t h = 0; h < s->n; h++) {
    const int32_t c = s->column_of[h];
    bookmark *read = &s->read[h];
    pf_hub_label l;
    while (pf_hub_peek(&read->labels) < own->to) {
      const uint64_t place = s->place[h + 1] - (uint64_t)read->labels.left;
      pf_hub_next_label(&read->labels, &l);
      add(own, l.vertex, label_of(s, c, (int64_t)place, &l));
    }
    for (int32_t v; pf_hub_peek(&read->seen) < own->to;) {
      pf_hub_next_viewer(&read->seen, &v);
      if (is_passable(s, c, v)) add(own, v, straight_label(s, c, v));
    }
  }
}

static pathfan_status code_stretch(scribe *s) {
  const stretch *own = &s->stretch;
  pathfan_status status = PATHFAN_OK;
  take_labels(s);
  for (int32_t v = own->from; v < own->to && !status; v++) {
    const uint32_t begin = own->begin[v - own->from], stop = own->begin[v - own->from + 1];
    assert(stop - begin == count_of(s, v));
    if (stop > begin) qsort(own->labels + begin, stop - begin, sizeof *own->labels, by_direction);
    code_labels(s, v, begin, stop);
    status = code_exits(s, v, begin, stop);
  }
  return status;
}

/* Returns the end of the stretch that begins at a vertex; *labels: its labels. */
static int32_t stretch_end(const scribe *s, int32_t from, uint32_t *labels) {
  const uint32_t per_hub = (uint32_t)s->n * STRETCH_PER_HUB;
  const uint32_t most = per_hub > STRETCH_LABELS ? per_hub : STRETCH_LABELS;
  int32_t to = from + 1;
  *labels = count_of(s, from);
  while (to < s->n && *labels + count_of(s, to) <= most) *labels += count_of(s, to++);
  return to;
}

/* Returns the labels of the longest stretch. */
static uint32_t longest_stretch(const scribe *s) {
  uint32_t most = 0, labels;
  for (int32_t v = 0; v < s->n;) {
    v = stretch_end(s, v, &labels);
    if (labels > most) most = labels;
  }
  return most;
}

/* Drops what is spilled from memory: a stretch uses little of it twice. */
static void relax(const scribe *s) {
  pf_results_relax(s->hubs->results);
  pf_spill_array_relax(&s->out->labels_array);
  pf_spill_array_relax(&s->out->next_array);
  pf_spill_array_relax(&s->numbers);
}

static pathfan_status code_vertices(scribe *s) {
  pf_label_lists *out = s->out;
  const uint64_t n = (uint64_t)s->n;
  out->label_count = s->label_count;
  out->next_labels_size = (uint64_t)s->label_count * (uint64_t)out->next_bytes + PF_LABEL_SLACK;
  if (!pf_spill_array_make(&out->labels_array, s->spill, s->label_count * sizeof *out->labels) ||
      !pf_spill_array_make(&out->next_array, s->spill, out->next_labels_size) ||
      !pf_spill_array_make(&s->numbers, s->spill,
                           s->place[n] * (uint64_t)out->next_bytes + PF_LABEL_SLACK))
    return out_of_memory(s);
  out->labels = out->labels_array.at;
  out->next_labels = out->next_array.at;
  s->number = s->numbers.at;
  out->spans = pf_alloc_zero(n + 1, sizeof *out->spans);
  s->stretch.labels = pf_alloc(longest_stretch(s), sizeof *s->stretch.labels);
  s->stretch.begin = pf_alloc(n + 2, sizeof *s->stretch.begin);
  s->read = pf_alloc(n, sizeof *s->read);
  s->exits.size = (uint32_t)(s->id_bytes + out->end_bytes);
  s->exits.at = pf_alloc(n, sizeof *s->exits.at);
  if (!out->spans || !s->stretch.labels || !s->stretch.begin || !s->read || !s->exits.at)
    return out_of_memory(s);
  for (int32_t h = 0; h < s->n; h++)
    s->read[h] = (bookmark){pf_hub_labels(s->hubs, h), pf_hub_viewers(s->hubs, h)};
  pathfan_status status = PATHFAN_OK;
  while (s->stretch.to < s->n && !status) {
    uint32_t labels;
    s->stretch.from = s->stretch.to;
    s->stretch.to = stretch_end(s, s->stretch.from, &labels);
    status = code_stretch(s);
    relax(s);
    if (!status) status = pf_limits_done(s->limits, s->stretch.to);
  }
  for (int32_t h = 0; h < s->n && !status; h++)
    assert(!s->read[h].labels.left && !s->read[h].seen.left);
  return status ? status : gather_exits(s);
}

/* ---- Next labels ---- */

static int32_t number_at(const scribe *s, uint64_t place) {
  int32_t number = 0;
  memcpy(&number, s->number + place * (uint64_t)s->out->next_bytes, (size_t)s->out->next_bytes);
  return number;
}

/* Links the labels that aren't straight, by the numbers noted at their hub. A next vertex that has
 * no label for the hub, or a straight one, sees the hub. */
static pathfan_status link_labels(scribe *s) {
  int32_t *number = pf_alloc((uint64_t)s->n, sizeof *number);
  if (!number) return out_of_memory(s);
  for (int32_t v = 0; v < s->n; v++) number[v] = -1;
  for (int32_t h = 0; h < s->n; h++) {
    const pf_hub_reader begin = pf_hub_labels(s->hubs, h);
    pf_hub_label l;
    uint64_t place = s->place[h];
    for (pf_hub_reader read = begin; pf_hub_next_label(&read, &l);)
      number[l.vertex] = number_at(s, place++);
    for (pf_hub_reader read = begin; pf_hub_next_label(&read, &l);) {
      const int32_t after = number[l.next];
      assert(number[l.vertex] >= 0);
      put_next(s, s->first[s->column_of[l.vertex]] + (uint64_t)number[l.vertex],
               after < 0 ? UINT32_MAX - PF_NEXT_SEES : (uint32_t)after);
    }
    for (pf_hub_reader read = begin; pf_hub_next_label(&read, &l);) number[l.vertex] = -1;
  }
  free(number);
  return PATHFAN_OK;
}

/* ---- Hubs ---- */

/* Lists the passable vertices that see a hub head-on; ids must have room for all that see it. */
static int32_t list_head_on(const scribe *s, int32_t hub, int32_t *ids) {
  pf_hub_reader seen = pf_hub_viewers(s->hubs, s->vertex_at[hub]);
  int32_t count = 0;
  for (int32_t from; pf_hub_next_viewer(&seen, &from);) {
    const int32_t v = s->column_of[from];
    if (!is_passable(s, hub, from) && leaving_side(s, v, hub) != PF_SIDE_NONE) ids[count++] = v;
  }
  if (count) qsort(ids, (size_t)count, sizeof *ids, pf_by_number);
  return count;
}

static pathfan_status code_hubs(scribe *s) {
  assert(s->out->spans); /* after labels */
  pf_label_lists *out = s->out;
  const uint32_t bits = pf_number_bits((uint32_t)s->n);
  const uint64_t head = ((uint64_t)s->n + 1) * 4;
  uint64_t most = 0;
  uint32_t total = 0;
  for (int32_t h = 0; h < s->n; h++) most += (uint64_t)pf_hub_viewers(s->hubs, h).left;
  int32_t *ids = pf_alloc((uint64_t)s->n, sizeof *ids);
  /* Zero pages that are never touched take no memory. */
  out->hubs = pf_alloc_zero(head + (most * bits + 7) / 8 + PF_ROW_SLACK, 1);
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
  out->hubs_size = head + ((uint64_t)total * bits + 7) / 8 + PF_ROW_SLACK;
  return PATHFAN_OK;
}

pathfan_status pf_label_lists_build(const pf_graph *graph, const pf_hub_lists *hubs,
                                    const pf_numbering *numbering, pf_spill *spill,
                                    pf_label_lists *lists, const pf_limits *limits,
                                    pathfan_error *error) {
  scribe s = {.graph = graph,
              .hubs = hubs,
              .column_of = numbering->column_of,
              .n = graph->vertex_count,
              .id_bytes = numbering->id_bytes,
              .spill = spill,
              .out = lists,
              .limits = limits,
              .error = error};
  memset(lists, 0, sizeof *lists);
  s.vertex_at = pf_alloc((uint64_t)s.n, sizeof *s.vertex_at);
  pathfan_status status = s.vertex_at ? PATHFAN_OK : out_of_memory(&s);
  for (int32_t v = 0; v < s.n && !status; v++) s.vertex_at[s.column_of[v]] = v;
  if (!status) status = count_labels(&s);
  if (!status) status = choose_form(&s);
  if (!status) status = code_vertices(&s);
  if (!status) status = link_labels(&s);
  if (!status) status = code_hubs(&s);
  free(s.first);
  free(s.place);
  pf_spill_array_free(&s.numbers);
  free(s.read);
  free(s.stretch.labels);
  free(s.stretch.begin);
  free(s.exits.bytes);
  free(s.exits.at);
  free(s.vertex_at);
  pf_spill_array_relax(&lists->labels_array);
  pf_spill_array_relax(&lists->next_array);
  if (status) pf_label_lists_free(lists);
  return status;
}

void pf_label_lists_free(pf_label_lists *lists) {
  free(lists->spans);
  free(lists->exits);
  pf_spill_array_free(&lists->labels_array);
  pf_spill_array_free(&lists->next_array);
  free(lists->hubs);
  memset(lists, 0, sizeof *lists);
}

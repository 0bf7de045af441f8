/* labels.c - labels are found hub by hub, one tree each; queries want them vertex
 * by vertex (docs/decisions/labels-by-vertex.md). A counting sort turns them
 * round; then every label is linked to the one that continues it. */
#include "labels.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "format/layout.h"

typedef struct scribe {
  const pathfan_graph *graph;
  const pathfan_hub *hubs;
  const int32_t *column_of;
  int32_t *vertex_at; /* [Size: n] build number of a column */
  int32_t n;
  uint32_t *label_first; /* [Size: 3 n + 1] */
  uint32_t *hub_first;   /* [Size: PATHFAN_HUB_GROUPS * n + 1] */
  pathfan_label_lists *out;
  pathfan_error *error;
} scribe;

static pathfan_status out_of_memory(const scribe *s) {
  return pathfan_fail(s->error, PATHFAN_ERR_NO_MEMORY, "out of memory listing labels");
}

/* A label on its way from its hub's list to its vertex's. */
typedef struct label {
  int64_t length;
  int32_t hub, next; /* columns */
  int32_t group;     /* pathfan_side on which the path leaves the vertex */
} label;

static pathfan_side leaving_side(const scribe *s, int32_t from_column, int32_t to_column) {
  const pathfan_graph *graph = s->graph;
  const int32_t from = s->vertex_at[from_column], to = s->vertex_at[to_column];
  return pathfan_side_of(graph->wedge[from], pathfan_from_to(graph->at[from], graph->at[to]));
}

static int by_group_and_hub(const void *a, const void *b) {
  const label *x = a, *y = b;
  if (x->group != y->group) return x->group - y->group;
  return (x->hub > y->hub) - (x->hub < y->hub);
}

/* Number of the label for `hub` in a sorted, grouped list; -1 if there is none. */
static int32_t number_of(const label *labels, const uint32_t *group_first, int32_t hub) {
  for (int g = 0; g < 3; g++) {
    uint32_t low = group_first[g], high = group_first[g + 1];
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (labels[middle].hub < hub)
        low = middle + 1;
      else
        high = middle;
    }
    if (low < group_first[g + 1] && labels[low].hub == hub) return (int32_t)(low - group_first[0]);
  }
  return -1;
}

/* Labels by vertex, group and hub; *first is left to the caller also on failure. */
static pathfan_status transpose(scribe *s, label **labels, uint32_t **first) {
  const pathfan_hub *hubs = s->hubs;
  uint64_t total = 0;
  for (int32_t h = 0; h < s->n; h++) total += (uint64_t)hubs[h].label_count;
  if (total > UINT32_MAX / 2)
    return pathfan_fail(s->error, PATHFAN_ERR_LIMIT, "more than 2^31 distance labels");
  *first = pathfan_alloc_zero((uint64_t)3 * s->n + 3, sizeof **first);
  *labels = pathfan_alloc(total, sizeof **labels);
  if (!*first || !*labels) return out_of_memory(s);
  for (int32_t h = 0; h < s->n; h++)
    for (int32_t i = 0; i < hubs[h].label_count; i++) {
      const int32_t v = s->column_of[hubs[h].labels[i].vertex];
      if (v + 1 < s->n) (*first)[3 * (v + 1)]++;
    }
  for (int32_t v = 1; v < s->n; v++) (*first)[3 * v] += (*first)[3 * (v - 1)];
  uint32_t *fill = pathfan_alloc((uint64_t)s->n + 1, sizeof *fill);
  if (!fill) return out_of_memory(s);
  for (int32_t v = 0; v < s->n; v++) fill[v] = (*first)[3 * v];
  for (int32_t h = 0; h < s->n; h++)
    for (int32_t i = 0; i < hubs[h].label_count; i++) {
      const pathfan_hub_label *from = &hubs[h].labels[i];
      const int32_t v = s->column_of[from->vertex], next = s->column_of[from->next];
      (*labels)[fill[v]++] =
          (label){from->length, s->column_of[h], next, (int32_t)leaving_side(s, v, next)};
    }
  (*first)[3 * s->n] = (uint32_t)total;
  for (int32_t v = 0; v < s->n; v++) {
    label *begin = *labels + (*first)[3 * v];
    const uint32_t count = (*first)[3 * (v + 1)] - (*first)[3 * v];
    if (count) qsort(begin, count, sizeof *begin, by_group_and_hub);
    uint32_t left = 0, right = 0;
    for (uint32_t i = 0; i < count; i++) {
      left += begin[i].group == PATHFAN_SIDE_LEFT;
      right += begin[i].group == PATHFAN_SIDE_RIGHT;
    }
    (*first)[3 * v + 1] = (*first)[3 * v] + left;
    (*first)[3 * v + 2] = (*first)[3 * v] + left + right;
  }
  free(fill);
  return PATHFAN_OK;
}

/* How long labels may be, and how many a vertex has, decide the form of a record. */
static pathfan_status choose_form(scribe *s) {
  pathfan_label_lists *out = s->out;
  int64_t longest = 0;
  uint32_t most = 0;
  for (int32_t h = 0; h < s->n; h++)
    for (int32_t i = 0; i < s->hubs[h].label_count; i++)
      if (s->hubs[h].labels[i].length > longest) longest = s->hubs[h].labels[i].length;
  for (int32_t v = 0; v < s->n; v++) {
    const uint32_t labels = s->label_first[3 * v + 3] - s->label_first[3 * v];
    if (labels > most) most = labels;
  }
  /* Rounding up must not reach all ones plus one. */
  while (longest >> out->length_shift >= (INT64_C(1) << (8 * PATHFAN_LENGTH_BYTES)) - 1)
    out->length_shift++;
  out->next_label_bits = 1;
  while (most >> out->next_label_bits) out->next_label_bits++; /* all ones are none */
  if (s->graph->length_bits - out->length_shift < PATHFAN_LENGTH_BITS_LEAST)
    return pathfan_fail(s->error, PATHFAN_ERR_LIMIT,
                        "paths are longer than 2^48 units of the lattice: choose a larger unit");
  return PATHFAN_OK;
}

static pathfan_status code_labels(scribe *s, const label *labels) {
  pathfan_label_lists *out = s->out;
  const uint32_t *first = s->label_first;
  const uint64_t total = first[3 * s->n];
  const pathfan_status status = choose_form(s);
  if (status) return status;
  const uint32_t bits = pathfan_number_bits((uint32_t)s->n);
  const uint64_t size = pathfan_label_bytes((uint32_t)s->n, out->next_label_bits);
  const int64_t half = out->length_shift ? INT64_C(1) << (out->length_shift - 1) : 0;
  out->labels_size = total * size + PATHFAN_LABEL_SLACK;
  out->labels = pathfan_alloc_zero(out->labels_size, 1);
  if (!out->labels) return out_of_memory(s);
  for (uint64_t i = 0; i < total; i++) {
    const label *l = &labels[i];
    uint8_t *at = out->labels + i * size;
    const uint64_t next_label = (uint64_t)(int64_t)number_of(labels, &first[3 * l->next], l->hub) &
                                ((UINT64_C(1) << out->next_label_bits) - 1); /* -1 is all ones */
    const int64_t length = (l->length + half) >> out->length_shift;
    const uint64_t ids = (uint64_t)l->hub | (uint64_t)l->next << bits | next_label << (2 * bits);
    memcpy(at, &length, PATHFAN_LENGTH_BYTES);
    memcpy(at + PATHFAN_LENGTH_BYTES, &ids, size - PATHFAN_LENGTH_BYTES);
  }
  return PATHFAN_OK;
}

/* The group of hub h among v's, both columns; -1 if it is not stored. */
static int hub_group(const scribe *s, int32_t v, int32_t h) {
  /* Seen from h, leaving for v: the obstacle changes sides, NONE stays NONE. */
  const bool passable = leaving_side(s, h, v) != PATHFAN_SIDE_NONE;
  switch (leaving_side(s, v, h)) {
  case PATHFAN_SIDE_LEFT: return passable ? PATHFAN_HUBS_LEFT_TAUT : PATHFAN_HUBS_LEFT_END;
  case PATHFAN_SIDE_RIGHT: return passable ? PATHFAN_HUBS_RIGHT_TAUT : PATHFAN_HUBS_RIGHT_END;
  default: return passable ? PATHFAN_HUBS_OTHER_TAUT : -1;
  }
}

/* Hubs of every vertex, in column order in each group. */
static pathfan_status list_hubs(scribe *s, int32_t **ids) {
  enum { GROUPS = PATHFAN_HUB_GROUPS };
  const pathfan_hub *hubs = s->hubs;
  uint64_t total = 0;
  for (int32_t h = 0; h < s->n; h++) total += (uint64_t)hubs[h].seen_count;
  uint32_t *first = pathfan_alloc_zero((uint64_t)GROUPS * s->n + 3, sizeof *first);
  s->hub_first = first;
  *ids = pathfan_alloc(total, sizeof **ids);
  if (!first || !*ids) return out_of_memory(s);
  for (int pass = 0; pass < 2; pass++) {
    /* Counting first, one place ahead, so that filling leaves the beginnings. */
    for (int32_t c = 0; c < s->n; c++) {
      const pathfan_hub *hub = &hubs[s->vertex_at[c]];
      for (int32_t i = 0; i < hub->seen_count; i++) {
        const int32_t v = s->column_of[hub->seen[i]];
        const int group = hub_group(s, v, c);
        if (group < 0) continue;
        if (pass)
          (*ids)[first[GROUPS * v + group + 1]++] = c;
        else
          first[GROUPS * v + group + 2]++;
      }
    }
    for (int32_t g = 0; !pass && g <= GROUPS * s->n; g++) first[g + 1] += first[g];
  }
  return PATHFAN_OK;
}

static pathfan_status code_hubs(scribe *s, const int32_t *ids) {
  const uint32_t total = s->hub_first[PATHFAN_HUB_GROUPS * s->n];
  const uint32_t bits = pathfan_number_bits((uint32_t)s->n);
  s->out->hubs_size = ((uint64_t)total * bits + 7) / 8 + PATHFAN_ROW_SLACK;
  s->out->hubs = pathfan_alloc_zero(s->out->hubs_size, 1);
  if (!s->out->hubs) return out_of_memory(s);
  for (uint32_t i = 0; i < total; i++) {
    const uint64_t at = (uint64_t)i * bits;
    uint32_t four;
    memcpy(&four, s->out->hubs + (at >> 3), 4);
    four |= (uint32_t)ids[i] << (at & 7);
    memcpy(s->out->hubs + (at >> 3), &four, 4);
  }
  return PATHFAN_OK;
}

/* Writes the relative ends of a vertex's groups, all but the last. */
static uint8_t *put_ends(uint8_t *at, const uint32_t *first, int groups, int bytes) {
  for (int g = 1; g < groups; g++, at += bytes) {
    const uint32_t end = first[g] - first[0];
    memcpy(at, &end, (size_t)bytes);
  }
  return at;
}

static pathfan_status code_spans(scribe *s) {
  uint32_t most = 0;
  for (int32_t v = 0; v < s->n; v++) {
    const uint32_t labels = s->label_first[3 * v + 2] - s->label_first[3 * v];
    const uint32_t *hubs = &s->hub_first[PATHFAN_HUB_GROUPS * v];
    if (labels > most) most = labels;
    if (hubs[4] - hubs[0] > most) most = hubs[4] - hubs[0];
  }
  s->out->span_bytes = (int)pathfan_count_bytes(most);
  const uint32_t size = pathfan_span_size(s->out->span_bytes);
  s->out->spans = pathfan_alloc_zero((uint64_t)s->n + 1, size);
  if (!s->out->spans) return out_of_memory(s);
  for (int32_t v = 0; v <= s->n; v++) {
    uint8_t *at = s->out->spans + (uint64_t)v * size;
    memcpy(at, &s->label_first[3 * v], 4);
    memcpy(at + 4, &s->hub_first[PATHFAN_HUB_GROUPS * v], 4);
    if (v == s->n) break;
    at = put_ends(at + 8, &s->label_first[3 * v], PATHFAN_LABEL_GROUPS, s->out->span_bytes);
    put_ends(at, &s->hub_first[PATHFAN_HUB_GROUPS * v], PATHFAN_HUB_GROUPS, s->out->span_bytes);
  }
  return PATHFAN_OK;
}

pathfan_status pathfan_label_lists_build(const pathfan_graph *graph, const pathfan_tables *tables,
                                         const int32_t *column_of, pathfan_label_lists *lists,
                                         pathfan_error *error) {
  scribe s = {.graph = graph,
              .hubs = tables->hubs,
              .column_of = column_of,
              .n = graph->vertex_count,
              .out = lists,
              .error = error};
  label *labels = NULL;
  int32_t *hubs = NULL;
  memset(lists, 0, sizeof *lists);
  s.vertex_at = pathfan_alloc((uint64_t)s.n, sizeof *s.vertex_at);
  pathfan_status status = s.vertex_at ? PATHFAN_OK : out_of_memory(&s);
  for (int32_t v = 0; v < s.n && !status; v++) s.vertex_at[column_of[v]] = v;
  if (!status) status = transpose(&s, &labels, &s.label_first);
  if (!status) status = code_labels(&s, labels);
  if (!status) status = list_hubs(&s, &hubs);
  if (!status) status = code_hubs(&s, hubs);
  if (!status) status = code_spans(&s);
  free(labels);
  free(hubs);
  free(s.label_first);
  free(s.hub_first);
  free(s.vertex_at);
  if (status) pathfan_label_lists_free(lists);
  return status;
}

void pathfan_label_lists_free(pathfan_label_lists *lists) {
  free(lists->spans);
  free(lists->labels);
  free(lists->hubs);
  memset(lists, 0, sizeof *lists);
}

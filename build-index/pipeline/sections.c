/* sections.c - turns the build's arrays into the records of format/layout.h, with vertices
 * renumbered to columns, and hands them to the writer. Each function below writes one section, in
 * the file's order. */
#include "sections.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "format/pieces.h"
#include "format/sections.h"
#include "format/writer.h"
#include "build-index/vias/region_bytes.h"
#include "build-index/terrain/terrain_sections.h"

/* Shared by several sections. */
typedef struct scribe {
  const pf_build_state *in;
  pf_writer *writer;
  pathfan_error *error;
  int32_t n;
  int32_t *vertex_at; /* [Size: n] build number of a column */
  int id_bytes;
  pf_layout_polygon *polygons; /* [Size: cells + 1] */
  pf_region_bytes regions;     /* none: NULL */
  bool has_wedges;
} scribe;

static pathfan_status out_of_memory(const scribe *s) {
  return pf_fail(s->error, PATHFAN_ERR_NO_MEMORY, "out of memory writing the index");
}

/* Adds a section; `new` says what it holds and how, the format's rules the rest. table: its number
 * from 0. */
static pathfan_status add_part(const scribe *s, pf_section_id id, int32_t table,
                               pf_new_section new) {
  const pf_section_rule *rule = &pf_section_rules[id];
  const pf_section_name name = pf_section_name_at(s->in->radius, id, table);
  assert(!new.name && !new.element_size); /* the rules say */
  new.name = name.text;
  new.element_size = rule->element_size;
  if (rule->need != PF_SECTION_EXTRA) new.flags |= PATHFAN_SECTION_REQUIRED;
  if (new.codec == PATHFAN_CODEC_RAW) new.flags |= PATHFAN_SECTION_HOT;
  /* A section without cuts is read as one array. */
  if (!new.cuts &&new.codec == PATHFAN_CODEC_RAW &&new.count >
                                   (PATHFAN_CHUNK_MAX - PATHFAN_SECTION_ALIGN) / new.element_size)
    return pf_fail(s->error, PATHFAN_ERR_LIMIT,
                   "section %s would have %llu elements of %u bytes, more than a value holds",
                   new.name, (unsigned long long)new.count, new.element_size);
  pf_writer_need_minor(s->writer, s->in->radius ? PF_RADII_MINOR : pf_section_minor(id));
  return pf_writer_add(s->writer, &new, s->error);
}

static pathfan_status add(const scribe *s, pf_section_id id, const void *data, uint64_t count,
                          pathfan_codec codec) {
  return add_part(s, id, 0, (pf_new_section){.data = data, .count = count, .codec = codec});
}

/* Adds a raw section that may be cut only at `cuts`, element indices. */
static pathfan_status add_cut(const scribe *s, pf_section_id id, const void *data, uint64_t count,
                              const uint64_t *cuts, uint64_t cut_count) {
  return add_part(
      s, id, 0,
      (pf_new_section){.data = data, .count = count, .cuts = cuts, .cut_count = cut_count});
}

static pathfan_status go_on(const scribe *s) {
  return pf_limits_go_on(&s->in->limits);
}

static int32_t column_of_mesh(const scribe *s, int32_t mesh_vertex) {
  return s->in->column_of[s->in->build_of[mesh_vertex]];
}

/* ---- Small sections ---- */

static pathfan_status write_header(scribe *s) {
  const pf_build_state *in = s->in;
  const pf_frame *frame = &in->ground.frame;
  const pf_mesh_data *mesh = &in->ground.mesh;
  pf_layout_header header = {
      .vertex_count = s->n,
      .polygon_count = mesh->view.polygon_count,
      .component_count = mesh->component_count,
      .mesh_vertex_count = mesh->view.vertex_count,
      .mesh_corner_count = (int32_t)mesh->first_corner[mesh->view.polygon_count],
      .width = frame->width,
      .height = frame->height,
      .table_count = in->tables.table_count,
      .id_bytes = s->id_bytes,
      .end_bytes = s->in->lists.end_bytes,
      .next_bytes = s->in->lists.next_bytes,
      .length_bits = in->graph.length_bits - s->in->lists.length_shift,
      .fraction_bits = pf_frame_fraction_bits(frame),
      .has_cones = s->in->cone_lists.are_there,
      .mesh_kind = (int32_t)in->ground.mesh_kind,
      .is_rounded = frame->is_rounded,
      .scale = frame->scale,
      .origin_x = frame->origin_x,
      .origin_y = frame->origin_y,
      .edge_count = in->graph.edge_count / 2,
      .taut_edge_count = in->graph.taut_edge_count / 2,
      .cone_count = s->in->cone_lists.count,
  };
  memcpy(header.run_count, in->tables.run_count, sizeof header.run_count);
  return add(s, PF_SECTION_HEADER, &header, 1, PATHFAN_CODEC_RAW);
}

static uint32_t last_of(const scribe *s, int32_t build, int group) {
  const int32_t to = pf_graph_sharpest(&s->in->graph, build, group);
  return to < 0 ? PF_LAYOUT_NONE : (uint32_t)s->in->column_of[to];
}

/* Returns the obstacle at a vertex as a quadrant; 0 if some obstacle isn't one. */
static uint32_t quadrant_of(const scribe *s, int32_t build) {
  return s->has_wedges ? 0 : (uint32_t)pf_wedge_quadrant(s->in->graph.wedge[build]);
}

static pathfan_status write_wedges(scribe *s) {
  if (!s->has_wedges) return PATHFAN_OK;
  pf_layout_wedge *wedges = pf_alloc((uint64_t)s->n, sizeof *wedges);
  if (!wedges) return out_of_memory(s);
  for (int32_t c = 0; c < s->n; c++) {
    const pf_wedge w = s->in->graph.wedge[s->vertex_at[c]];
    wedges[c] = (pf_layout_wedge){w.first.x, w.first.y, w.second.x, w.second.y};
  }
  const pathfan_status status =
      add(s, PF_SECTION_WEDGES, wedges, (uint64_t)s->n, PATHFAN_CODEC_RAW);
  free(wedges);
  return status;
}

static pathfan_status write_vertices(scribe *s) {
  const pf_graph *graph = &s->in->graph;
  pf_layout_vertex *vertices = pf_alloc((uint64_t)s->n, sizeof *vertices);
  if (!vertices) return out_of_memory(s);
  for (int32_t c = 0; c < s->n; c++) {
    const int32_t v = s->vertex_at[c];
    vertices[c] = (pf_layout_vertex){.x = graph->at[v].x,
                                     .y = graph->at[v].y,
                                     .rank = (uint32_t)s->in->rank_of[v],
                                     .last_left = last_of(s, v, PF_EDGES_LEFT_TAUT),
                                     .last_right = last_of(s, v, PF_EDGES_RIGHT_TAUT),
                                     .component_quadrant =
                                         (uint32_t)graph->component[v] << 2 | quadrant_of(s, v)};
  }
  const pathfan_status status =
      add(s, PF_SECTION_VERTICES, vertices, (uint64_t)s->n, PATHFAN_CODEC_RAW);
  free(vertices);
  return status;
}

static pathfan_status write_polygons(scribe *s) {
  const int32_t count = s->in->ground.mesh.view.polygon_count;
  pf_layout_polygon *polygons = pf_alloc((uint64_t)count + 1, sizeof *polygons);
  if (!polygons) return out_of_memory(s);
  s->polygons = polygons;
  for (int32_t p = 0; p <= count; p++)
    polygons[p] = (pf_layout_polygon){s->in->cone_lists.first[p],
                                      p < count ? s->in->ground.mesh.component[p] : -1};
  pathfan_status status =
      add(s, PF_SECTION_POLYGONS, polygons, (uint64_t)count + 1, PATHFAN_CODEC_RAW);
  if (!status)
    status = add(s, PF_SECTION_CONES, s->in->cone_lists.bytes, s->in->cone_lists.size,
                 PATHFAN_CODEC_RAW);
  return status;
}

static pathfan_status write_mesh(scribe *s) {
  const pf_mesh *mesh = &s->in->ground.mesh.view;
  const uint64_t corners = mesh->first_corner[mesh->polygon_count];
  const uint64_t others = (uint64_t)(mesh->vertex_count - mesh->convex_count);
  const uint64_t count = (uint64_t)mesh->polygon_count + 1 + 2 * corners + 2 * others;
  int32_t *out = pf_alloc(count, sizeof *out), *at = out;
  if (!out) return out_of_memory(s);
  for (int32_t p = 0; p <= mesh->polygon_count; p++) *at++ = (int32_t)mesh->first_corner[p];
  for (uint64_t i = 0; i < corners; i++) {
    const int32_t v = mesh->corner_vertex[i];
    *at++ = v < mesh->convex_count ? column_of_mesh(s, v) : v;
  }
  for (uint64_t i = 0; i < corners; i++) *at++ = mesh->corner_neighbour[i];
  for (int32_t v = mesh->convex_count; v < mesh->vertex_count; v++) {
    *at++ = mesh->vertices[v].x;
    *at++ = mesh->vertices[v].y;
  }
  const pathfan_status status = add(s, PF_SECTION_MESH, out, count, PATHFAN_CODEC_RAW);
  free(out);
  return status;
}

/* ---- Values of less than the largest ---- */

/* Limits chunks to `bytes` bytes, small sections too. */
static void limit_chunks(pf_writer *writer, uint64_t bytes) {
  pf_writer_limits limits = pf_writer_default_limits();
  limits.chunk_max = bytes;
  limits.small_max = 0;
  pf_writer_set_limits(writer, limits);
}

/* Returns how many bytes of content a value holds. */
static uint64_t room_of_value(const scribe *s) {
  return (s->in->options->chunk_bytes ? s->in->options->chunk_bytes : PATHFAN_CHUNK_MAX) -
         PATHFAN_SECTION_ALIGN;
}

/* ---- Labels and hubs ---- */

/* Where the tiles of a section begin, in elements; the last number is its end. */
typedef struct tile_cuts {
  uint64_t *exits, *labels, *next_labels; /* [Size: count + 1] */
  int32_t count;
} tile_cuts;

static int32_t tiles_of(const scribe *s, int32_t shift) {
  return s->n ? (s->n - 1) / (INT32_C(1) << shift) + 1 : 1;
}

static void list_cuts(const scribe *s, int32_t shift, tile_cuts *cuts) {
  const pf_label_lists *l = &s->in->lists;
  const uint64_t exit_size = (uint64_t)(s->id_bytes + l->end_bytes);
  cuts->count = tiles_of(s, shift);
  for (int32_t t = 0; t < cuts->count; t++) {
    const pf_layout_span *span = &l->spans[t << shift];
    cuts->exits[t] = span->exits[0] * exit_size;
    cuts->labels[t] = span->labels;
    cuts->next_labels[t] = span->labels * (uint64_t)l->next_bytes;
  }
  cuts->exits[cuts->count] = l->exits_size;
  cuts->labels[cuts->count] = l->label_count;
  cuts->next_labels[cuts->count] = l->next_labels_size;
}

static bool cuts_fit(const tile_cuts *cuts, uint64_t room) {
  bool fit = true;
  for (int32_t t = 0; t < cuts->count; t++)
    fit = fit && cuts->exits[t + 1] - cuts->exits[t] <= room &&
          cuts->labels[t + 1] - cuts->labels[t] <= room / sizeof(uint64_t) &&
          cuts->next_labels[t + 1] - cuts->next_labels[t] <= room;
  return fit;
}

/* Finds the largest tiles that each fit in a value; PF_TILE_SHIFT_NONE: one tile holds all. */
static pathfan_status choose_tiles(const scribe *s, tile_cuts *cuts, int32_t *shift) {
  const uint64_t most = (uint64_t)tiles_of(s, PF_TILE_SHIFT_LEAST) + 1;
  cuts->exits = pf_alloc(most, sizeof *cuts->exits);
  cuts->labels = pf_alloc(most, sizeof *cuts->labels);
  cuts->next_labels = pf_alloc(most, sizeof *cuts->next_labels);
  if (!cuts->exits || !cuts->labels || !cuts->next_labels) return out_of_memory(s);
  *shift = PF_TILE_SHIFT_NONE - 1;
  for (list_cuts(s, *shift, cuts);
       !cuts_fit(cuts, room_of_value(s)) && *shift > PF_TILE_SHIFT_LEAST;
       list_cuts(s, *shift, cuts))
    --*shift;
  if (cuts->count == 1) *shift = PF_TILE_SHIFT_NONE;
  return PATHFAN_OK;
}

static pathfan_status write_tiles(const scribe *s, const tile_cuts *cuts) {
  const pf_label_lists *l = &s->in->lists;
  const uint64_t count = (uint64_t)cuts->count;
  pathfan_status status = add_cut(s, PF_SECTION_EXITS, l->exits, l->exits_size, cuts->exits, count);
  if (!status)
    status = add_cut(s, PF_SECTION_LABELS, l->labels, l->label_count, cuts->labels, count);
  pf_spill_array_relax(&l->labels_array); /* the writer has its copy */
  if (!status)
    status = add_cut(s, PF_SECTION_NEXT_LABELS, l->next_labels, l->next_labels_size,
                     cuts->next_labels, count);
  pf_spill_array_relax(&l->next_array);
  return status;
}

static pathfan_status write_labels(scribe *s) {
  const pf_label_lists *l = &s->in->lists;
  tile_cuts cuts = {0};
  int32_t shift = 0;
  pathfan_status status = add(s, PF_SECTION_SPANS, l->spans, (uint64_t)s->n + 1, PATHFAN_CODEC_RAW);
  if (!status) status = choose_tiles(s, &cuts, &shift);
  const bool in_tiles = shift != PF_TILE_SHIFT_NONE;
  if (!status && in_tiles && s->in->options->chunk_bytes)
    limit_chunks(s->writer, s->in->options->chunk_bytes);
  if (!status) status = write_tiles(s, &cuts);
  pf_writer_set_limits(s->writer, pf_writer_default_limits());
  if (!status) status = add(s, PF_SECTION_HUBS, l->hubs, l->hubs_size, PATHFAN_CODEC_RAW);
  if (!status && in_tiles) status = add(s, PF_SECTION_LABEL_TILES, &shift, 1, PATHFAN_CODEC_RAW);
  free(cuts.exits);
  free(cuts.labels);
  free(cuts.next_labels);
  return status;
}

/* ---- Tables ---- */

static pathfan_status write_table(scribe *s, int32_t table) {
  const pf_coded_row *rows = s->in->tables.rows + (int64_t)table * s->n;
  uint64_t total = 0;
  for (int32_t u = 0; u < s->n; u++) total += rows[u].size;
  if (total / 2 > UINT32_MAX)
    return pf_fail(s->error, PATHFAN_ERR_LIMIT, "a table larger than 8 GiB");
  /* Two consecutive chunks together hold more than fits in one. */
  const uint64_t room = room_of_value(s);
  if ((total + PF_ROW_SLACK) / room >= PF_LAYOUT_CHUNKS_MAX / 2)
    return pf_fail(s->error, PATHFAN_ERR_LIMIT,
                   "a table of %llu bytes, for chunks of %llu bytes, of which it may have %d",
                   (unsigned long long)total, (unsigned long long)s->in->options->chunk_bytes,
                   PF_LAYOUT_CHUNKS_MAX);
  uint32_t *first = pf_alloc((uint64_t)s->n + 1, sizeof *first);
  uint64_t *cuts = pf_alloc((uint64_t)s->n + 1, sizeof *cuts);
  uint8_t *bytes = pf_alloc_zero(total + PF_ROW_SLACK, 1);
  pathfan_status status = first && cuts && bytes ? PATHFAN_OK : out_of_memory(s);
  if (!status) {
    uint64_t at = 0;
    for (int32_t c = 0; c < s->n; c++) {
      const pf_coded_row *row = &rows[s->vertex_at[c]];
      first[c] = (uint32_t)(at / 2);
      cuts[c] = at;
      memcpy(bytes + at, row->bytes, row->size);
      at += row->size;
    }
    first[s->n] = (uint32_t)(at / 2);
    const uint64_t n = (uint64_t)s->n;
    status =
        add_part(s, PF_SECTION_TABLE_FIRST, table, (pf_new_section){.data = first, .count = n + 1});
    if (!status)
      status =
          add_part(s, PF_SECTION_TABLE, table,
                   (pf_new_section){
                       .data = bytes, .count = total + PF_ROW_SLACK, .cuts = cuts, .cut_count = n});
  }
  free(first);
  free(cuts);
  free(bytes);
  return status;
}

/* Adds the digests of pieces begin .. end-1. */
static pathfan_status add_digests(const scribe *s, pf_section_id id, const pf_piece_source *source,
                                  uint32_t begin, uint32_t end) {
  uint64_t *digests = pf_alloc(end - begin, sizeof *digests);
  if (!digests) return out_of_memory(s);
  for (uint32_t i = begin; i < end; i++) digests[i - begin] = pf_piece_digest(source, i);
  const pathfan_status status = add(s, id, digests, end - begin, PATHFAN_CODEC_RAW);
  free(digests);
  return status;
}

/* ---- Regions ---- */

static pathfan_status write_regions(scribe *s) {
  assert(!s->regions.all);
  const pf_via_sets *sets = &s->in->via_sets;
  if (!sets->count) return PATHFAN_OK;
  const pf_section_id id = sets->pairs.first ? PF_SECTION_HIERARCHY : PF_SECTION_REGIONS;
  if (pf_region_bytes_make(&s->in->regions, sets, s->in->column_of, s->id_bytes, &s->regions))
    return out_of_memory(s);
  pathfan_status status = add(s, id, s->regions.all, s->regions.size, PATHFAN_CODEC_RAW);
  if (!status)
    status = add(s, PF_SECTION_LEADING, sets->leading, sets->pair_count, PATHFAN_CODEC_RAW);
  if (!status && sets->by_default)
    status = add(s, PF_SECTION_DEFAULT_VIAS, sets->by_default, sets->pair_count, PATHFAN_CODEC_RAW);
  return status;
}

/* ---- Listed hubs ---- */

static pathfan_status write_listed(scribe *s) {
  const pf_listed_hubs *hubs = &s->in->listed;
  if (!hubs->firsts) return PATHFAN_OK;
  pathfan_status status =
      add(s, PF_SECTION_LISTED_FIRSTS, hubs->firsts, hubs->firsts_size, PATHFAN_CODEC_RAW);
  if (!status)
    status = add(s, PF_SECTION_LISTED_PAIRS, hubs->pairs, hubs->pairs_size, PATHFAN_CODEC_RAW);
  pf_piece_source source = {0};
  if (status) return status;
  const bool fits = pf_listed_open(&source.listed, hubs->firsts, hubs->firsts_size, hubs->pairs,
                                   hubs->pairs_size);
  assert(fits);
  (void)fits;
  return add_digests(s, PF_SECTION_LISTED_PIECES, &source, pf_piece_numbers_of(&source).listed,
                     pf_piece_numbers_of(&source).count);
}

/* ---- Edges ---- */

typedef struct byte_list {
  uint8_t *bytes;
  uint64_t size, capacity;
} byte_list;

static bool put(byte_list *list, uint32_t value) {
  if (pf_grow(&list->bytes, &list->capacity, list->size + 5)) return false;
  list->size += (uint64_t)pf_varint_put(list->bytes + list->size, value);
  return true;
}

static pathfan_status write_edges(scribe *s) {
  const pf_edge_list *edges = &s->in->edges;
  byte_list list = {0};
  if (!edges->first) return PATHFAN_OK;
  list.bytes = pf_alloc(PF_EDGES_HEAD_BYTES, 1);
  bool ok = list.bytes != NULL;
  if (ok) {
    memcpy(list.bytes, &edges->length_bits, PF_EDGES_HEAD_BYTES);
    list.size = list.capacity = PF_EDGES_HEAD_BYTES;
  }
  for (int32_t v = 0; v < s->n && ok; v++) {
    int32_t before = v;
    ok = put(&list, (uint32_t)(edges->first[v + 1] - edges->first[v]));
    for (int32_t e = edges->first[v]; e < edges->first[v + 1] && ok; e++) {
      ok = put(&list, (uint32_t)(edges->to[e] - before));
      before = edges->to[e];
    }
  }
  const pathfan_status status =
      ok ? add(s, PF_SECTION_EDGES, list.bytes, list.size, PATHFAN_CODEC_RAW) : out_of_memory(s);
  free(list.bytes);
  return status;
}

static pathfan_status write_onward(scribe *s) {
  if (!s->in->cone_lists.are_there) return PATHFAN_OK;
  return add(s, PF_SECTION_ONWARD, s->in->cone_lists.onward,
             pf_layout_onward_bytes(s->in->cone_lists.size, s->id_bytes), PATHFAN_CODEC_RAW);
}

/* ---- Terrain ---- */

static pathfan_status add_of_terrain(void *context, pf_section_id id, const void *data,
                                     uint64_t count) {
  return add(context, id, data, count, PATHFAN_CODEC_RAW);
}

static pathfan_status write_terrain(scribe *s) {
  if (!s->in->ground.terrain) return PATHFAN_OK;
  return pf_terrain_sections_add(&s->in->ground, &s->in->ways.view, add_of_terrain, s);
}

/* ---- Ignored ---- */

static pathfan_status write_ignored(scribe *s) {
  pf_layout_ignored kinds[PF_IGNORED_KINDS] = {0};
  pathfan_ignored one;
  int32_t count = 0;
  for (; pf_ignored_get(&s->in->ground.ignored, count, &one); count++) {
    memcpy(kinds[count].kind, one.kind, sizeof one.kind);
    memcpy(kinds[count].sentence, one.sentence, sizeof one.sentence);
    memcpy(kinds[count].example, one.example, sizeof one.example);
    kinds[count].count = one.count;
  }
  return count ? add(s, PF_SECTION_IGNORED, kinds, (uint64_t)count, PATHFAN_CODEC_RAW) : PATHFAN_OK;
}

static pathfan_status write_doors(scribe *s) {
  const pf_ground *ground = &s->in->ground;
  if (!ground->doors) return PATHFAN_OK;
  return add(s, PF_SECTION_DOORS, ground->doors, ground->door_bytes / sizeof(pf_layout_door),
             PATHFAN_CODEC_RAW);
}

static pathfan_status write_links(scribe *s) {
  const pf_ground *ground = &s->in->ground;
  pathfan_status status = PATHFAN_OK;
  if (ground->floor_count)
    status =
        add(s, PF_SECTION_FLOORS, ground->floors, (uint64_t)ground->floor_count, PATHFAN_CODEC_RAW);
  if (!status && ground->link_count)
    status =
        add(s, PF_SECTION_LINKS, ground->links, (uint64_t)ground->link_count, PATHFAN_CODEC_RAW);
  return status;
}

static pathfan_status write_heights(scribe *s) {
  const pf_mesh *mesh = &s->in->ground.mesh.view;
  if (!mesh->corner_height) return PATHFAN_OK;
  const uint64_t corners = mesh->first_corner[mesh->polygon_count];
  float *out = pf_alloc(corners + 1, sizeof *out);
  if (!out) return out_of_memory(s);
  out[0] = mesh->is_layered ? 1 : 0;
  memcpy(out + 1, mesh->corner_height, corners * sizeof *out);
  const pathfan_status status = add(s, PF_SECTION_HEIGHTS, out, corners + 1, PATHFAN_CODEC_RAW);
  free(out);
  return status;
}

/* ---- Pieces ---- */

static pathfan_status write_pieces(scribe *s) {
  assert(s->polygons);
  static const pf_label_gap no_gap; /* all lists are still in one piece */
  const pf_label_lists *l = &s->in->lists;
  const pf_mesh *mesh = &s->in->ground.mesh.view;
  const pf_piece_source source = {.n = s->n,
                                  .cells = s->in->cone_lists.are_there ? mesh->polygon_count : 0,
                                  .id_bytes = s->id_bytes,
                                  .spans = l->spans,
                                  .exits = l->exits,
                                  .exit_size = (uint32_t)(s->id_bytes + l->end_bytes),
                                  .labels = l->labels,
                                  .next_labels = l->next_labels,
                                  .next_bytes = (uint32_t)l->next_bytes,
                                  .gaps = &no_gap,
                                  .tile_shift = PF_TILE_SHIFT_NONE,
                                  .hub_first = (const void *)l->hubs,
                                  .hubs = l->hubs + ((uint64_t)s->n + 1) * sizeof(uint32_t),
                                  .id_bits = pf_number_bits((uint32_t)s->n),
                                  .polygons = s->polygons,
                                  .cones = s->in->cone_lists.bytes,
                                  .regions = s->regions.all,
                                  .tree_bytes = s->regions.tree_size,
                                  .pair_count = s->in->via_sets.pair_count,
                                  .has_partners = s->in->via_sets.pairs.first != NULL,
                                  .via_count =
                                      s->regions.all ? (uint32_t)s->in->via_sets.via_count : 0};
  return add_digests(s, PF_SECTION_PIECES, &source, 0, pf_piece_numbers_of(&source).listed);
}

pathfan_status pf_sections_write(const pf_build_state *in) {
  pf_writer *writer = in->writer;
  scribe s = {.in = in,
              .writer = writer,
              .error = in->error,
              .n = in->graph.vertex_count,
              .id_bytes = pf_build_id_bytes(in)};
  s.vertex_at = pf_alloc((uint64_t)s.n, sizeof *s.vertex_at);
  pathfan_status status = s.vertex_at ? PATHFAN_OK : out_of_memory(&s);
  for (int32_t v = 0; v < s.n && !status; v++) {
    assert(in->column_of[v] >= 0 && in->column_of[v] < s.n);
    assert(in->rank_of[v] >= 0 && in->rank_of[v] < s.n);
    s.vertex_at[in->column_of[v]] = v;
    s.has_wedges = s.has_wedges || pf_wedge_quadrant(in->graph.wedge[v]) < 0;
  }
  if (!status) status = go_on(&s);
  if (!status) status = write_header(&s);
  if (!status) status = write_vertices(&s);
  if (!status) status = write_wedges(&s);
  if (!status) status = write_polygons(&s);
  if (!status)
    status = add(&s, PF_SECTION_LOCATOR, in->ground.locator_bytes, in->ground.locator_size,
                 PATHFAN_CODEC_RAW);
  if (!status) status = write_mesh(&s);
  if (!status) status = write_labels(&s);
  if (in->options->chunk_bytes) limit_chunks(writer, in->options->chunk_bytes);
  for (int32_t i = 0; i < in->tables.table_count && !status; i++) {
    status = go_on(&s);
    if (!status) status = write_table(&s, i);
  }
  pf_writer_set_limits(writer, pf_writer_default_limits());
  if (!status) status = go_on(&s);
  if (!status) status = write_regions(&s);
  if (!status) status = write_listed(&s);
  if (!status) status = write_edges(&s);
  if (!status) status = write_onward(&s);
  if (!status) status = write_terrain(&s);
  if (!status && !in->radius) status = write_ignored(&s);
  if (!status && !in->radius) status = write_doors(&s);
  if (!status) status = write_links(&s);
  if (!status) status = write_heights(&s);
  if (!status) status = write_pieces(&s);
  if (!status && pf_build_is_last(in))
    status = add(&s, PF_SECTION_SOURCE, in->source, in->source_bytes, PATHFAN_CODEC_ZSTD);
  free(s.vertex_at);
  free(s.polygons);
  free(s.regions.all);
  return status;
}

/* find_sections.c - finds every section and checks its size against the header's counts. That takes
 * microseconds, since only the header's content is read. format/sections.h says which size elements
 * have, and which sections may be missing. */
#include "find_sections.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "find_labels.h"
#include "find_terrain.h"
#include "finder.h"
#include "geometry/frame.h"
#include "pieces.h"

/* ---- The header ---- */

/* The least and greatest values of the header's fields. */
static const struct {
  size_t field;
  int32_t least, most;
} limits[] = {
    /* as many as a label can name */
    {offsetof(pf_layout_header, vertex_count), 0, (1 << PF_HUB_BITS) - 1},
    {offsetof(pf_layout_header, polygon_count), 0, INT32_MAX},
    {offsetof(pf_layout_header, component_count), 0, INT32_MAX},
    {offsetof(pf_layout_header, mesh_vertex_count), 0, INT32_MAX},
    {offsetof(pf_layout_header, mesh_corner_count), 0, INT32_MAX},
    {offsetof(pf_layout_header, width), 0, PF_EXTENT_MAX},
    {offsetof(pf_layout_header, height), 0, PF_EXTENT_MAX},
    {offsetof(pf_layout_header, table_count), 0, PF_LAYOUT_TABLES_MAX},
    {offsetof(pf_layout_header, id_bytes), 2, 4},
    {offsetof(pf_layout_header, end_bytes), 1, 4},
    {offsetof(pf_layout_header, next_bytes), 1, 4},
    {offsetof(pf_layout_header, length_bits), PF_LENGTH_BITS_LEAST, INT32_MAX},
    {offsetof(pf_layout_header, has_cones), 0, 1},
    {offsetof(pf_layout_header, is_rounded), 0, 1},
};

static bool fields_are_sane(const pf_layout_header *h) {
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    int32_t value;
    memcpy(&value, (const char *)h + limits[i].field, sizeof value);
    if (value < limits[i].least || value > limits[i].most) return false;
  }
  return true;
}

static bool scale_is_sane(const pf_layout_header *h) {
  return h->scale >= 0x1p-900 && h->scale <= 0x1p900 && isfinite(h->origin_x / h->scale) &&
         isfinite(h->origin_y / h->scale);
}

static bool is_sane(const pf_layout_header *h) {
  const pf_frame frame = {.width = h->width, .height = h->height};
  if (!fields_are_sane(h) || !scale_is_sane(h)) return false;
  if (h->mesh_vertex_count < h->vertex_count) return false;
  if (h->id_bytes == 3 || (h->id_bytes == 2 && h->vertex_count > 65534)) return false;
  if (h->end_bytes == 3 || h->next_bytes == 3) return false;
  if (h->length_bits > pf_length_bits_most(h->width, h->height)) return false;
  return h->fraction_bits == pf_frame_fraction_bits(&frame);
}

/* A lattice point off the line through two others that are e apart is at least 1 / e off it, and
 * the path by it at least 2 / e^3 longer than the straight one. Returns e^3, in fixed-point units,
 * at which this is PF_SLACK length units. */
static double ambiguous_cube(const pf_layout_header *h) {
  return ldexp(2.0 / PF_SLACK, h->length_bits + 3 * h->fraction_bits);
}

/* ---- Sections ---- */

/* A newer minor version may have unknown sections, but no required ones. */
static pathfan_status check_names(const pf_finder *f) {
  const pathfan_section *section;
  for (uint32_t i = 0; (section = pathfan_reader_section(f->reader, i)); i++)
    if ((section->flags & PATHFAN_SECTION_REQUIRED) &&
        pf_section_named(section->name) == PF_SECTIONS)
      return pf_fail(f->error, PATHFAN_ERR_VERSION,
                     "%s: section %s is required, and this program doesn't know it", f->view->path,
                     section->name);
  return PATHFAN_OK;
}

/* All sizes depend on the header, and pathfan_index_info shows it, so it is checked at once. */
static pathfan_status find_header(const pf_finder *f) {
  pf_index_view *view = f->view;
  pathfan_status status = pf_finder_find(f, PF_SECTION_HEADER, 0, 1, &view->header, NULL);
  if (!status)
    status =
        pathfan_reader_check(f->reader, pf_section_find(f->reader, PF_SECTION_HEADER, 0), f->error);
  if (status) return status;
  const pf_layout_header *h = view->header;
  if (!is_sane(h)) return pf_finder_damaged(f, PF_SECTION_HEADER, 0, "impossible values");
  view->n = h->vertex_count;
  view->units_per_fixed = ldexp(1, h->length_bits - h->fraction_bits);
  view->ambiguous_cube = ambiguous_cube(h);
  view->id_bytes = h->id_bytes;
  view->id_bits = pf_number_bits((uint32_t)h->vertex_count);
  return PATHFAN_OK;
}

static pathfan_status find_locator(const pf_finder *f) {
  const pf_layout_header *h = f->view->header;
  pf_locator *locator = &f->view->locator;
  const uint8_t *bytes = NULL;
  uint64_t size = 0;
  const pathfan_status status =
      pf_finder_find(f, PF_SECTION_LOCATOR, 0, PF_ANY_COUNT, &bytes, &size);
  if (status) return status;
  if (!pf_locator_open(bytes, size, locator) || locator->width != h->width ||
      locator->height != h->height)
    return pf_finder_damaged(f, PF_SECTION_LOCATOR, 0, "of another form or size than it says");
  return PATHFAN_OK;
}

static pathfan_status find_hubs(const pf_finder *f) {
  pf_index_view *view = f->view;
  const uint64_t n = (uint64_t)view->n, head = (n + 1) * sizeof *view->hub_first;
  const uint8_t *bytes = NULL;
  uint64_t size = 0;
  const pathfan_status status = pf_finder_find(f, PF_SECTION_HUBS, 0, PF_ANY_COUNT, &bytes, &size);
  if (status) return status;
  view->hub_first = (const void *)bytes;
  view->hubs = bytes + head;
  if (size < head || (!n && view->hub_first[0]) || /* checked by no piece */
      size - head != ((uint64_t)view->hub_first[n] * view->id_bits + 7) / 8 + PF_ROW_SLACK)
    return pf_finder_damaged(f, PF_SECTION_HUBS, 0, "of another size than it says");
  return PATHFAN_OK;
}

static pathfan_status find_table(const pf_finder *f, int32_t i) {
  pf_table *table = &f->view->tables[i];
  const pf_section_id id = PF_SECTION_TABLE;
  const pathfan_status status =
      pf_finder_find(f, PF_SECTION_TABLE_FIRST, i, (uint64_t)f->view->n + 1, &table->first, NULL);
  if (status) return status;
  const pathfan_section *section = pf_section_find(f->reader, id, i);
  if (!section) return pf_finder_missing(f, id, i);
  if (section->element_size != pf_section_rules[id].element_size ||
      section->codec != PATHFAN_CODEC_RAW || section->chunk_count > PF_LAYOUT_CHUNKS_MAX)
    return pf_finder_damaged(f, id, i, "of another form");
  table->chunk_count = (int32_t)section->chunk_count;
  for (uint32_t c = 0; c < section->chunk_count; c++) {
    uint64_t count = 0;
    table->chunk[c] = pathfan_reader_data(f->reader, section, c, &count);
    if (!table->chunk[c]) return pf_finder_damaged(f, id, i, "not readable");
    table->chunk_begin[c] = table->bytes;
    table->bytes += count;
  }
  return PATHFAN_OK;
}

/* Finds what follows the first `tree` bytes of a section of via sets: blocks of pairs, and ids. */
static pathfan_status find_via_sets(const pf_finder *f, pf_section_id id, uint64_t size,
                                    int32_t id_bytes, uint64_t tree) {
  pf_region_sets *r = &f->view->regions;
  const uint64_t before = tree + pf_layout_pair_blocks(r->pair_count) * PF_BLOCK_BYTES;
  if (size < before || (size - before) % (uint64_t)id_bytes ||
      (size - before) / (uint64_t)id_bytes > UINT32_MAX)
    return pf_finder_damaged(f, id, 0, "of another size than it says");
  r->blocks = r->section + tree;
  r->ids = r->section + before;
  r->id_count = (uint32_t)((size - before) / (uint64_t)id_bytes);
  return PATHFAN_OK;
}

static pathfan_status find_regions(const pf_finder *f) {
  pf_region_sets *r = &f->view->regions;
  const uint8_t *bytes = NULL;
  uint64_t size = 0;
  const pathfan_status status =
      pf_finder_find(f, PF_SECTION_REGIONS, 0, PF_ANY_COUNT, &bytes, &size);
  if (status || !bytes) return status;
  const pf_layout_regions *head = (const void *)bytes;
  if (size < sizeof *head || head->levels < 0 || head->levels > PF_REGION_LEVELS_MAX ||
      head->id_bytes != f->view->id_bytes)
    return pf_finder_damaged(f, PF_SECTION_REGIONS, 0, "of another form");
  *r = (pf_region_sets){.section = bytes,
                        .levels = head->levels,
                        .count = INT32_C(1) << head->levels,
                        .cuts = (const void *)(head + 1)};
  r->pair_count = pf_layout_region_pairs(r->count);
  return find_via_sets(f, PF_SECTION_REGIONS, size, head->id_bytes,
                       sizeof *head + (uint64_t)r->count * sizeof *r->cuts);
}

/* A hierarchy is ignored in a file that has regions, too. */
static pathfan_status find_hierarchy(const pf_finder *f) {
  pf_region_sets *r = &f->view->regions;
  const uint8_t *bytes = NULL;
  uint64_t size = 0;
  const pathfan_status status =
      pf_finder_find(f, PF_SECTION_HIERARCHY, 0, PF_ANY_COUNT, &bytes, &size);
  if (status || !bytes || r->section) return status;
  const pf_layout_hierarchy *head = (const void *)bytes;
  if (size < sizeof *head || head->levels < 0 || head->levels > PF_HIERARCHY_LEVELS_MAX ||
      head->id_bytes != f->view->id_bytes || head->apart < 1 ||
      head->apart > PF_HIERARCHY_APART_MAX)
    return pf_finder_damaged(f, PF_SECTION_HIERARCHY, 0, "of another form");
  *r = (pf_region_sets){.section = bytes,
                        .levels = head->levels,
                        .count = INT32_C(1) << head->levels,
                        .cuts = (const void *)(head + 1),
                        .apart = head->apart,
                        .pair_count = head->pair_count};
  r->first = r->cuts + r->count;
  r->partners = r->first + 2 * (uint64_t)r->count + 1;
  return find_via_sets(f, PF_SECTION_HIERARCHY, size, head->id_bytes,
                       sizeof *head + (3 * (uint64_t)r->count + 1 + r->pair_count) * 4);
}

/* Each list begins with a number, and each edge takes another, of at least a byte. */
static pathfan_status find_edges(const pf_finder *f) {
  const pf_layout_header *h = f->view->header;
  const uint64_t least = PF_EDGES_HEAD_BYTES + (uint64_t)h->vertex_count;
  const uint8_t *bytes = NULL;
  uint64_t size = 0;
  const pathfan_status status = pf_finder_find(f, PF_SECTION_EDGES, 0, PF_ANY_COUNT, &bytes, &size);
  if (status || !bytes) return status;
  if (size < least || h->edge_count < 0 || (uint64_t)h->edge_count > size - least)
    return pf_finder_damaged(f, PF_SECTION_EDGES, 0, "of another size than the header says");
  f->view->edges = bytes;
  f->view->edge_bytes = size;
  return PATHFAN_OK;
}

/* Finds a section with one element for each pair of regions; *out stays NULL if there is none. */
static pathfan_status find_by_pair(const pf_finder *f, pf_section_id id, const void *out) {
  const pf_region_sets *r = &f->view->regions;
  const void *elements = NULL;
  uint64_t count = 0;
  const pathfan_status status = pf_finder_find(f, id, 0, PF_ANY_COUNT, &elements, &count);
  if (status || !elements || !r->section) return status;
  if (count != r->pair_count)
    return pf_finder_damaged(f, id, 0, "not one for each pair of regions");
  memcpy((void *)out, &elements, sizeof elements);
  return PATHFAN_OK;
}

static pathfan_status find_listed(const pf_finder *f) {
  pf_index_view *view = f->view;
  const uint8_t *firsts = NULL, *pairs = NULL;
  uint64_t firsts_size = 0, pairs_size = 0, count = 0;
  pathfan_status status =
      pf_finder_find(f, PF_SECTION_LISTED_FIRSTS, 0, PF_ANY_COUNT, &firsts, &firsts_size);
  if (!status)
    status = pf_finder_find(f, PF_SECTION_LISTED_PAIRS, 0, PF_ANY_COUNT, &pairs, &pairs_size);
  if (!status)
    status =
        pf_finder_find(f, PF_SECTION_LISTED_PIECES, 0, PF_ANY_COUNT, &view->listed_digests, &count);
  if (status || !firsts || !pairs || !view->listed_digests) return status;
  if (!pf_listed_open(&view->listed, firsts, firsts_size, pairs, pairs_size) ||
      view->listed.id_bytes != view->id_bytes)
    return pf_finder_damaged(f, PF_SECTION_LISTED_FIRSTS, 0, "of another form");
  const pf_piece_source source = {.listed = view->listed};
  const pf_piece_numbers numbers = pf_piece_numbers_of(&source);
  if (count != numbers.count - numbers.listed)
    return pf_finder_damaged(f, PF_SECTION_LISTED_PIECES, 0, "of another size than listed hubs");
  return PATHFAN_OK;
}

static pathfan_status find_onward(const pf_finder *f) {
  pf_index_view *view = f->view;
  const uint8_t *bytes = NULL;
  uint64_t size = 0;
  const pathfan_status status =
      pf_finder_find(f, PF_SECTION_ONWARD, 0, PF_ANY_COUNT, &bytes, &size);
  if (status || !bytes || !view->header->has_cones) return status;
  if (size != pf_layout_onward_bytes(view->cone_bytes, view->id_bytes))
    return pf_finder_damaged(f, PF_SECTION_ONWARD, 0, "of another size than cone lists");
  view->onward = bytes;
  return PATHFAN_OK;
}

/* Finds the digests, once everything that has pieces is found. Those of regions come last: a build
 * that can't read regions finds more digests than it needs. */
static pathfan_status find_pieces(const pf_finder *f) {
  const pf_piece_source source = pf_pieces_source(f->view);
  const uint64_t count = pf_piece_numbers_of(&source).listed;
  uint64_t found = 0;
  const pathfan_status status =
      pf_finder_find(f, PF_SECTION_PIECES, 0, PF_ANY_COUNT, &f->view->piece_digests, &found);
  if (status || (source.regions ? found == count : found >= count)) return status;
  return pf_finder_damaged(f, PF_SECTION_PIECES, 0, "of another size than the header says");
}

static pathfan_status find_links(const pf_finder *f) {
  pf_index_view *view = f->view;
  uint64_t floors = 0, links = 0;
  pathfan_status status =
      pf_finder_find(f, PF_SECTION_FLOORS, 0, PF_ANY_COUNT, &view->floors, &floors);
  if (!status) status = pf_finder_find(f, PF_SECTION_LINKS, 0, PF_ANY_COUNT, &view->links, &links);
  if (status) return status;
  if (floors > PF_LAYOUT_FLOORS_MAX || links > PF_LAYOUT_LINKS_MAX || (view->terrain && links))
    return pf_finder_damaged(f, PF_SECTION_LINKS, 0, "more than there can be");
  view->floor_count = (int32_t)floors;
  view->link_count = (int32_t)links;
  return PATHFAN_OK;
}

pathfan_status pf_find_sections(const pathfan_reader *reader, pf_index_view *view,
                                pathfan_error *error) {
  const pf_finder f = {reader, view, error};
  pathfan_status status = check_names(&f);
  if (!status) status = find_header(&f);
  if (status) return status;
  const uint64_t n = (uint64_t)view->n, cells = (uint64_t)view->header->polygon_count;
  status = pf_finder_find(&f, PF_SECTION_VERTICES, 0, n, &view->vertices, NULL);
  if (!status) status = pf_finder_find(&f, PF_SECTION_WEDGES, 0, n, &view->wedges, NULL);
  if (!status)
    status = pf_finder_find(&f, PF_SECTION_POLYGONS, 0, cells + 1, &view->polygons, NULL);
  if (!status)
    status = pf_finder_find(&f, PF_SECTION_CONES, 0, PF_ANY_COUNT, &view->cones, &view->cone_bytes);
  if (!status) status = find_locator(&f);
  if (!status) status = find_regions(&f);
  if (!status) status = find_hierarchy(&f);
  if (!status) status = find_by_pair(&f, PF_SECTION_LEADING, &view->regions.leading);
  if (!status) status = find_by_pair(&f, PF_SECTION_DEFAULT_VIAS, &view->regions.by_default);
  if (!status) status = find_listed(&f);
  if (!status) status = find_edges(&f);
  if (!status) status = find_onward(&f);
  if (!status) status = pf_find_labels(&f);
  if (!status) status = find_hubs(&f);
  if (!status) status = find_pieces(&f);
  for (int32_t i = 0; i < view->header->table_count && !status; i++) status = find_table(&f, i);
  if (!status) status = pf_find_terrain(&f);
  if (!status) status = find_links(&f);
  if (!status)
    status = pf_finder_find(&f, PF_SECTION_HEIGHTS, 0,
                            (uint64_t)view->header->mesh_corner_count + 1, &view->heights, NULL);
  /* These only have to exist; they are read when needed. */
  static const pf_section_id late[] = {PF_SECTION_MESH, PF_SECTION_SOURCE};
  for (int i = 0; i < 2 && !status; i++)
    if (!pf_section_find(reader, late[i], 0)) status = pf_finder_missing(&f, late[i], 0);
  return status;
}

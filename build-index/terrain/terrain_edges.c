/* terrain_edges.c - the pieces of roads, rivers and borders of areas as edges.
 *
 * Pieces that lie on each other become one edge, with the lower rate of roads and the higher cost
 * of rivers. Free space is triangulated along the edges, and triangles are merged where no edge
 * runs between them. */
#include "terrain_edges.h"

#include <stdlib.h>

#include "base/memory.h"
#include "meshing/cdt.h"
#include "meshing/merge.h"

/* A piece of a line or of the outline, before it becomes an edge. */
typedef struct strand {
  int32_t a, b, line; /* PF_SURVEY_WALL: of the outline */
  bool turned;        /* runs from b to a */
} strand;

/* ---- Edges ---- */

static int by_ends(const void *a, const void *b) {
  const strand *s = a, *t = b;
  if (s->a != t->a) return s->a < t->a ? -1 : 1;
  if (s->b != t->b) return s->b < t->b ? -1 : 1;
  return (s->line > t->line) - (s->line < t->line);
}

/* Lets a road or river hold on an edge, unless another does that is cheaper or costs more. */
static void hold(pf_survey *v, int32_t *holds, int32_t number) {
  const pf_line *line = &v->features->lines[number];
  if (*holds == number) return; /* the line runs there and back */
  if (*holds >= 0) {
    const double held = v->features->lines[*holds].value;
    const bool is_better = line->kind == PF_LINE_ROAD ? line->value < held : line->value > held;
    v->is_overlapped[is_better ? *holds : number] = true;
    if (!is_better) return;
  }
  *holds = number;
}

/* Adds a strand to its edge: the cheaper road each way, the costlier river. */
static pathfan_status take(pf_survey *v, pf_terrain_edge *e, const strand *s) {
  if (s->line == PF_SURVEY_WALL) {
    e->wall += s->turned ? -1 : 1;
    return PATHFAN_OK;
  }
  if (s->line <= PF_SURVEY_BORDER) {
    const pathfan_status status =
        pf_grow(&v->borders, &v->border_capacity, (int64_t)v->border_count + 1);
    if (!status)
      v->borders[v->border_count++] =
          (pf_border){(int32_t)(e - v->edges), PF_SURVEY_BORDER - s->line, s->turned ? -1 : 1};
    return status;
  }
  const pf_line *line = &v->features->lines[s->line];
  if (line->kind == PF_LINE_RIVER) {
    hold(v, &e->river, s->line);
    return PATHFAN_OK;
  }
  if (line->oneway >= 0) hold(v, &e->road[s->turned], s->line);
  if (line->oneway <= 0) hold(v, &e->road[!s->turned], s->line);
  return PATHFAN_OK;
}

pathfan_status pf_survey_edges(pf_survey *v) {
  const pf_arrangement *a = &v->arrangement;
  /* Sorting needs as much again. */
  pathfan_status status =
      pf_limits_take(v->limits, (uint64_t)a->piece_count * (2 * sizeof(strand) + sizeof *v->edges));
  if (status) return status;
  strand *strands = pf_alloc((uint64_t)a->piece_count, sizeof *strands);
  v->edges = pf_alloc((uint64_t)a->piece_count, sizeof *v->edges);
  if (!strands || !v->edges) {
    free(strands);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t s = 0; s < v->segment_count; s++)
    for (int32_t i = a->first[s]; i < a->first[s + 1]; i++) {
      const pf_segment_piece p = a->pieces[i];
      const bool turned = p.from > p.to;
      strands[i] = (strand){turned ? p.to : p.from, turned ? p.from : p.to, v->line_of[s], turned};
    }
  qsort(strands, (size_t)a->piece_count, sizeof *strands, by_ends);
  for (int32_t i = 0; i < a->piece_count && !status; i++) {
    pf_terrain_edge *last = v->edge_count ? &v->edges[v->edge_count - 1] : NULL;
    if (!last || last->a != strands[i].a || last->b != strands[i].b) {
      last = &v->edges[v->edge_count++];
      *last = (pf_terrain_edge){.a = strands[i].a,
                                .b = strands[i].b,
                                .road = {PF_TERRAIN_NONE, PF_TERRAIN_NONE},
                                .river = PF_TERRAIN_NONE,
                                .area = {PF_TERRAIN_NONE, PF_TERRAIN_NONE}};
    }
    status = take(v, last, &strands[i]);
  }
  free(strands);
  return status ? status : pf_limits_go_on(v->limits);
}

static int by_points(const void *a, const void *b) {
  const pf_terrain_edge *s = a, *t = b;
  if (s->a != t->a) return s->a < t->a ? -1 : 1;
  return (s->b > t->b) - (s->b < t->b);
}

pf_terrain_edge *pf_survey_find_edge(const pf_survey *v, int32_t from, int32_t to) {
  const pf_terrain_edge key = {.a = from < to ? from : to, .b = from < to ? to : from};
  return bsearch(&key, v->edges, (size_t)v->edge_count, sizeof key, by_points);
}

/* ---- Mesh ---- */

static pathfan_status make_mesh(pf_survey *v) {
  pf_outline_edge *walls = pf_alloc((uint64_t)v->edge_count, sizeof *walls);
  pf_outline_edge *lines = pf_alloc((uint64_t)v->edge_count, sizeof *lines);
  int32_t wall_count = 0, line_count = 0;
  pathfan_status status = walls && lines ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < v->edge_count && !status; i++) {
    const pf_terrain_edge *e = &v->edges[i];
    if (e->wall)
      walls[wall_count++] =
          e->wall > 0 ? (pf_outline_edge){e->a, e->b} : (pf_outline_edge){e->b, e->a};
    else if (pf_has_road(e) || e->river >= 0 || e->area[0] != e->area[1])
      lines[line_count++] = (pf_outline_edge){e->a, e->b};
  }
  const pf_outline outline = {.vertex_count = v->arrangement.point_count,
                              .edge_count = wall_count,
                              .vertices = v->arrangement.points,
                              .edges = walls};
  if (!status)
    status =
        pf_limits_take(v->limits, (uint64_t)v->arrangement.point_count * PF_MESH_BYTES_PER_VERTEX);
  if (!status) status = pf_cdt_build_with(&outline, lines, line_count, &v->ground->mesh);
  if (!status) status = pf_limits_go_on(v->limits);
  if (!status) status = pf_mesh_finish(&v->ground->mesh);
  free(walls);
  free(lines);
  return status;
}

/* ---- Corners ---- */

/* Finds the points of vertices, and the corners at each point. */
static pathfan_status find_points(pf_survey *v) {
  const pf_mesh *mesh = &v->ground->mesh.view;
  const uint32_t corners = mesh->first_corner[mesh->polygon_count];
  const int32_t points = v->arrangement.point_count;
  free(v->point_of);
  free(v->first_corner);
  free(v->corners);
  v->point_of = pf_alloc((uint64_t)mesh->vertex_count, sizeof *v->point_of);
  v->first_corner = pf_alloc_zero((uint64_t)points + 2, sizeof *v->first_corner);
  v->corners = pf_alloc(corners, sizeof *v->corners);
  if (!v->point_of || !v->first_corner || !v->corners) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < mesh->vertex_count; i++)
    v->point_of[i] = pf_arrangement_find(&v->arrangement, mesh->vertices[i]);
  for (uint32_t c = 0; c < corners; c++) v->first_corner[v->point_of[mesh->corner_vertex[c]] + 2]++;
  for (int32_t p = 0; p < points; p++) v->first_corner[p + 2] += v->first_corner[p + 1];
  for (uint32_t c = 0; c < corners; c++)
    v->corners[v->first_corner[v->point_of[mesh->corner_vertex[c]] + 1]++] = (int32_t)c;
  return PATHFAN_OK;
}

/* Merges polygons across edges along which nothing runs. */
static pathfan_status merge_mesh(pf_survey *v) {
  const pf_mesh *mesh = &v->ground->mesh.view;
  pf_mesh_data merged = {0};
  uint8_t *kept = pf_alloc(mesh->first_corner[mesh->polygon_count], sizeof *kept);
  if (!kept) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      const uint32_t after = pf_corner_after(mesh->first_corner, p, c);
      kept[c] = pf_survey_find_edge(v, v->point_of[mesh->corner_vertex[c]],
                                    v->point_of[mesh->corner_vertex[after]]) != NULL;
    }
  const pathfan_status status = pf_merge_around(&v->ground->mesh, PF_MERGE_LONGEST, kept, &merged);
  free(kept);
  if (status) return status;
  pf_mesh_data_free(&v->ground->mesh);
  v->ground->mesh = merged;
  v->ground->mesh_kind = PF_LAYOUT_MESH_MERGED;
  return find_points(v);
}

/* Makes a bridge a feature, and marks the corners there; of several bridges the first counts. */
static void mark_bridge(pf_survey *v, const pf_placed_bridge *bridge) {
  pf_terrain_data *t = v->terrain;
  const int32_t point = pf_arrangement_find(&v->arrangement, bridge->at);
  const int32_t first = v->first_corner[point], end = v->first_corner[point + 1];
  if (first == end) { /* inside an obstacle */
    pf_survey_ignore(v, PF_IGNORED_LOST_BRIDGE, v->features->bridges[bridge->number].place,
                     v->features->bridges[bridge->number].name);
    return;
  }
  const int32_t feature =
      pf_survey_add_feature(v, PF_FEATURE_BRIDGE, 0, v->features->bridges[bridge->number].place,
                            v->features->bridges[bridge->number].name);
  t->features[feature].corner = v->corners[first];
  for (int32_t i = first; i < end; i++)
    if (t->bridge[v->corners[i]] < 0) t->bridge[v->corners[i]] = feature;
}

static pathfan_status mark_corners(pf_survey *v) {
  const pf_mesh *mesh = &v->ground->mesh.view;
  pf_terrain_data *t = v->terrain;
  const uint32_t corners = mesh->first_corner[mesh->polygon_count];
  t->road = pf_alloc(corners, sizeof *t->road);
  t->road_back = pf_alloc(corners, sizeof *t->road_back);
  t->river = pf_alloc(corners, sizeof *t->river);
  t->bridge = pf_alloc(corners, sizeof *t->bridge);
  if (!t->road || !t->road_back || !t->river || !t->bridge) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      const uint32_t after = pf_corner_after(mesh->first_corner, p, c);
      const int32_t from = v->point_of[mesh->corner_vertex[c]];
      pf_terrain_edge *e = pf_survey_find_edge(v, from, v->point_of[mesh->corner_vertex[after]]);
      t->road[c] = e ? e->road[e->a != from] : PF_TERRAIN_NONE;
      t->road_back[c] = e ? e->road[e->a == from] : PF_TERRAIN_NONE;
      t->river[c] = e && mesh->corner_neighbour[c] >= 0 ? e->river : PF_TERRAIN_NONE;
      if (e) e->is_found = true;
    }
  for (uint32_t c = 0; c < corners; c++) t->bridge[c] = PF_TERRAIN_NONE;
  for (int32_t b = 0; b < v->bridge_count; b++) mark_bridge(v, &v->bridges[b]);
  for (int32_t i = 0; i < v->edge_count; i++)
    for (int b = 0; b < 2 && !v->edges[i].is_found; b++)
      if (v->edges[i].road[b] >= 0) v->is_cut[v->edges[i].road[b]] = true;
  return PATHFAN_OK;
}

pathfan_status pf_survey_mesh(pf_survey *v, bool is_merged) {
  pathfan_status status = make_mesh(v);
  v->terrain->view.mesh = &v->ground->mesh.view;
  if (!status) status = pf_limits_go_on(v->limits);
  if (!status) status = find_points(v);
  if (!status && is_merged) status = merge_mesh(v);
  return status ? status : mark_corners(v);
}

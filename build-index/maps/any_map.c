/* any_map.c - the steps from a map's text to a mesh:
 *
 *   MovingAI grid   outline -> triangles -> merged; rectangles if wanted
 *   with a radius   outline -> polygons, enlarged -> outline -> triangles -> ...
 *   robot's map     outline of blocked cells -> polygons in the world -> as polygons
 *   polygons        others left out, degrees to metres, lines to walls; then outline on the lattice
 *                   -> triangles -> merged
 *   with roads      triangles along roads and rivers (terrain_map.c)
 *   mesh file       as it is
 *   polygons in space   matched and joined as they are (surface.h)
 *
 * The format is recognised by how the text begins (map/formats.h). The caller is asked whether to
 * go on between these steps, and all the time while polygons are arranged; but not while
 * triangulating.
 *
 * The memory that a step needs follows from its input, except where polygons cross: the limits are
 * asked for it beforehand, and for crossings as they are found. */
#include "any_map.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/reserved.h"
#include "base/status.h"
#include "base/text.h"
#include "map/formats.h"
#include "map/occupancy.h"
#include "map/profile.h"
#include "map/profile_file.h"
#include "meshing/locate_build.h"
#include "meshing/cdt.h"
#include "meshing/merge.h"
#include "meshing/mesh_file.h"
#include "meshing/rectangles.h"
#include "meshing/surface.h"
#include "meshing/trace.h"
#include "doors.h"
#include "floors.h"
#include "map_features.h"
#include "off_mesh.h"
#include "other_programs.h"
#include "build-index/terrain/terrain_map.h"

/* The rule, of those tried, with the fewest expansions and the smallest index
 * (docs/decisions/merging.md). */
#define MERGE_RULE PF_MERGE_LONGEST

typedef struct reading {
  const char *text, *path;
  size_t bytes;
  const pathfan_map_options *options;
  const pathfan_closed_areas *closed; /* NULL: doors are open, too */
  pathfan_mesh_kind kind;             /* wanted */
  pf_ground *ground;
  const pf_limits *limits;
  pathfan_error *error;
  pf_span own;         /* the profile behind the text; at NULL: none */
  pf_profile *profile; /* made of it */
  double wall_width;   /* of lines that have become walls; 0: there are none */
  pf_features features;
  pf_soup soup;
} reading;

static pathfan_status go_on(const reading *r) {
  return pf_limits_go_on(r->limits);
}

static pathfan_status worded(const reading *r, pathfan_status status) {
  if (status == PATHFAN_ERR_NO_MEMORY)
    return pf_fail(r->error, status, "%s: out of memory making the mesh", r->path);
  if (status == PATHFAN_ERR_LIMIT)
    return pf_fail(r->error, status, "%s: a mesh has at most 2^28 vertices", r->path);
  if (status)
    return pf_fail(r->error, status, "%s: making the mesh: %s", r->path,
                   pathfan_status_text(status));
  return PATHFAN_OK;
}

/* ---- Memory ---- */

static uint64_t bytes_of_polygons(const pf_polygons *p) {
  return (uint64_t)p->point_capacity * 2 * sizeof *p->points +
         (uint64_t)p->ring_capacity * sizeof *p->rings +
         (uint64_t)p->polygon_capacity * sizeof *p->polygons;
}

/* What reading a mesh file holds for each of its characters: numbers of one digit become records,
 * and corners that are checked against each other. */
#define MESH_BYTES_PER_CHARACTER 8
/* The same for polygons in space, where "f 1 2 3" is three corners. */
#define SOUP_BYTES_PER_CHARACTER 60

/* ---- Meshes ---- */

static pathfan_status cut_into_rectangles(const reading *r) {
  pf_ground *ground = r->ground;
  pf_grid_mesh mesh = {0};
  const pathfan_status status = pf_rectangles_build(&ground->grid, &mesh);
  ground->mesh_kind = PF_LAYOUT_MESH_RECTANGLES;
  ground->mesh = mesh.data;
  memset(&mesh.data, 0, sizeof mesh.data);
  pf_grid_mesh_free(&mesh);
  return worded(r, status);
}

static pathfan_status triangulate(const reading *r, const pf_outline *outline) {
  pf_mesh_data *mesh = &r->ground->mesh;
  pathfan_status status =
      pf_limits_take(r->limits, (uint64_t)outline->vertex_count * PF_MESH_BYTES_PER_VERTEX);
  if (!status) status = go_on(r);
  if (!status) status = pf_cdt_build(outline, mesh);
  if (!status) status = go_on(r);
  if (!status) status = pf_mesh_finish(mesh);
  if (!status) status = go_on(r);
  r->ground->mesh_kind = PF_LAYOUT_MESH_CDT;
  if (!status && r->kind != PATHFAN_MESH_CDT) {
    pf_mesh_data merged = {0};
    status = pf_merge(mesh, MERGE_RULE, &merged);
    if (!status) {
      pf_mesh_data_free(mesh);
      *mesh = merged;
      r->ground->mesh_kind = PF_LAYOUT_MESH_MERGED;
    }
  }
  return worded(r, status);
}

/* ---- Maps ---- */

/* Narrower walls may be rounded away, lattice units. */
#define WALL_UNITS 4

static pathfan_status check_walls(const reading *r) {
  const pf_frame *frame = &r->ground->frame;
  if (!(r->wall_width > 0) || r->wall_width * frame->scale >= WALL_UNITS) return PATHFAN_OK;
  return pf_fail(r->error, PATHFAN_ERR_LIMIT,
                 "%s: walls of %g are too thin for a lattice of unit %g: at least %d units",
                 r->path, r->wall_width, 1 / frame->scale, WALL_UNITS);
}

/* ignored: counts polygons that change nothing; NULL if nobody has drawn them. */
static pathfan_status use_polygons(const reading *r, const pf_polygons *polygons,
                                   pf_ignored *ignored) {
  const pf_snap_options snap = {r->options->unit, r->options->agent_radius, r->limits, ignored};
  pf_outline outline = {0};
  pathfan_error flaw = {""};
  pathfan_status status = pf_polygons_outline(polygons, &snap, &r->ground->frame, &outline, &flaw);
  if (status) return pf_fail(r->error, status, "%s: %s", r->path, flaw.text);
  r->ground->frame.is_rounded = 1; /* where polygons cross, if nowhere else */
  status = check_walls(r);
  if (!status) status = triangulate(r, &outline);
  pf_outline_free(&outline);
  return status;
}

/* Shrinks free cells by a margin; the grid is dropped. */
static pathfan_status shrink_grid(const reading *r, const pf_outline *cells) {
  pf_polygons polygons = {0};
  pathfan_status status = pf_polygons_of_grid(cells, &polygons, r->error);
  pf_grid_free(&r->ground->grid);
  r->ground->grid = (pf_grid){0};
  if (!status && polygons.polygon_count) status = use_polygons(r, &polygons, NULL);
  pf_polygons_free(&polygons);
  return status;
}

static pathfan_status read_cells(const reading *r, const pf_map_format *format) {
  pf_grid *grid = &r->ground->grid;
  pf_outline outline = {0};
  pathfan_status status = pf_limits_take(r->limits, r->bytes); /* a cell takes a character */
  if (!status)
    status = format->parse_cells(r->text, r->bytes, r->path, r->options->passable, grid,
                                 &r->ground->ignored, r->error);
  if (status) return status;
  const bool shrinks = r->options->agent_radius > 0;
  r->ground->frame = (pf_frame){.scale = 1, .width = grid->width, .height = grid->height};
  if (r->kind == PATHFAN_MESH_RECTANGLES && !shrinks) return cut_into_rectangles(r);
  status = worded(r, pf_trace_grid(grid, &outline));
  /* Without free cells there is nothing to shrink. */
  if (!status)
    status = shrinks && outline.edge_count ? shrink_grid(r, &outline) : triangulate(r, &outline);
  pf_outline_free(&outline);
  return status;
}

/* ---- Polygons ---- */

/* Makes obstacles of the doors that are closed. */
static void shut_doors(pf_polygons *areas) {
  for (int32_t p = 0; p < areas->polygon_count; p++) {
    pf_polygon *polygon = &areas->polygons[p];
    if (polygon->kind == PF_POLYGON_DOOR && polygon->is_closed) polygon->kind = PF_POLYGON_OBSTACLE;
  }
}

/* Keeps the doors of a map that has been read. */
static pathfan_status take_doors(const reading *r, const pf_features *features) {
  pathfan_error flaw = {""};
  if (pf_features_are_terrain(features) && pf_doors_are_there(&features->areas))
    return pf_fail(r->error, PATHFAN_ERR_MALFORMED,
                   "%s: a map with roads, rivers or areas with a rate can't have doors", r->path);
  const pathfan_status status = pf_doors_take(&features->areas, r->ground, &flaw);
  return status ? pf_fail(r->error, status, "%s: %s", r->path,
                          flaw.text[0] ? flaw.text : pathfan_status_text(status))
                : PATHFAN_OK;
}

static pathfan_status prepare(reading *r) {
  pathfan_error flaw = {""};
  pf_map_features f = {.features = &r->features,
                       .options = r->options,
                       .closed = r->closed,
                       .limits = r->limits,
                       .ground = r->ground,
                       .flaw = &flaw};
  const pathfan_status status = pf_map_features_prepare(&f);
  if (f.has_walls) r->wall_width = pf_map_features_wall_width(&f);
  if (flaw.text[0]) return pf_fail(r->error, status, "%s: %s", r->path, flaw.text);
  return status ? worded(r, status) : go_on(r);
}

static pathfan_status parse(const reading *r, const pf_map_format *format, pf_features *features) {
  const pf_wishes wishes = {.layers = r->options->layers,
                            .level = r->options->level,
                            .all_levels = true,
                            .walkable = r->options->walkable,
                            .profile = r->profile            ? r->profile
                                       : r->options->profile ? pf_profile_named(r->options->profile)
                                                             : NULL,
                            .limits = r->limits};
  if (format->parse_features) {
    const pathfan_status status =
        format->parse_features(r->text, r->bytes, r->path, &wishes, features, r->error);
    if (!status && r->profile) pf_profile_tell_unused(r->profile, &features->areas.ignored);
    return status;
  }
  return format->parse_polygons(r->text, r->bytes, r->path, &wishes, &features->areas, r->error);
}

/* Reads a map of polygons, or a terrain if roads or rivers run over it. */
static pathfan_status read_polygons(reading *r, const pf_map_format *format) {
  pf_features *features = &r->features;
  const uint64_t held = pf_limits_held(r->limits);
  const uint64_t bytes = format->is_json  ? pf_json_bytes(r->text, r->bytes)
                         : format->is_xml ? pf_xml_bytes(r->text, r->bytes)
                                          : 0;
  pathfan_status status = pf_limits_take(r->limits, bytes);
  if (!status) status = parse(r, format, features);
  pf_limits_return(r->limits, held);
  if (!status) status = go_on(r);
  /* Features are held as drawn, and on the lattice. */
  if (!status)
    status = pf_limits_take(r->limits,
                            2 * bytes_of_polygons(&features->areas) +
                                2 * bytes_of_polygons(&features->rated) +
                                2 * (uint64_t)features->point_capacity * sizeof *features->points);
  if (!status) status = prepare(r);
  if (!status && !pf_features_are_terrain(features)) {
    if (r->closed) shut_doors(&features->areas);
    status = use_polygons(r, &features->areas, &r->ground->ignored);
  } else if (!status) {
    pathfan_error flaw = {""};
    status = pf_terrain_read(features, r->options, r->limits, r->ground, &flaw);
    if (status)
      pf_fail(r->error, status, "%s: %s", r->path, flaw.text);
    else
      status = check_walls(r);
  }
  if (!status) status = take_doors(r, features);
  if (!status) {
    if (r->ground->is_projected) pf_ignored_drop(&features->areas.ignored, PF_IGNORED_DEGREES);
    r->ground->vanished = pf_polygons_count_flat(&features->areas, &r->ground->frame) +
                          pf_polygons_count_flat(&features->rated, &r->ground->frame);
    pf_ignored_add(&r->ground->ignored, &features->areas.ignored);
    pf_ignored_add(&r->ground->ignored, &features->rated.ignored);
  }
  return status;
}

/* Places the links of a map on its mesh. */
static pathfan_status take_links(const reading *r) {
  pathfan_error flaw = {""};
  const pathfan_status status =
      pf_links_take(&r->features, r->options->agent_radius, r->ground, &flaw);
  return flaw.text[0] ? pf_fail(r->error, status, "%s: %s", r->path, flaw.text) : status;
}

/* ---- Maps of robots, grids of geographic data ---- */

/* Makes the whole image free and blocked cells obstacles, in metres. */
static pathfan_status lay_out(const pf_grid *grid, const pf_outline *blocked,
                              const pf_placement *to, pf_polygons *polygons) {
  const int32_t corners[4][2] = {
      {0, 0}, {grid->width, 0}, {grid->width, grid->height}, {0, grid->height}};
  pathfan_status status = pf_polygons_begin(polygons, PF_POLYGON_FREE, NULL);
  if (!status) status = pf_polygons_ring(polygons, 0);
  for (int i = 0; i < 4 && !status; i++)
    status = pf_polygons_point(polygons, corners[i][0], corners[i][1]);
  if (!status && blocked->edge_count)
    status = pf_polygons_add_outline(polygons, blocked, PF_POLYGON_OBSTACLE, 0);
  for (int32_t i = 0; i < polygons->point_count; i++) {
    double *at = polygons->points + 2 * i;
    at[0] = pf_placement_at(to->origin_x, to->side, at[0]);
    at[1] = pf_placement_at(to->origin_y, to->side, at[1]);
  }
  return status;
}

static pathfan_status read_occupancy(reading *r, const pf_map_format *format) {
  pf_grid grid = {0};
  pf_placement placement;
  pf_outline blocked = {0};
  pf_polygons polygons = {0};
  pathfan_status status = format->parse_placed(r->text, r->bytes, r->path, r->limits, &grid,
                                               &placement, &r->ground->ignored, r->error);
  if (status) return status;
  r->ground->is_y_up = true;
  const int64_t cells = (int64_t)grid.width * grid.height;
  for (int64_t i = 0; i < cells; i++) grid.free[i] = !grid.free[i];
  status = go_on(r);
  if (!status) status = worded(r, pf_trace_grid(&grid, &blocked));
  if (!status) status = worded(r, lay_out(&grid, &blocked, &placement, &polygons));
  pf_grid_free(&grid);
  pf_outline_free(&blocked);
  if (!status) status = go_on(r);
  if (!status) status = use_polygons(r, &polygons, NULL);
  pf_polygons_free(&polygons);
  return status;
}

static pathfan_status refuse_radius(const reading *r) {
  if (!(r->options->agent_radius > 0)) return PATHFAN_OK;
  return pf_fail(r->error, PATHFAN_ERR_ARGUMENT,
                 "%s: is a mesh, whose walls can't be moved for an agent radius; give the "
                 "map that it was made of",
                 r->path);
}

static pathfan_status parse_soup(const reading *r, pf_map_content content, pf_soup *soup) {
  pf_ignored *ignored = &r->ground->ignored;
  switch (content) {
  case PF_MAP_DETOUR:
    return pf_detour_parse(r->text, r->bytes, r->path, r->options->layers, soup, ignored, r->error);
  case PF_MAP_OBJ: return pf_obj_parse(r->text, r->bytes, r->path, soup, ignored, r->error);
  default: return pf_ply_parse(r->text, r->bytes, r->path, soup, ignored, r->error);
  }
}

static pathfan_status read_surface(reading *r, pf_map_content content) {
  pathfan_status status = refuse_radius(r);
  if (!status) status = pf_limits_take(r->limits, r->bytes * SOUP_BYTES_PER_CHARACTER);
  if (!status) status = parse_soup(r, content, &r->soup);
  if (!status) status = go_on(r);
  if (!status)
    status = pf_surface_build(&r->soup, r->path, &r->ground->frame, &r->ground->mesh,
                              &r->ground->ignored, r->error);
  r->ground->mesh_kind = PF_LAYOUT_MESH_GIVEN;
  return status;
}

static pathfan_status read_mesh(const reading *r) {
  pathfan_status status = refuse_radius(r);
  if (!status) status = pf_limits_take(r->limits, r->bytes * MESH_BYTES_PER_CHARACTER);
  if (!status)
    status = pf_mesh_file_parse(r->text, r->bytes, r->path, &r->ground->frame, &r->ground->mesh,
                                &r->ground->ignored, r->error);
  r->ground->mesh_kind = PF_LAYOUT_MESH_GIVEN;
  return status;
}

/* ---- Any map ---- */

/* How many of the words that a format may begin with messages name. */
#define WORDS_TOLD 3

static bool is_image(const reading *r) {
  return r->bytes > 3 && (!memcmp(r->text, "P2", 2) || !memcmp(r->text, "P5", 2) ||
                          !memcmp(r->text, "BM", 2) || !memcmp(r->text, "\x89PNG", 4));
}

/* Fails with a message that says how maps begin. */
static pathfan_status refuse(const reading *r) {
  char sentence[PF_OTHER_PROGRAMS_BYTES];
  if (!r->bytes) return pf_fail(r->error, PATHFAN_ERR_MALFORMED, "%s: is empty", r->path);
  if (is_image(r))
    return pf_fail(r->error, PATHFAN_ERR_MALFORMED,
                   "%s: is an image; the .yaml of a robot's map, which says what its grey "
                   "means, is what is read",
                   r->path);
  if (pf_other_programs_tell(r->text, r->bytes, r->path, sentence))
    return pf_fail(r->error, PATHFAN_ERR_MALFORMED, "%s: %s", r->path, sentence);
  if (pf_is_utf16(r->text, r->bytes))
    return pf_fail(r->error, PATHFAN_ERR_MALFORMED,
                   "%s: is text in UTF-16, maps are in UTF-8; convert it: iconv -f UTF-16 -t UTF-8",
                   r->path);
  char begins[512] = "";
  for (const pf_map_format *f = pf_map_formats; f->name; f++)
    for (int i = 0; f->begins[i] && i < WORDS_TOLD; i++) {
      if ((unsigned char)f->begins[i][0] < ' ') continue;
      const size_t at = strlen(begins);
      const char *verb = f == pf_map_formats ? " begins with" : " with";
      snprintf(begins + at, sizeof begins - at, "%s%s%s %s",
               !at ? ""
               : i ? " or"
                   : ", ",
               i ? "" : f->name, i ? "" : verb, f->begins[i]);
    }
  return pf_fail(r->error, PATHFAN_ERR_MALFORMED, "%s:1: is no map: %s", r->path, begins);
}

static pathfan_status read_content(reading *r, const pf_map_format *format) {
  switch (format->content) {
  case PF_MAP_CELLS: return read_cells(r, format);
  case PF_MAP_POLYGONS: return read_polygons(r, format);
  case PF_MAP_OCCUPANCY: return read_occupancy(r, format);
  case PF_MAP_MESH: return read_mesh(r);
  default: return read_surface(r, format->content);
  }
}

/* Reads the profile behind the text, if that is wanted. */
static pathfan_status take_profile(reading *r) {
  const char *wanted = r->options->profile;
  if (!wanted || pf_profile_named(wanted)) return PATHFAN_OK;
  const bool is_file = pf_profile_is_file(wanted);
  if (!r->own.at)
    return pf_fail(r->error, PATHFAN_ERR_ARGUMENT,
                   is_file ? "%s: only with a map's file a profile's file is read"
                           : "%s: it has no profile of its own",
                   r->path);
  return pf_profile_parse(r->own, is_file ? pf_name_tail(wanted) : "its profile", &r->profile,
                          r->error);
}

static pathfan_status read_any(reading *r) {
  if (r->options->profile) r->bytes = pf_profile_split(r->text, r->bytes, &r->own);
  const pf_map_format *format = pf_map_format_of(r->text, r->bytes);
  const bool is_grid = format && format->content == PF_MAP_CELLS;
  if (r->options->mesh == PATHFAN_MESH_RECTANGLES && (!is_grid || r->options->agent_radius > 0))
    return pf_fail(r->error, PATHFAN_ERR_ARGUMENT,
                   "%s: only the cells of a grid map without an agent radius can be cut into "
                   "rectangles",
                   r->path);
  if (!format) return refuse(r);
  if (r->options->projection != PATHFAN_PROJECTION_NONE && format->content != PF_MAP_POLYGONS)
    return pf_fail(r->error, PATHFAN_ERR_ARGUMENT,
                   "%s: only polygons, roads and rivers can be brought from degrees into "
                   "metres, not cells or a mesh",
                   r->path);
  if (r->options->layers && !format->has_layers)
    return pf_fail(
        r->error, PATHFAN_ERR_ARGUMENT,
        "%s: only a map of Tiled has layers that --layer could choose, and a mesh of Detour areas",
        r->path);
  if (r->options->level && !format->has_levels)
    return pf_fail(r->error, PATHFAN_ERR_ARGUMENT,
                   "%s: only GeoJSON has levels that --level could choose", r->path);
  if (r->options->walkable && !format->has_assumed)
    return pf_fail(r->error, PATHFAN_ERR_ARGUMENT,
                   "%s: only polygons of GeoJSON and WKT may be obstacles or --walkable", r->path);
  if (r->options->profile && !format->has_tags)
    return pf_fail(r->error, PATHFAN_ERR_ARGUMENT,
                   "%s: only GeoJSON has tags of OpenStreetMap, which a profile is for", r->path);
  pathfan_status status = take_profile(r);
  if (!status) status = read_content(r, format);
  assert(status || pf_map_format_counts(format, &r->ground->ignored));
  return status;
}

static bool is_length(double x) {
  return x >= 0 && isfinite(x);
}

/* Refuses a map of which something has no effect. */
static pathfan_status be_strict(const reading *r) {
  pathfan_ignored first;
  if (!r->options->strict || !pf_ignored_get(&r->ground->ignored, 0, &first)) return PATHFAN_OK;
  return pf_fail(r->error, PATHFAN_ERR_MALFORMED, "%s: %s: %lld, %s%s", r->path, first.sentence,
                 (long long)first.count, first.count > 1 ? "such as " : "", first.example);
}

/* Sets the message for any step that was refused memory. */
static pathfan_status too_large(const reading *r) {
  char limit[32];
  return pf_fail(r->error, PATHFAN_ERR_LIMIT,
                 "%s: reading it would take more memory than the limit, %s; fewer corners and "
                 "crossings, or a higher limit, help",
                 r->path, pf_memory_limit_text(r->limits->memory_limit, limit));
}

static pathfan_status check_options(const pathfan_map_options *options, pathfan_error *error) {
  if (!PF_KNOWS(options))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "map options: " PF_UNKNOWN_MEMBER);
  if (!is_length(options->agent_radius))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "the agent radius must be 0 or more");
  if (!is_length(options->simplify))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "the tolerance of simplifying must be 0 or more");
  if (!is_length(options->unit))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "the unit must be 0 or more");
  if (!is_length(options->wall_width))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "the width of walls must be 0 or more");
  if (options->layers && strlen(options->layers) >= PATHFAN_LAYERS_BYTES)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "names of layers have less than %d bytes",
                   PATHFAN_LAYERS_BYTES);
  if (options->level && (strlen(options->level) >= PATHFAN_LEVEL_BYTES || !*options->level ||
                         strpbrk(options->level, " \t\r\n;")))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "a level has 1 to %d bytes, and no blank or semicolon", PATHFAN_LEVEL_BYTES - 1);
  if (options->profile && !pf_profile_named(options->profile) &&
      !pf_profile_is_file(options->profile) && strcmp(options->profile, PF_PROFILE_OWN) != 0)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "there is no profile %s; there are foot, bicycle, car, offroad and FILE.json",
                   options->profile);
  if ((unsigned)options->mesh > PATHFAN_MESH_RECTANGLES)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "there is no kind of mesh number %d",
                   (int)options->mesh);
  if ((unsigned)options->projection > PATHFAN_PROJECTION_LOCAL)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "there is no projection number %d",
                   (int)options->projection);
  return PATHFAN_OK;
}

pathfan_status pf_ground_read(const char *text, size_t bytes, const char *path,
                              const pathfan_map_options *options,
                              const pathfan_closed_areas *closed, const pf_limits *limits,
                              pf_ground *ground, pathfan_error *error) {
  reading r = {.text = text,
               .path = path,
               .bytes = bytes,
               .options = options,
               .closed = closed,
               .kind = options->mesh ? options->mesh : PATHFAN_MESH_MERGED,
               .ground = ground,
               .limits = limits,
               .error = error};
  const uint64_t held = pf_limits_held(limits);
  memset(ground, 0, sizeof *ground);
  pathfan_status status = check_options(options, error);
  if (status) return status;
  status = pf_limits_take(limits, bytes);
  if (!status) status = read_any(&r);
  if (!status) status = go_on(&r);
  if (!status)
    status =
        worded(&r, pf_locator_build(&ground->mesh.view, ground->frame.width, ground->frame.height,
                                    0, &ground->locator_bytes, &ground->locator_size));
  if (!status && !pf_locator_open(ground->locator_bytes, ground->locator_size, &ground->locator))
    status = pf_fail(error, PATHFAN_ERR_LIMIT, "%s: too many polygons to be located", path);
  if (!status) status = take_links(&r);
  if (!status) status = pf_off_mesh_take(&r.soup, path, ground, error);
  if (!status) status = be_strict(&r);
  pf_features_free(&r.features);
  pf_soup_free(&r.soup);
  pf_profile_free(r.profile);
  if (status == PATHFAN_ERR_LIMIT && limits && limits->memory_limit &&
      limits->memory_limit->is_spent)
    status = too_large(&r);
  pf_limits_return(limits, held);
  if (status) pf_ground_free(ground);
  return status;
}

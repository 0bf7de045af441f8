/* doors.c - the doors of a map of polygons, as section doors of the index holds them. Their corners
 * are moved to the lattice as for the map's free space: a door then closes all that it opens. */
#include "doors.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "geometry/area.h"

bool pf_doors_are_there(const pf_polygons *polygons) {
  for (int32_t p = 0; p < polygons->polygon_count; p++)
    if (polygons->polygons[p].kind == PF_POLYGON_DOOR) return true;
  return false;
}

static pathfan_status refuse(const pf_polygons *polygons, int32_t p, const char *why,
                             pathfan_error *error) {
  char quoted[PF_NAME_QUOTE_BYTES];
  return pf_fail(error, PATHFAN_ERR_MALFORMED, "%s %d%s %s",
                 polygons->place_is ? polygons->place_is : "place",
                 (int)polygons->rings[polygons->polygons[p].first_ring].place,
                 pf_name_quote(polygons->polygons[p].name, quoted), why);
}

/* Checks that the door can be closed: obstacles are simple polygons. */
static pathfan_status check_shape(const pf_polygons *polygons, int32_t p, const double *at,
                                  int32_t count, const pf_frame *frame, pathfan_error *error) {
  const int bits = pf_frame_fraction_bits(frame);
  pf_areas areas = {0};
  bool is_simple = true;
  pf_fixed_point *placed = pf_alloc((uint64_t)count, sizeof *placed);
  pathfan_status status = placed ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < count && !status; i++)
    if (!pf_frame_place(frame, bits, at[2 * i], at[2 * i + 1], &placed[i])) is_simple = false;
  pf_areas_begin(&areas, frame, bits);
  if (!status && is_simple) status = pf_areas_add(&areas, placed, count, &is_simple);
  pf_areas_free(&areas);
  free(placed);
  if (!status && !is_simple)
    return refuse(polygons, p, "is a door that crosses itself, or has no area", error);
  return status;
}

static pathfan_status add(const pf_polygons *polygons, int32_t p, pf_ground *ground,
                          pathfan_error *error) {
  const pf_frame *frame = &ground->frame;
  const pf_polygon *door = &polygons->polygons[p];
  const int32_t first = polygons->rings[door->first_ring].first_point;
  const int32_t count = pf_ring_end(polygons, door->first_ring) - first;
  const uint64_t name = (strlen(door->name) / sizeof(pf_layout_door) + 1) * sizeof(pf_layout_door);
  const uint64_t corners = 2 * (uint64_t)count * sizeof(double);
  const uint64_t bytes = sizeof(pf_layout_door) + corners + name;
  const pf_layout_door record = {count, (int32_t)(name / sizeof record), door->is_closed, 0};
  uint8_t *grown = realloc(ground->doors, ground->door_bytes + bytes);
  if (!grown) return PATHFAN_ERR_NO_MEMORY;
  ground->doors = grown;
  uint8_t *to = grown + ground->door_bytes;
  ground->door_bytes += bytes;
  memset(to, 0, bytes);
  memcpy(to, &record, sizeof record);
  to += sizeof record;
  double *at = (double *)to; /* records have as many bytes as two */
  pf_ring_to_lattice(polygons, door->first_ring, true, frame, at);
  for (int32_t i = 0; i < 2 * count; i++)
    at[i] = (at[i] + (i % 2 ? frame->origin_y : frame->origin_x)) / frame->scale;
  memcpy(to + corners, door->name, strlen(door->name));
  return check_shape(polygons, p, at, count, frame, error);
}

static int by_name(const void *a, const void *b) {
  return strcmp((*(const pf_polygon *const *)a)->name, (*(const pf_polygon *const *)b)->name);
}

/* Doors of one name are parts of one: of several polygons, or on several floors. */
static pathfan_status check_parts(const pf_polygons *polygons, pathfan_error *error) {
  const pf_polygon **doors = pf_alloc((uint64_t)polygons->polygon_count, sizeof(pf_polygon *));
  pathfan_status status = doors ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  int32_t count = 0;
  for (int32_t p = 0; p < polygons->polygon_count && !status; p++)
    if (polygons->polygons[p].kind == PF_POLYGON_DOOR) doors[count++] = &polygons->polygons[p];
  if (count > PF_DOORS_MAX)
    status = pf_fail(error, PATHFAN_ERR_LIMIT, "more than %d doors", PF_DOORS_MAX);
  if (!status) qsort((void *)doors, (size_t)count, sizeof *doors, by_name);
  for (int32_t i = 1; i < count && !status; i++)
    if (doors[i - 1]->is_closed != doors[i]->is_closed && !by_name(&doors[i - 1], &doors[i]))
      status = pf_fail(error, PATHFAN_ERR_MALFORMED,
                       "of doors named \"%.100s\" one is closed and one is open", doors[i]->name);
  free((void *)doors);
  return status;
}

pathfan_status pf_doors_take(const pf_polygons *polygons, pf_ground *ground, pathfan_error *error) {
  if (!pf_doors_are_there(polygons)) return PATHFAN_OK;
  pathfan_status status = check_parts(polygons, error);
  for (int32_t p = 0; p < polygons->polygon_count && !status; p++)
    if (polygons->polygons[p].kind == PF_POLYGON_DOOR) status = add(polygons, p, ground, error);
  return status;
}

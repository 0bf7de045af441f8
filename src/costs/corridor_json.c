/* corridor_json.c - a corridor as features of GeoJSON, in degrees if wanted. */
#include "base/json.h"
#include "costs/corridor.h"

void pf_cost_corridor_in_degrees(pf_cost_corridor *corridor, const pf_degrees *degrees) {
  for (int64_t i = 0; i < corridor->area.point_count; i++) {
    double *xy = &corridor->area.xy[2 * i];
    const pathfan_point at = pf_degrees_from_map(degrees, (pathfan_point){xy[0], xy[1]});
    xy[0] = at.x;
    xy[1] = at.y;
  }
  for (int32_t i = 0; i < corridor->way_count; i++)
    for (int end = 0; end < 2; end++)
      corridor->ways[i].ends[end] = pf_degrees_from_map(degrees, corridor->ways[i].ends[end]);
}

static void write_position(pf_json_writer *w, const double *xy) {
  pf_write_line(w, "");
  pf_write_xy(w, NULL, xy[0], xy[1]);
}

/* Writes a ring closed and reversed: RFC 7946 has areas counter-clockwise with y up. */
static void write_ring(pf_json_writer *w, const pf_contours *rings, int32_t ring) {
  const int32_t first = rings->first[ring], last = rings->first[ring + 1] - 1;
  pf_write_begin(w, NULL, '[');
  for (int32_t i = last; i >= first; i--) write_position(w, &rings->xy[2 * (int64_t)i]);
  write_position(w, &rings->xy[2 * (int64_t)last]);
  pf_write_end(w, ']');
}

/* Writes the area inside one outer ring, with its holes. */
static void write_area(pf_json_writer *w, const pf_contours *rings, int32_t outer) {
  pf_write_line(w, "\n ");
  pf_write_begin(w, NULL, '[');
  write_ring(w, rings, outer);
  for (int32_t hole = 0; hole < rings->ring_count; hole++) {
    if (rings->outer[hole] != outer) continue;
    pf_write_line(w, "\n  ");
    write_ring(w, rings, hole);
  }
  pf_write_end(w, ']');
}

static void write_way(pf_json_writer *w, const pf_cost_corridor_way *way) {
  pf_begin_feature(w);
  pf_write_text(w, "part", "corridor-way");
  pf_write_integer(w, "feature", way->feature);
  pf_begin_geometry(w, "LineString");
  pf_write_begin(w, "coordinates", '[');
  for (int end = 0; end < 2; end++) pf_write_xy(w, NULL, way->ends[end].x, way->ends[end].y);
  pf_write_end(w, ']');
  pf_end_feature(w);
}

void pf_cost_corridor_write(pf_json_writer *w, const pf_cost_corridor *corridor,
                            const pathfan_path *way, double within) {
  const pf_contours *rings = &corridor->area;
  pf_write_begin(w, "features", '[');
  pf_begin_feature(w);
  pf_write_text(w, "part", "corridor");
  pf_write_number(w, "within", within);
  pf_write_number(w, "cost", way->cost * (1 + within));
  pf_write_number(w, "tolerance", corridor->tolerance / way->cost);
  pf_write_number(w, "gap", corridor->gap / way->cost);
  pf_write_integer(w, "cells", corridor->cells);
  pf_write_bool(w, "certain", true);
  pf_begin_geometry(w, "MultiPolygon");
  pf_write_begin(w, "coordinates", '[');
  for (int32_t ring = 0; ring < rings->ring_count; ring++)
    if (rings->outer[ring] < 0) write_area(w, rings, ring);
  pf_write_end(w, ']');
  pf_end_feature(w);
  for (int32_t i = 0; i < corridor->way_count; i++) write_way(w, &corridor->ways[i]);
  pf_begin_feature(w);
  pf_write_text(w, "part", "way");
  pf_write_number(w, "cost", way->cost);
  pf_write_number(w, "length", way->length);
  pf_begin_geometry(w, "LineString");
  pf_write_line_string(w, way);
  pf_end_feature(w);
}

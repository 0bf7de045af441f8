/* geojson.c - nodes in the file's coordinates, and ways as GeoJSON.
 *
 * Routers join points with the same coordinates: so those of entries and corners are written as
 * they were read, not as the plane and its lattice give them back. */
#include "base/json.h"
#include "base/text.h"
#include "plaza/plaza.h"

/* Decimals of degrees: a tenth of a millimetre. */
#define DECIMALS 9

void pf_net_place(const pf_plaza *plaza, const pf_net *net, int32_t node, char x[static 32],
                  char y[static 32]) {
  const pathfan_point at = net->nodes[node].at;
  const pf_plaza_corner *corner = node < plaza->entry_count ? NULL : pf_plaza_corner_at(plaza, at);
  const pathfan_point given = node < plaza->entry_count ? plaza->entries[node].given
                              : corner                  ? corner->given
                                                        : at;
  if (node < plaza->entry_count || corner || !plaza->in_degrees) {
    pf_number_shortest(given.x, x);
    pf_number_shortest(given.y, y);
    return;
  }
  char digits[PF_NUMBER_BYTES];
  const pf_place place = pf_plane_place(&plaza->plane, at.x, at.y);
  snprintf(x, 32, "%.31s", pf_number_text(place.longitude, DECIMALS, digits));
  snprintf(y, 32, "%.31s", pf_number_text(place.latitude, DECIMALS, digits));
}

/* Writes an end of a way: its number, and its id in the file. */
static void write_end(pf_json_writer *w, const pf_plaza *plaza, const char *end, int32_t node) {
  pf_write_integer(w, end, node);
  if (node >= plaza->entry_count || !plaza->entries[node].id) return;
  char name[16];
  snprintf(name, sizeof name, "%s_id", end);
  pf_write_json(w, name, "%s", plaza->entries[node].id);
}

static void write_way(pf_json_writer *w, const pf_plaza *plaza, const pf_net *net, int32_t way) {
  char x[32], y[32];
  const int32_t first = net->ways[way].first_step, end = pf_net_way_end(net, way);
  pf_begin_feature(w);
  write_end(w, plaza, "from", net->steps[first]);
  write_end(w, plaza, "to", net->steps[end - 1]);
  pf_write_number(w, "length", net->ways[way].length);
  pf_begin_geometry(w, "LineString");
  pf_write_begin(w, "coordinates", '[');
  for (int32_t i = first; i < end; i++) {
    pf_net_place(plaza, net, net->steps[i], x, y);
    pf_write_line(w, "");
    pf_write_json(w, NULL, "[%s,%s]", x, y);
  }
  pf_write_end(w, ']');
  pf_end_feature(w);
}

void pf_net_geojson(FILE *out, const pf_plaza *plaza, const pf_net *net) {
  pf_json_writer w = {.out = out};
  pf_begin_collection(&w);
  pf_write_text(&w, "length_unit", plaza->in_degrees ? "metre" : "map unit");
  pf_write_integer(&w, "entries", plaza->entry_count);
  pf_write_begin(&w, "areas", '[');
  for (int32_t i = 0; i < plaza->entry_count; i++) pf_write_integer(&w, NULL, net->areas[i]);
  pf_write_end(&w, ']');
  pf_write_begin(&w, "features", '[');
  for (int32_t i = 0; i < net->way_count; i++) write_way(&w, plaza, net, i);
  pf_end_collection(&w);
}

/* geojson.c - nodes in the file's coordinates, and ways as GeoJSON.
 *
 * Routers join points with the same coordinates: so those of entries and corners are written as
 * they were read, not as the plane and its lattice give them back. */
#include <inttypes.h>

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
static void put_end(FILE *out, const pf_plaza *plaza, const char *end, int32_t node) {
  fprintf(out, "\"%s\": %" PRId32 ", ", end, node);
  if (node < plaza->entry_count && plaza->entries[node].id)
    fprintf(out, "\"%s_id\": %s, ", end, plaza->entries[node].id);
}

static void put_way(FILE *out, const pf_plaza *plaza, const pf_net *net, int32_t way) {
  char x[32], y[32];
  const int32_t first = net->ways[way].first_step, end = pf_net_way_end(net, way);
  fputs("{\"type\": \"Feature\", \"properties\": {", out);
  put_end(out, plaza, "from", net->steps[first]);
  put_end(out, plaza, "to", net->steps[end - 1]);
  fprintf(out, "\"length\": %s}, ", pf_number_shortest(net->ways[way].length, x));
  fputs("\"geometry\": {\"type\": \"LineString\", \"coordinates\": [", out);
  for (int32_t i = first; i < end; i++) {
    pf_net_place(plaza, net, net->steps[i], x, y);
    fprintf(out, "%s[%s,%s]", i > first ? "," : "", x, y);
  }
  fputs("]}}", out);
}

void pf_net_geojson(FILE *out, const pf_plaza *plaza, const pf_net *net) {
  fprintf(out,
          "{\"type\": \"FeatureCollection\", \"length_unit\": \"%s\", \"entries\": %" PRId32
          ", \"unreachable\": [",
          plaza->in_degrees ? "metre" : "map unit", plaza->entry_count);
  for (int32_t i = 0; i < net->apart_count; i++)
    fprintf(out, "%s[%" PRId32 ",%" PRId32 "]", i ? "," : "", net->apart[i].from, net->apart[i].to);
  fputs("], \"features\": [", out);
  for (int32_t i = 0; i < net->way_count; i++) {
    fputs(i ? ",\n" : "\n", out);
    put_way(out, plaza, net, i);
  }
  fputs("\n]}\n", out);
}

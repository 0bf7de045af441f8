/* fuzz_plaza.c - the reader of plazas must survive any bytes; an accepted plaza must be a map, or
 * the map's reader must say why not, and the paths between its entries must make a graph.
 *
 * The first byte says whether coordinates are degrees, whether there is one more entry, whether
 * there is a radius, and by how much ways may be longer. */
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "plaza/plaza.h"

/* Larger plazas only take longer. */
#define ENTRIES_MAX 12
#define CORNERS_MAX 400

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_read(const pf_plaza *plaza) {
  fuzz_check(plaza->text && plaza->entry_count > 0);
  for (int32_t i = 0; i < plaza->entry_count; i++)
    fuzz_check(isfinite(plaza->entries[i].at.x) && isfinite(plaza->entries[i].at.y) &&
               plaza->entries[i].osm_node >= 0);
  for (int32_t i = 1; i < plaza->corner_count; i++)
    fuzz_check(plaza->corners[i - 1].at.x <= plaza->corners[i].at.x);
}

static void check_net(const pf_plaza *plaza, const pf_net *net) {
  char x[32], y[32];
  for (int32_t i = 0; i < net->step_count; i++)
    fuzz_check(net->steps[i] >= 0 && net->steps[i] < net->node_count);
  for (int32_t i = 0; i < net->way_count; i++)
    fuzz_check(pf_net_way_end(net, i) - net->ways[i].first_step == 2 && net->ways[i].length >= 0);
  for (int32_t i = 0; i < net->node_count; i++) {
    pf_net_place(plaza, net, i, x, y);
    fuzz_check(x[0] && y[0]);
  }
}

static void find_ways(const pf_plaza *plaza, double stretch) {
  pf_net net;
  pathfan_error error = {{0}};
  fuzz_check(!pf_net_find(plaza, &net, &error));
  fuzz_check(!pf_net_join(plaza, &net, &error));
  check_net(plaza, &net);
  double worst;
  fuzz_check(!pf_net_thin(plaza, stretch, &net, &worst, &error));
  fuzz_check(worst >= 1 && worst <= stretch * (1 + 1e-9));
  check_net(plaza, &net);
  pf_net_free(&net);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const pathfan_point more = {0.5, 0.25};
  if (size < 1) return 0;
  const pf_plaza_options options = {data[0] & 1, &more, data[0] >> 1 & 1, 0.05,
                                    data[0] & 4 ? 0.3 : 0};
  pf_plaza plaza;
  pathfan_error error = {{0}};
  pathfan_status status =
      pf_plaza_read((const char *)data + 1, size - 1, "fuzz", &options, &plaza, &error);
  if (status) {
    fuzz_check(status == PATHFAN_ERR_MALFORMED && error.text[0] && !plaza.entries && !plaza.text);
    return 0;
  }
  check_read(&plaza);
  if (plaza.entry_count <= ENTRIES_MAX && plaza.corner_count <= CORNERS_MAX) {
    status = pf_plaza_place(&plaza, 1, &error);
    if (status)
      fuzz_check((status == PATHFAN_ERR_MALFORMED || status == PATHFAN_ERR_LIMIT) && error.text[0]);
    else if (!plaza.blocked_count)
      find_ways(&plaza, data[0] & 8 ? 1.2 : 1.0);
  }
  pf_plaza_free(&plaza);
  return 0;
}

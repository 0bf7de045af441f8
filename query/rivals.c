/* rivals.c - the competing methods (paper, sections 2.3.2 and 3.1): the net that they
 * search. */
#include "scratch.h"

/* A map's net is made by the request that first needs it, as an index's parts are. */
static pathfan_status need_map_net(const pathfan_map *const_map, const pathfan_net **net,
                                   pathfan_error *error) {
  pathfan_map *map = (pathfan_map *)const_map; /* immutable but for this */
  *net = atomic_load_explicit(&map->net, memory_order_acquire);
  if (*net) return PATHFAN_OK;
  pathfan_status status = PATHFAN_OK;
  pthread_mutex_lock(&map->lock);
  pathfan_net *made = atomic_load_explicit(&map->net, memory_order_acquire);
  if (!made) {
    const pathfan_ground *ground = &map->ground;
    status = pathfan_net_build(&ground->mesh.view, ground->mesh.wedge, ground->mesh.component, 1,
                               pathfan_frame_fraction_bits(&ground->frame),
                               pathfan_length_bits_most(ground->frame.width, ground->frame.height),
                               &made);
    atomic_store_explicit(&map->net, made, memory_order_release);
  }
  *net = made;
  pthread_mutex_unlock(&map->lock);
  return status == PATHFAN_ERR_LIMIT
             ? pathfan_fail(error, status, "the map has too many edges for a search of them")
             : status;
}

pathfan_status pathfan_need_net(pathfan_query *q, const pathfan_net **net) {
  if (!q->index) return need_map_net(q->map, net, &q->error);
  pathfan_status status = pathfan_index_need_location(q->index, &q->error);
  if (!status) status = pathfan_index_need(q->index, PATHFAN_PART_NET, &q->error);
  *net = q->index->net;
  return status;
}

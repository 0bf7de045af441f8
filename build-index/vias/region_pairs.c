/* region_pairs.c - lists the pairs of nodes that have a via set.
 *
 * Lists, level by level, the nodes near each node, up to itself, with which no node above has a
 * set. The halves of a node are paired with the halves of the nodes near it, so all lists ascend by
 * themselves. */
#include "region_pairs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format/layout.h"

typedef struct list {
  uint32_t *items;
  uint64_t count, capacity;
} list;

static pathfan_status put(list *l, uint32_t item) {
  if (l->count == UINT32_MAX) return PATHFAN_ERR_LIMIT;
  const pathfan_status status = pf_grow(&l->items, &l->capacity, l->count + 1);
  if (status) return status;
  l->items[l->count++] = item;
  return PATHFAN_OK;
}

typedef struct lister {
  const pf_region_box *boxes; /* [Size: 2 * regions] by node */
  uint32_t regions;
  int32_t apart;
  list partners;
  list near; /* of the current level: nodes that aren't apart */
} lister;

/* Decides on a pair of nodes of one level. */
static pathfan_status ask(lister *l, uint32_t node, uint32_t other) {
  assert(other <= node && node < 2 * l->regions);
  const bool has_set =
      node >= l->regions || pf_boxes_are_apart(&l->boxes[node], &l->boxes[other], l->apart);
  return put(has_set ? &l->partners : &l->near, other);
}

/* Decides on all pairs of a node: with the halves of the nodes near its parent. */
static pathfan_status ask_all(lister *l, uint32_t node, const uint32_t *above, uint64_t count) {
  pathfan_status status = PATHFAN_OK;
  for (uint64_t i = 0; i < count && !status; i++)
    for (uint32_t other = 2 * above[i]; other <= 2 * above[i] + 1 && other <= node && !status;
         other++)
      status = ask(l, node, other);
  return status;
}

/* near_first: [Size: 2 * regions + 1] where the list of nodes near each node begins, within the
 * list of its level. */
static pathfan_status list_level(lister *l, uint32_t begin, const list *above, uint32_t *near_first,
                                 uint32_t *first) {
  pathfan_status status = PATHFAN_OK;
  for (uint32_t node = begin; node < 2 * begin && !status; node++) {
    const uint32_t up = node / 2;
    assert(node == 2 || first[node - 1] <= l->partners.count);
    first[node] = (uint32_t)l->partners.count;
    near_first[node] = (uint32_t)l->near.count;
    status = ask_all(l, node, above->items + near_first[up],
                     (up + 1 < begin ? near_first[up + 1] : above->count) - near_first[up]);
  }
  return status;
}

static void find_boxes(const uint32_t *cuts, uint32_t regions, pf_region_box *boxes) {
  for (uint32_t node = 1; node < regions; node++)
    for (uint32_t half = 0; half < 2; half++) {
      boxes[2 * node + half] = boxes[node];
      pf_region_box_cut(&boxes[2 * node + half], cuts[node], (int)half);
    }
}

static pathfan_status list_all(lister *l, uint32_t *near_first, uint32_t *first) {
  list above = {0};
  first[0] = first[1] = 0;
  near_first[1] = 0;
  pathfan_status status = ask(l, 1, 1);
  for (uint32_t begin = 2; begin <= l->regions && !status; begin *= 2) {
    free(above.items);
    above = l->near;
    l->near = (list){0};
    status = list_level(l, begin, &above, near_first, first);
  }
  free(above.items);
  first[2 * l->regions] = (uint32_t)l->partners.count;
  return status;
}

pathfan_status pf_region_pairs_list(const uint32_t *cuts, int32_t levels, int32_t width,
                                    int32_t height, pf_region_pairs *pairs) {
  lister l = {.regions = UINT32_C(1) << levels, .apart = pairs->apart};
  const uint64_t nodes = 2 * (uint64_t)l.regions;
  pf_region_box *boxes = pf_alloc(nodes, sizeof *boxes);
  uint32_t *near_first = pf_alloc(nodes + 1, sizeof *near_first);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  pairs->first = pf_alloc(nodes + 1, sizeof *pairs->first);
  l.boxes = boxes;
  if (boxes && near_first && pairs->first) {
    boxes[1] = (pf_region_box){{0, 0}, {width, height}};
    find_boxes(cuts, l.regions, boxes);
    status = list_all(&l, near_first, pairs->first);
  }
  free(boxes);
  free(near_first);
  free(l.near.items);
  pairs->partners = l.partners.items;
  if (status) pf_region_pairs_free(pairs);
  return status;
}

void pf_region_pairs_free(pf_region_pairs *pairs) {
  free(pairs->first);
  free(pairs->partners);
  memset(pairs, 0, sizeof *pairs);
}

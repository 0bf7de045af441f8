/* region_bytes.c - codes the sections of regions.
 *
 * The content is a head and the tree of cuts; for a hierarchy, where the partners of each node
 * begin, and the partners; blocks of pairs, which tell where each one's via nodes are; and the via
 * nodes. */
#include "region_bytes.h"

#include <string.h>

#include "base/memory.h"
#include "format/layout.h"

/* Writes blocks of pairs and ids, behind the tree. */
static void put_via_sets(const pf_via_sets *sets, const int32_t *column_of, int id_bytes,
                         uint8_t *blocks, uint8_t *ids) {
  uint32_t begin = 0, at = 0;
  for (uint64_t pair = 0; pair < sets->pair_count; pair++) {
    uint8_t *block = blocks + pair / PF_BLOCK_PAIRS * PF_BLOCK_BYTES;
    if (pair % PF_BLOCK_PAIRS == 0) {
      begin = at;
      memcpy(block, &begin, 4);
    }
    at += sets->size[pair];
    block[4 + pair % PF_BLOCK_PAIRS] = (uint8_t)(at - begin);
  }
  for (uint64_t i = 0; i < sets->via_count; i++)
    pf_store_id(ids, i, id_bytes, (uint32_t)column_of[sets->vias[i]]);
}

/* Writes all before partners and blocks: a head, the tree and, for a hierarchy, where partners
 * begin. Returns its size; if `to` is NULL it writes nothing. */
static uint64_t put_tree(const pf_regions *r, const pf_via_sets *sets, int id_bytes, uint8_t *to) {
  const pf_layout_regions head = {r->levels, id_bytes};
  const pf_layout_hierarchy levels = {r->levels, id_bytes, sets->pairs.apart,
                                      (uint32_t)sets->pair_count};
  const bool many = sets->pairs.first != NULL;
  const struct {
    const void *data;
    uint64_t bytes;
  } parts[] = {
      {many ? (const void *)&levels : &head, many ? sizeof levels : sizeof head},
      {r->cuts, (uint64_t)r->count * sizeof *r->cuts},
      {sets->pairs.first, many ? (2 * (uint64_t)r->count + 1) * sizeof *sets->pairs.first : 0}};
  uint64_t bytes = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (to && parts[i].bytes) memcpy(to + bytes, parts[i].data, parts[i].bytes);
    bytes += parts[i].bytes;
  }
  return bytes;
}

pathfan_status pf_region_bytes_make(const pf_regions *regions, const pf_via_sets *sets,
                                    const int32_t *column_of, int id_bytes, pf_region_bytes *out) {
  const uint64_t tree = put_tree(regions, sets, id_bytes, NULL);
  const uint64_t partners = sets->pairs.first ? sets->pair_count * sizeof *sets->pairs.partners : 0;
  const uint64_t blocks = pf_layout_pair_blocks(sets->pair_count) * PF_BLOCK_BYTES;
  out->tree_size = tree;
  out->size = tree + partners + blocks + sets->via_count * (uint64_t)id_bytes;
  out->all = pf_alloc_zero(out->size, 1);
  if (!out->all) return PATHFAN_ERR_NO_MEMORY;
  (void)put_tree(regions, sets, id_bytes, out->all);
  if (partners) memcpy(out->all + tree, sets->pairs.partners, partners);
  put_via_sets(sets, column_of, id_bytes, out->all + tree + partners,
               out->all + tree + partners + blocks);
  return PATHFAN_OK;
}

/* listed.c - takes the sections of listed hubs apart.
 *
 * All sizes follow from the head and from the sizes of the sections, so that a file which agrees
 * with itself here has no array that reaches beyond its section. */
#include "pieces.h"

static bool head_is_sane(const pf_layout_listed *head) {
  return head->levels >= 0 && head->levels <= PF_LISTED_LEVELS_MAX && head->district_levels >= 0 &&
         head->district_levels <= head->levels && (head->id_bytes == 2 || head->id_bytes == 4) &&
         (head->entry_bytes == 6 || head->entry_bytes == 7) && head->slot_bits > 0 &&
         head->slot_bits <= PF_LISTED_SLOT_BITS_MAX;
}

/* Returns the end of the records of the last pair. */
static uint32_t record_count_of(const pf_listed *l) {
  const uint32_t block = (uint32_t)((l->pair_count - 1) / PF_BLOCK_PAIRS);
  const uint32_t in_block = (uint32_t)((l->pair_count - 1) % PF_BLOCK_PAIRS);
  return pf_listed_block_first(l, block) + pf_listed_block_end(l, block, in_block);
}

bool pf_listed_open(pf_listed *l, const uint8_t *firsts, uint64_t firsts_size, const uint8_t *pairs,
                    uint64_t pairs_size) {
  const pf_layout_listed *head = (const void *)firsts;
  if (firsts_size < sizeof *head || !head_is_sane(head)) return false;
  const uint64_t regions = UINT64_C(1) << head->levels, ids = (uint64_t)head->id_bytes;
  const uint64_t districts = UINT64_C(1) << head->district_levels;
  l->each = (uint32_t)(regions / districts);
  const uint64_t ends = (uint64_t)head->hub_count * l->each;
  const uint64_t size = sizeof *head +
                        pf_layout_entries_bytes(head->entry_count, head->entry_bytes) +
                        regions * sizeof *l->cuts + (regions + 1) * sizeof *l->spans +
                        (districts + 1) * sizeof *l->first_hub + ends * sizeof *l->ends +
                        ((uint64_t)head->first_count + head->hub_count) * ids;
  l->pair_count = pf_layout_region_pairs((int32_t)districts);
  const uint64_t blocks = pf_layout_pair_blocks(l->pair_count) * PF_LISTED_BLOCK_BYTES;
  if (firsts_size != size || pairs_size < blocks) return false;
  l->head = head;
  l->id_bytes = head->id_bytes;
  l->count = (int32_t)regions;
  l->districts = (int32_t)districts;
  l->entries = (const void *)(head + 1);
  l->cuts =
      (const void *)(l->entries + pf_layout_entries_bytes(head->entry_count, head->entry_bytes));
  l->spans = (const void *)(l->cuts + regions);
  l->first_hub = (const void *)(l->spans + regions + 1);
  l->ends = (const void *)(l->first_hub + districts + 1);
  l->firsts = (const void *)(l->ends + ends);
  l->hubs = l->firsts + head->first_count * ids;
  l->blocks = pairs;
  l->records = pairs + blocks;
  l->record_count = record_count_of(l);
  return pairs_size - blocks == pf_layout_records_bytes(l->record_count, head->slot_bits);
}

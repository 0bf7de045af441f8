/* database.c - the pages of an LMDB 0.9 database on a little-endian machine of 64 bits, as one
 * transaction writes them: two meta pages, the root of the tree, then the values, each on overflow
 * pages of its own, then the rest of the tree, if one page is too small for all keys.
 *
 *   page     u64 number | u16 zero | u16 flags | u16 end of the list, u16 begin of the nodes;
 *            of overflow pages u32 how many they are instead                          (16 bytes)
 *   leaf     u16 offset of each node | free | nodes, the last first
 *   node     u16, u16 bytes of the value | u16 flags | u16 bytes of the key | key | u64 page
 *   branch   likewise; a node's first 48 bits are the page, and the first node has no key
 *   meta     header | u32 magic | u32 version | u64 zero | u64 map size | databases: free pages,
 *            main | u64 last page | u64 transaction
 *   database u32 page size (of free pages) | u16 flags | u16 depth | u64 branch, leaf, overflow
 *            pages, entries, root                                                     (48 bytes)
 *
 * The tree is written from the bottom up: as keys ascend, each page is filled before the next one
 * begins, as by LMDB's MDB_APPEND. docs/decisions/pages.md says why LMDB itself doesn't write. */
#include "database.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "digest.h"
#include "encode.h"

#define PAGE PF_DATABASE_PAGE
#define PAGE_HEADER 16u
#define NODE_HEADER 8u

enum { BRANCH = 1, LEAF = 2, OVERFLOWS = 4, META = 8 }; /* flags of pages */
enum { BIG = 1 };                                       /* of a node: its value lies elsewhere */

#define META_PAGES 2
#define ROOT 2 /* page of the root */
#define NO_PAGE UINT64_MAX

#define MAGIC 0xBEEFC0DEu
#define VERSION 1u

/* What a writer of LMDB's would record: addresses that it may map, and flags of its environment,
 * with that of integer keys for the list of free pages. */
#define MAP_BYTES ((uint64_t)64 << 30)
#define FREE_FLAGS 0x4008u

static void put(uint8_t *at, uint64_t value, unsigned width) {
  for (unsigned i = 0; i < width; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static void put_page_header(uint8_t *page, uint64_t number, unsigned flags) {
  put(page, number, 8);
  put(page + 10, flags, 2);
}

/* ---- Values ---- */

pathfan_status pf_database_put(pf_database *d, const char *label, const pf_value_header *header,
                               const void *data, pf_sealed_value *value, pathfan_error *error) {
  static const uint8_t zeros[PAGE];
  uint8_t head[PAGE_HEADER + PF_VALUE_HEADER] = {0};
  if (d->count > PF_DATABASE_VALUES_MAX)
    return pf_fail(error, PATHFAN_ERR_LIMIT, "%s: more than %u values", d->sink->name,
                   PF_DATABASE_VALUES_MAX);
  if (pf_grow(&d->entries, &d->room, (int64_t)d->count + 1))
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for one more value", d->sink->name);
  if (!d->next_page) d->next_page = ROOT + 1;
  assert(header->number == d->count);
  const uint64_t bytes = pf_value_bytes(header->used, PAGE), pages = (bytes + PAGE_HEADER) / PAGE;
  assert(pages <= UINT32_MAX);
  pf_database_entry *entry = &d->entries[d->count++];
  *entry = (pf_database_entry){.page = d->next_page, .bytes = bytes};
  const int length =
      snprintf(entry->key, sizeof entry->key, "%08" PRIu32 " %s", header->number, label);
  assert(length > 0 && length < (int)sizeof entry->key);
  entry->key_bytes = (uint8_t)length;
  d->next_page += pages;
  d->value_pages += pages;

  put_page_header(head, entry->page, OVERFLOWS);
  put(head + 12, pages, 4);
  pf_value_put_header(header, head + PAGE_HEADER);
  const uint64_t at = entry->page * PAGE, padding = bytes - PF_VALUE_HEADER - header->used;
  assert(padding < PAGE);
  *value = (pf_sealed_value){.offset = at + PAGE_HEADER, .bytes = bytes};
  pf_digest sum;
  pf_digest_start(&sum);
  pf_digest_add(&sum, head + PAGE_HEADER, PF_VALUE_HEADER);
  pf_digest_add(&sum, data, header->used);
  pf_digest_add(&sum, zeros, padding);
  pf_digest_finish(&sum, value->digest);
  pathfan_status status = pf_sink_put(d->sink, at, head, sizeof head, error);
  if (!status) status = pf_sink_put(d->sink, at + sizeof head, data, header->used, error);
  if (!status)
    status = pf_sink_put(d->sink, at + sizeof head + header->used, zeros, padding, error);
  return status;
}

/* ---- The tree of keys ---- */

/* A level of the tree, from the leaves up. */
typedef struct level {
  const pf_database_entry *entries;
  uint32_t count;
  bool is_leaf;
} level;

/* Bytes of an entry's node; nodes begin at even offsets. */
static uint32_t node_bytes(const level *l, uint32_t entry, bool is_first) {
  uint32_t bytes = NODE_HEADER;
  if (l->is_leaf || !is_first) bytes += l->entries[entry].key_bytes;
  if (l->is_leaf) bytes += sizeof(uint64_t);
  return bytes + bytes % 2;
}

/* Returns the end of the entries, from `begin` on, that fit on a page. */
static uint32_t end_of_page(const level *l, uint32_t begin) {
  uint32_t room = PAGE - PAGE_HEADER, end = begin;
  for (; end < l->count; end++) {
    const uint32_t bytes = node_bytes(l, end, end == begin) + 2;
    if (bytes > room) break;
    room -= bytes;
  }
  assert(end > begin);
  if (!l->is_leaf && end + 1 == l->count) end--; /* LMDB wants two entries on a branch page */
  return end;
}

static void put_node(uint8_t *at, const level *l, const pf_database_entry *entry, bool is_first) {
  if (l->is_leaf) {
    put(at, entry->bytes, 4);
    put(at + 4, BIG, 2);
  } else {
    put(at, entry->page, 6);
  }
  if (!l->is_leaf && is_first) return;
  put(at + 6, entry->key_bytes, 2);
  memcpy(at + NODE_HEADER, entry->key, entry->key_bytes);
  if (l->is_leaf) put(at + NODE_HEADER + entry->key_bytes, entry->page, 8);
}

/* Writes the page of entries begin .. end-1. */
static pathfan_status put_tree_page(const pf_database *d, const level *l, uint32_t begin,
                                    uint32_t end, uint64_t number, pathfan_error *error) {
  uint8_t page[PAGE] = {0};
  uint32_t upper = PAGE;
  put_page_header(page, number, l->is_leaf ? LEAF : BRANCH);
  for (uint32_t i = begin; i < end; i++) {
    upper -= node_bytes(l, i, i == begin);
    put(page + PAGE_HEADER + 2 * (size_t)(i - begin), upper, 2);
    put_node(page + upper, l, &l->entries[i], i == begin);
  }
  put(page + 12, PAGE_HEADER + 2 * (uint64_t)(end - begin), 2);
  put(page + 14, upper, 2);
  return pf_sink_put(d->sink, number * PAGE, page, sizeof page, error);
}

/* Writes a level; *above becomes the list of its pages, each with its first key. */
static pathfan_status put_level(pf_database *d, const level *l, pf_database_entry **above,
                                uint32_t *count, pathfan_error *error) {
  uint32_t room = 0;
  pathfan_status status = PATHFAN_OK;
  *above = NULL;
  *count = 0;
  for (uint32_t begin = 0, end; begin < l->count && !status; begin = end) {
    end = end_of_page(l, begin);
    const bool is_root = begin == 0 && end == l->count;
    const uint64_t number = is_root ? ROOT : d->next_page++;
    if (pf_grow(above, &room, (int64_t)*count + 1))
      return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its keys", d->sink->name);
    (*above)[*count] = l->entries[begin];
    (*above)[(*count)++].page = number;
    status = put_tree_page(d, l, begin, end, number, error);
  }
  return status;
}

/* ---- Meta pages ---- */

typedef struct tree {
  uint32_t depth, branches, leaves;
} tree;

static void put_meta(uint8_t *page, uint64_t number, const pf_database *d, const tree *t) {
  uint8_t *meta = page + PAGE_HEADER, *free_pages = meta + 24, *main = free_pages + 48;
  put_page_header(page, number, META);
  put(meta, MAGIC, 4);
  put(meta + 4, VERSION, 4);
  put(meta + 16, MAP_BYTES, 8);
  put(free_pages, PAGE, 4);
  put(free_pages + 4, FREE_FLAGS, 2);
  put(free_pages + 40, NO_PAGE, 8);
  put(main + 6, t ? t->depth : 0, 2);
  put(main + 8, t ? t->branches : 0, 8);
  put(main + 16, t ? t->leaves : 0, 8);
  put(main + 24, t ? d->value_pages : 0, 8);
  put(main + 32, t ? d->count : 0, 8);
  put(main + 40, t ? ROOT : NO_PAGE, 8);
  put(main + 48, t ? d->next_page - 1 : META_PAGES - 1, 8);
  put(main + 56, t ? 1 : 0, 8); /* the transaction; that of the empty database before is 0 */
}

pathfan_status pf_database_finish(pf_database *d, uint64_t *page_bytes, pathfan_error *error) {
  uint8_t metas[META_PAGES * PAGE] = {0};
  level l = {d->entries, d->count, true};
  pf_database_entry *below = NULL, *above;
  tree t = {.depth = 0};
  uint32_t count;
  pathfan_status status;
  assert(d->count);
  do {
    status = put_level(d, &l, &above, &count, error);
    free(below);
    below = above;
    t.depth++;
    if (l.is_leaf)
      t.leaves = count;
    else
      t.branches += count;
    l = (level){above, count, false};
  } while (!status && count > 1);
  free(below);
  if (status) return status;
  put_meta(metas, 0, d, NULL);
  put_meta(metas + PAGE, 1, d, &t);
  *page_bytes = d->next_page * PAGE;
  return pf_sink_put(d->sink, 0, metas, sizeof metas, error);
}

void pf_database_free(pf_database *d) {
  free(d->entries);
  *d = (pf_database){.sink = d->sink};
}

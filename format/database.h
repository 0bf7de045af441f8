/* database.h - writes an LMDB database, value by value, without LMDB: begin, put ..., finish.
 *
 * Keys are "<8 digits> <label>": the number of the value, so that LMDB's order is the order of
 * writing, and a label for people. Values are whole pages less 16 bytes, the header of the first.
 * The same values give the same bytes on every system, to a file or to memory. */
#ifndef PF_FORMAT_DATABASE_H
#define PF_FORMAT_DATABASE_H

#include "seal.h"
#include "sink.h"
#include "value.h"

/* The most values in a file: as many as eight digits can number. */
#define PF_DATABASE_VALUES_MAX 99999999u

/* Of all files, whatever the pages of the machine are. */
#define PF_DATABASE_PAGE 4096u

#define PF_DATABASE_KEY_BYTES 64

/* An entry of a leaf or branch: a key, and the page that it leads to. */
typedef struct pf_database_entry {
  uint64_t page;
  uint64_t bytes; /* of a value; of a branch's entry unused */
  uint8_t key_bytes;
  char key[PF_DATABASE_KEY_BYTES];
} pf_database_entry;

/* A database being written. Zero it except for the sink. */
typedef struct pf_database {
  pf_sink *sink;      /* borrowed */
  uint64_t next_page; /* the first that isn't used */
  uint64_t value_pages;
  pf_database_entry *entries; /* [Size: count] of the values, owned */
  uint32_t count, room;
} pf_database;

/* Appends a value, the next by number, of a header and header->used bytes of data; fills in its
 * place, size and digest. label: at most 54 bytes. Errors: IO, NO_MEMORY, LIMIT. */
pathfan_status pf_database_put(pf_database *database, const char *label,
                               const pf_value_header *header, const void *data,
                               pf_sealed_value *value, pathfan_error *error);

/* Writes the tree of keys and the meta pages, and returns the size of all pages, bytes. */
pathfan_status pf_database_finish(pf_database *database, uint64_t *page_bytes,
                                  pathfan_error *error);

void pf_database_free(pf_database *database);

#endif

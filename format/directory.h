/* directory.h - the record that says what the file holds: version, byte order, features,
 * provenance, and for each section its type and where its chunks lie.
 *
 *   magic 8 | u16 major | u16 minor | 4 bytes 0x01020304 in the writer's order
 *   | u64 compatible features | u64 incompatible features
 *   | source digest 16 | u64 source bytes | u16 length + bytes of source name,
 *   builder, options | u32 sections | sections | zeros to the end of the value
 *   section = name 32, zero-padded | u32 element size | u32 codec | u32 flags
 *             | u32 chunks | u64 count | u64 stored bytes | digest 16 | chunks
 *   chunk   = u32 value number | u32 offset in the value | u64 bytes | u64 count
 *
 * All other integers are little-endian. */
#ifndef PF_FORMAT_DIRECTORY_H
#define PF_FORMAT_DIRECTORY_H

#include <stdint.h>
#include <string.h>

#include "pathfan/format.h"
#include "seal.h"

#define PF_DIRECTORY_MAGIC "pfandir\n"
#define PF_ENDIAN_TAG 0x01020304u
#define PF_FEATURES_KNOWN UINT64_C(0) /* incompatible features that this reader knows */

/* Lengths to which the strings are cut, without the terminator. */
#define PF_SOURCE_NAME_MAX 255
#define PF_BUILDER_MAX 63
#define PF_OPTIONS_MAX 255

/* One chunk of a section. */
typedef struct pf_chunk {
  uint32_t value;  /* number of its value */
  uint32_t offset; /* from the value's start; 48 mod 64 */
  uint64_t bytes;  /* stored */
  uint64_t count;  /* elements */
} pf_chunk;

typedef struct pf_directory {
  uint16_t major, minor;
  uint64_t compatible, incompatible; /* feature bits */
  pathfan_provenance provenance;     /* its strings are the arrays below */
  char source_name[PF_SOURCE_NAME_MAX + 1];
  char builder[PF_BUILDER_MAX + 1];
  char options[PF_OPTIONS_MAX + 1];
  uint32_t section_count, chunk_count;
  pathfan_section *sections; /* owned, section_count of them */
  uint32_t *first_chunk;     /* owned, per section, into chunks */
  pf_chunk *chunks;          /* owned, in order of sections */
} pf_directory;

/* Returns the size of the encoded record, bytes, without padding. */
uint64_t pf_directory_bytes(const pf_directory *directory);

/* Reads a record of at most `bytes` bytes, the rest zero, and checks that it is consistent in
 * itself and with the values of seal. Errors: PATHFAN_ERR_VERSION for another major version, byte
 * order or feature, PATHFAN_ERR_DAMAGED for anything that no writer writes. On failure *directory
 * is zero. */
pathfan_status pf_directory_decode(const uint8_t *data, uint64_t bytes, const pf_seal *seal,
                                   const char *path, pf_directory *directory, pathfan_error *error);

/* A section's name as the directory holds it, to be compared quickly. */
typedef struct pf_padded_name {
  uint64_t words[(PATHFAN_SECTION_NAME_MAX + 1) / sizeof(uint64_t)];
} pf_padded_name;

static inline bool pf_name_equal(const pf_padded_name *name, const char padded[32]) {
  pf_padded_name other;
  memcpy(&other, padded, sizeof other);
  return name->words[0] == other.words[0] && name->words[1] == other.words[1] &&
         name->words[2] == other.words[2] && name->words[3] == other.words[3];
}

/* Whether name consists of 1 to 31 characters of [a-z0-9_.-]. */
bool pf_section_name_ok(const char *name);

void pf_directory_free(pf_directory *directory);

#endif

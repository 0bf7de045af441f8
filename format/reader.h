/* reader.h - the inside of a reader, shared with verify.c. */
#ifndef PATHFAN_FORMAT_READER_H
#define PATHFAN_FORMAT_READER_H

#include <stdatomic.h>
#include <stdint.h>

#include "directory.h"
#include "pathfan/format.h"
#include "seal.h"
#include "store.h"

/* What is known of a section's digest. */
typedef enum pathfan_verdict {
  PATHFAN_VERDICT_NONE = 0,
  PATHFAN_VERDICT_SOUND = 1,
  PATHFAN_VERDICT_DAMAGED = 2
} pathfan_verdict;

struct pathfan_reader {
  char *path;
  pathfan_policy policy;
  pathfan_seal seal;
  pathfan_directory directory;
  pathfan_view view;      /* keeps the mapping */
  const uint8_t **values; /* mapped start of each value, by number */
  atomic_uchar *verdicts; /* pathfan_verdict of each section */
};

#endif

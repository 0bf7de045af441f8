/* ignored.h - counts what an input says that has no effect, or contradicts itself: the structure
 * through which every reader reports it.
 *
 *   pf_ignored ignored = {0};
 *   pf_ignore(&ignored, PF_IGNORED_FLAT_RING, 1, "ring 0 of feature 7");
 *   for (int32_t i = 0; pf_ignored_get(&ignored, i, &one); i++) ...
 *
 * Nothing here allocates or fails. An index keeps it in section ignored. */
#ifndef PF_BASE_IGNORED_H
#define PF_BASE_IGNORED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "pathfan/ignored.h"

/* The kinds; ignored.c has their names and sentences, map/formats.c says which reader has which. */
typedef enum pf_ignored_kind {
  PF_IGNORED_OTHER = 0,
  PF_IGNORED_LINE,
  PF_IGNORED_POINT,
  PF_IGNORED_EMPTY,
  PF_IGNORED_FLAT_RING,
  PF_IGNORED_FLAT_LINE,
  PF_IGNORED_THIN_RING,
  PF_IGNORED_SWALLOWED,
  PF_IGNORED_OUTSIDE,
  PF_IGNORED_INSIDE_OUT,
  PF_IGNORED_OPENING,
  PF_IGNORED_HEIGHT,
  PF_IGNORED_CRS,
  PF_IGNORED_DEGREES,
  PF_IGNORED_PROPERTY,
  PF_IGNORED_SWAMP_WATER,
  PF_IGNORED_UNKNOWN_GREY,
  PF_IGNORED_COST,
  PF_IGNORED_EXCESS,
  PF_IGNORED_KEY,
  PF_IGNORED_MARK,
  PF_IGNORED_TILESET,
  PF_IGNORED_TEMPLATE,
  PF_IGNORED_HIDDEN,
  PF_IGNORED_IMAGE_LAYER,
  PF_IGNORED_PARALLAX,
  PF_IGNORED_ATTRIBUTE,
  PF_IGNORED_VALUE,
  PF_IGNORED_VERTEX,
  PF_IGNORED_ELEMENT,
  PF_IGNORED_CLOSED,
  PF_IGNORED_STEEP,
  PF_IGNORED_FLIPPED,
  PF_IGNORED_OFF_MESH,
  PF_IGNORED_CROSSING,
  PF_IGNORED_OFF_AREA,
  PF_IGNORED_APART,
  PF_IGNORED_ROAD_OVERLAP,
  PF_IGNORED_RIVER_OVERLAP,
  PF_IGNORED_USELESS_ROAD,
  PF_IGNORED_USELESS_RIVER,
  PF_IGNORED_CUT_ROAD,
  PF_IGNORED_LOST_BRIDGE,
  PF_IGNORED_TAGS,
  PF_IGNORED_BARRED,
  PF_IGNORED_ROW,
  PF_IGNORED_KINDS
} pf_ignored_kind;

#define PF_EXAMPLE_BYTES sizeof(((pathfan_ignored *)0)->example)

typedef struct pf_ignored {
  int64_t count[PF_IGNORED_KINDS];
  char example[PF_IGNORED_KINDS][PF_EXAMPLE_BYTES]; /* the first of each kind */
} pf_ignored;

/* Counts things of a kind; count >= 0, 0 does nothing. ignored may be NULL. The sentence names the
 * first of them, in UTF-8, and where it is; it is kept if there was none before. */
void pf_ignore(pf_ignored *ignored, pf_ignored_kind kind, int64_t count, const char *format, ...)
    PF_PRINTF(4, 5);

/* Adds what another reader has counted. */
void pf_ignored_add(pf_ignored *to, const pf_ignored *from);

/* Forgets what was counted of a kind. */
void pf_ignored_drop(pf_ignored *ignored, pf_ignored_kind kind);

/* Gets kind `number` of those that were counted, from 0; false past the last. */
bool pf_ignored_get(const pf_ignored *ignored, int32_t number, pathfan_ignored *one);

/* The name of a kind for programs. Static storage. */
const char *pf_ignored_name(pf_ignored_kind kind);

#endif

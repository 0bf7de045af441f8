/* profile_file.h - profiles that users write, and how a map's text keeps its own.
 *
 *   if (pf_profile_is_file(name)) status = pf_profile_join(name, most, &text, &bytes, &error);
 *   pf_span own;
 *   bytes = pf_profile_split(text, bytes, &own);                     own.at NULL: there is none
 *   status = pf_profile_parse(own, name, &profile, &error);
 *   pf_profile_free(profile);
 *
 * The form of a file: docs/gis.md. A map's own profile stands behind its text, so that an index,
 * which keeps the text, keeps the profile. */
#ifndef PF_MAP_PROFILE_FILE_H
#define PF_MAP_PROFILE_FILE_H

#include <stddef.h>

#include "base/text.h"
#include "map/profile.h"
#include "pathfan/status.h"

/* The name by which an index records a profile that stands behind its map's text. */
#define PF_PROFILE_OWN "own"

/* Whether a name is that of a file: it ends in .json. */
bool pf_profile_is_file(const char *name);

/* Puts the text of a file behind that of a map, which must be from malloc, in place of an earlier
 * one. Errors: IO, NO_MEMORY, LIMIT; *text stays valid. */
pathfan_status pf_profile_join(const char *path, size_t max_bytes, char **text, size_t *bytes,
                               pathfan_error *error);

/* Returns the bytes of a map's text without its own profile, and finds that. */
size_t pf_profile_split(const char *text, size_t bytes, pf_span *own);

/* Reads a profile. name: of its file, for messages. Errors: MALFORMED, NO_MEMORY. */
pathfan_status pf_profile_parse(pf_span text, const char *name, pf_profile **profile,
                                pathfan_error *error);

#endif

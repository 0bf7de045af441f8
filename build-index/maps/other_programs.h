/* other_programs.h - files of other programs that aren't read: what they are, and the command that
 * makes a map of one. */
#ifndef PF_BUILD_INDEX_MAPS_OTHER_PROGRAMS_H
#define PF_BUILD_INDEX_MAPS_OTHER_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>

/* Longer paths are cut in the sentence. */
#define PF_OTHER_PROGRAMS_BYTES 512

/* Whether a text that is no map is such a file, recognised by how it begins; the sentence then says
 * what it is, and the command to type. */
bool pf_other_programs_tell(const char *text, size_t bytes, const char *path,
                            char sentence[PF_OTHER_PROGRAMS_BYTES]);

#endif

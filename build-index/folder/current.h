/* current.h - whether an index is the one that would be built now.
 *
 *   const pf_intent intent = pf_intent_of(&options);
 *   if (pf_is_current(&intent, &facts, "maps/hall.map")) leave it as it is; */
#ifndef PF_BUILD_INDEX_FOLDER_CURRENT_H
#define PF_BUILD_INDEX_FOLDER_CURRENT_H

#include "pathfan/folder.h"

/* What an index built with some options would record of them. */
typedef struct pf_intent {
  char options[256];
  bool is_told; /* whether all are recorded: else an index with others may record the same */
} pf_intent;

pf_intent pf_intent_of(const pathfan_build_options *options);

/* Whether an index with these facts was made by this builder, with the options of intent, from the
 * map at map_path as it is now. Reads the map only if all else agrees. */
bool pf_is_current(const pf_intent *intent, const pathfan_index_facts *facts, const char *map_path);

#endif

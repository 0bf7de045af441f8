/* clean.h - what is deleted from a folder of indexes: those whose map is gone, and what builders
 * that died have left. For whoever has the folder for himself. */
#ifndef PATHFAN_BUILD_FOLDER_CLEAN_H
#define PATHFAN_BUILD_FOLDER_CLEAN_H

#include "pathfan/folder.h"

/* Deletes an index, and the folders above it that hold nothing else: the item is PRUNED then, else
 * it has a sentence. Errors: NO_MEMORY. */
pathfan_status pathfan_folder_prune(const char *indexes, pathfan_folder_item *item);

/* Whether a name, without folders, is that of a builder's temporary or claim. */
bool pathfan_folder_is_temporary(const char *name);

/* Removes what builders that were killed have left. The next build of each index would, but none
 * may come. What can't be read or removed stays: it is in nobody's way. */
void pathfan_folder_clean(const char *indexes);

#endif

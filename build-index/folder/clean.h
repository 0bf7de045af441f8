/* clean.h - deletes files from a folder of indexes: indexes whose map is gone, and files left by
 * builders that died. The caller must hold the folder alone. */
#ifndef PF_BUILD_INDEX_FOLDER_CLEAN_H
#define PF_BUILD_INDEX_FOLDER_CLEAN_H

#include "pathfan/folder.h"

/* Deletes an index, and the folders above it that become empty: the item is PRUNED then, else it
 * has a sentence. Errors: NO_MEMORY. */
pathfan_status pf_folder_prune(const char *indexes, pathfan_folder_item *item);

/* Whether a name, without folders, is of a builder's temporary or claim. */
bool pf_folder_is_temporary(const char *name);

/* Removes what killed builders have left. The next build of each index would do so, but may never
 * come. Files that can't be read or removed stay; they do no harm. */
void pf_folder_clean(const char *indexes);

#endif

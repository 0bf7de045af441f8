/* maps.h - which files of a folder are maps, and what their indexes are called. */
#ifndef PF_BUILD_INDEX_FOLDER_MAPS_H
#define PF_BUILD_INDEX_FOLDER_MAPS_H

#include "pathfan/folder.h"

/* Lists the maps of a folder as pathfan_folder_maps does, for indexes in `indexes`: files in there
 * are left out. Errors: also ARGUMENT (no map, or two with the same index). */
pathfan_status pf_folder_find(const char *maps, const char *indexes, pathfan_folder_list *list,
                              pathfan_error *error);

/* Appends an item and takes over both strings, even on failure. Returns NULL if out of memory,
 * which a NULL string also means; map may be NULL unless has_map. */
pathfan_folder_item *pf_folder_add(pathfan_folder_list *list, int32_t *capacity, char *file,
                                   char *map, bool has_map);
void pf_folder_sort(pathfan_folder_list *list);

/* Whether one of the first `count` items, which must be sorted, is that file. */
bool pf_folder_has(const pathfan_folder_list *list, int32_t count, const char *file);

/* Makes an item FAILED if its file lies below one of the first `count` items, a folder that can't
 * be read: whether its map is gone is unknown. Errors: NO_MEMORY. */
pathfan_status pf_folder_hide(const pathfan_folder_list *list, int32_t count,
                              pathfan_folder_item *item);

/* Returns the state of a file that can't be opened as an index or catalogue. */
pathfan_folder_state pf_folder_state_of(pathfan_status status);

/* Records a failure in an item. Errors: NO_MEMORY. */
pathfan_status pf_folder_fail(pathfan_folder_item *item, pathfan_folder_state state,
                              pathfan_status status, const char *sentence);

#endif

/* maps.h - which files of a folder are maps, and what their indexes are called. */
#ifndef PATHFAN_BUILD_FOLDER_MAPS_H
#define PATHFAN_BUILD_FOLDER_MAPS_H

#include "pathfan/folder.h"

/* The maps of a folder as pathfan_folder_maps lists them, for indexes in `indexes`: what
 * lies there is left out. Errors: also ARGUMENT (no map, or two of them with the same
 * index). */
pathfan_status pathfan_folder_find(const char *maps, const char *indexes, pathfan_folder_list *list,
                                   pathfan_error *error);

/* A new item at the end, or NULL when memory is out; takes over both strings, which may be
 * NULL if that is so. map may also be NULL otherwise: has_map tells. */
pathfan_folder_item *pathfan_folder_add(pathfan_folder_list *list, int32_t *capacity, char *file,
                                        char *map, bool has_map);
void pathfan_folder_sort(pathfan_folder_list *list);

/* Whether one of the first `count` items, which are sorted, is that file. */
bool pathfan_folder_has(const pathfan_folder_list *list, int32_t count, const char *file);

/* An item whose file lies below one of the first `count` items, a folder that can't be looked into,
 * has FAILED: nobody knows whether its map is gone. Errors: NO_MEMORY. */
pathfan_status pathfan_folder_hide(const pathfan_folder_list *list, int32_t count,
                                   pathfan_folder_item *item);

/* What is said of a file that can't be opened as what it should be. */
pathfan_folder_state pathfan_folder_state_of(pathfan_status status);

/* Puts a failure into an item. Errors: NO_MEMORY. */
pathfan_status pathfan_folder_fail(pathfan_folder_item *item, pathfan_folder_state state,
                                   pathfan_status status, const char *sentence);

#endif

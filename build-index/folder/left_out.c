/* left_out.c - stands in for folders of maps where the system has no POSIX: what makes one isn't
 * there, and says so. */
#include <string.h>

#include "base/status.h"
#include "pathfan/folder.h"

static pathfan_status fail(const char *path, pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                 "%s: folders of maps can't be built on this system; build map by map", path);
}

const char *pathfan_folder_state_text(pathfan_folder_state state) {
  (void)state;
  return "";
}

void pathfan_folder_free(pathfan_folder_list *list) {
  memset(list, 0, sizeof *list);
}

void pathfan_folder_options_init(pathfan_folder_options *options) {
  memset(options, 0, sizeof *options);
  pathfan_build_options_init(&options->build);
}

pathfan_status pathfan_build_folder(const char *maps, const char *indexes,
                                    const pathfan_folder_options *options,
                                    pathfan_folder_list *list, pathfan_error *error) {
  (void)indexes, (void)options;
  pathfan_folder_free(list);
  return fail(maps, error);
}

void pathfan_merge_options_init(pathfan_merge_options *options) {
  memset(options, 0, sizeof *options);
}

pathfan_status pathfan_folder_merge(const char *indexes, const pathfan_merge_options *options,
                                    pathfan_folder_list *list, pathfan_error *error) {
  (void)options;
  pathfan_folder_free(list);
  return fail(indexes, error);
}

pathfan_status pathfan_folder_maps(const char *maps, pathfan_folder_list *list,
                                   pathfan_error *error) {
  pathfan_folder_free(list);
  return fail(maps, error);
}

bool pathfan_is_index_of(const pathfan_index_facts *facts, const char *map_path) {
  (void)facts, (void)map_path;
  return false;
}

pathfan_status pathfan_folder_look(const char *indexes, pathfan_folder_list *list,
                                   pathfan_error *error) {
  pathfan_folder_free(list);
  return fail(indexes, error);
}

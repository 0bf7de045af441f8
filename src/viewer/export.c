/* export.c - the page as a folder of files.
 *
 * Everything is written into a new folder beside the wanted one, which then takes its place by a
 * rename. An existing folder is checked first, and replaced only if all of it comes from an export,
 * by its pathfan.json: so no user loses other files. */
#include "viewer/export.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json_load.h"
#include "base/status.h"
#include "pathfan/build.h"
#include "pathfan/version.h"
#include "viewer/limits.h"
#include "viewer/first_request.h"
#include "viewer/page.h"
#include "viewer/picture.h"
#include "viewer/served_maps.h"

#define LIST "pathfan.json" /* the list of maps */
#define MAPS "maps"         /* the folder of their files */
#define MADE_BY "pathfan export"
#define PREVIEW "preview.png" /* of the first map; the page names it for previews of links */
#define PREVIEW_SIDE 1200     /* pixels */

#define LIST_BYTES_MAX ((size_t)64 << 20)
#define COPIED_AT_ONCE ((size_t)1 << 20)

static pathfan_status no_memory(pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
}

/* Returns FOLDER/NAME; NULL: out of memory. */
static char *inside(const char *folder, const char *name) {
  char *path;
  return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

/* ---- What was there ---- */

/* Returns the name in the folder of a file of the page. */
static const char *exported_name(const pf_page_file *file) {
  return strcmp(file->name, "folder.html") == 0 ? "index.html" : file->name;
}

/* Whether a name is the page's: of this version, or of the older one that made the list. */
static bool is_of_page(const json_t *list, const char *name) {
  const json_t *page = json_object_get(list, "page");
  int count;
  const pf_page_file *files = pf_page_files(&count);
  for (int i = 0; i < count; i++)
    if (files[i].exported && strcmp(name, exported_name(&files[i])) == 0) return true;
  for (size_t i = 0; i < json_array_size(page); i++) {
    const char *own = json_string_value(json_array_get(page, i));
    if (own && strcmp(name, own) == 0) return true;
  }
  return strcmp(name, LIST) == 0 || strcmp(name, MAPS) == 0 || strcmp(name, PREVIEW) == 0;
}

/* Whether the list names such a file of a map. */
static bool is_of_maps(const json_t *list, const char *name) {
  static const char *const kinds[] = {"index", "picture", "source"};
  const json_t *maps = json_object_get(list, "maps");
  for (size_t i = 0; i < json_array_size(maps); i++)
    for (int k = 0; k < 3; k++) {
      const char *path = json_string_value(json_object_get(json_array_get(maps, i), kinds[k]));
      const char *slash = path ? strrchr(path, '/') : NULL;
      if (slash && strcmp(slash + 1, name) == 0) return true;
    }
  return false;
}

/* Refuses files that no export made. list: the folder's own list, NULL: none; in_maps: the folder
 * is that of the maps' files. */
static pathfan_status check_names(const char *folder, const json_t *list, bool in_maps,
                                  pathfan_error *error) {
  DIR *directory = opendir(folder);
  const struct dirent *entry;
  pathfan_status status = PATHFAN_OK;
  if (!directory)
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't be opened: %s", folder, strerror(errno));
  while (!status && (entry = readdir(directory))) {
    const char *name = entry->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
    if (!list || !(in_maps ? is_of_maps(list, name) : is_of_page(list, name)))
      status = pf_fail(error, PATHFAN_ERR_ARGUMENT,
                       "%s: holds '%s', which no export has made; name a folder that is new "
                       "or empty",
                       folder, name);
  }
  closedir(directory);
  return status;
}

/* Reads the list of an export; NULL if it is none. */
static json_t *read_list(const char *folder) {
  pathfan_error unread;
  char *path = inside(folder, LIST), *text = NULL;
  size_t bytes = 0;
  json_t *list = NULL;
  if (path && !pf_read_file(path, LIST_BYTES_MAX, &text, &bytes, &unread))
    list = pf_json_load(text, bytes, 0, NULL);
  const char *made_by = json_string_value(json_object_get(list, "made_by"));
  if (!made_by || strcmp(made_by, MADE_BY) != 0) {
    json_decref(list);
    list = NULL;
  }
  free(text);
  free(path);
  return list;
}

/* Checks that the place is free, or may be replaced. *exists: it isn't free. */
static pathfan_status check_place(const char *folder, bool *exists, pathfan_error *error) {
  struct stat info;
  *exists = stat(folder, &info) == 0;
  if (!*exists) return PATHFAN_OK;
  if (!S_ISDIR(info.st_mode))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s: is no folder", folder);
  json_t *list = read_list(folder);
  char *maps = inside(folder, MAPS);
  pathfan_status status = maps ? check_names(folder, list, false, error) : no_memory(error);
  if (!status && stat(maps, &info) == 0) status = check_names(maps, list, true, error);
  free(maps);
  json_decref(list);
  return status;
}

/* ---- Files ---- */

static pathfan_status write_file(const char *folder, const char *name, const char *text,
                                 size_t bytes, pathfan_error *error) {
  pf_output output;
  char *path = inside(folder, name);
  if (!path) return no_memory(error);
  pathfan_status status = pf_output_open(&output, path, error);
  if (!status) {
    fwrite(text, 1, bytes, output.stream);
    status = pf_output_close(&output, error);
  }
  free(path);
  return status;
}

/* Writes the page with the full address of its preview, which those who show previews want. */
static pathfan_status write_index(const char *folder, const pf_page_file *file, const char *address,
                                  pathfan_error *error) {
  static const char named[] = "\"" PREVIEW "\"";
  const char *at = memmem(file->text, file->bytes, named, strlen(named));
  const size_t length = address ? strlen(address) : 0;
  const char *slash = length && address[length - 1] != '/' ? "/" : "";
  char *text;
  if (!at || !address || strpbrk(address, "\"<>&"))
    return write_file(folder, exported_name(file), file->text, file->bytes, error);
  at++;
  const int bytes = asprintf(&text, "%.*s%s%s%.*s", (int)(at - file->text), file->text, address,
                             slash, (int)(file->text + file->bytes - at), at);
  if (bytes < 0) return no_memory(error);
  const pathfan_status status = write_file(folder, exported_name(file), text, (size_t)bytes, error);
  free(text);
  return status;
}

static pathfan_status write_page(const char *folder, const char *address, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  int count;
  const pf_page_file *files = pf_page_files(&count);
  for (int i = 0; i < count && !status; i++)
    if (files[i].exported)
      status = strcmp(files[i].name, "folder.html") == 0
                   ? write_index(folder, &files[i], address, error)
                   : write_file(folder, files[i].name, files[i].text, files[i].bytes, error);
  return status;
}

/* Copies the file at a path, which may be larger than memory. */
static pathfan_status copy_file(const char *from, const char *folder, const char *name,
                                pathfan_error *error) {
  pf_output output = {0};
  char *path = inside(folder, name), *part = malloc(COPIED_AT_ONCE);
  FILE *in = fopen(from, "rb");
  pathfan_status status = path && part ? PATHFAN_OK : no_memory(error);
  if (!status && !in)
    status = pf_fail(error, PATHFAN_ERR_IO, "%s: can't be opened: %s", from, strerror(errno));
  if (!status) status = pf_output_open(&output, path, error);
  for (size_t bytes; !status && (bytes = fread(part, 1, COPIED_AT_ONCE, in)) > 0;)
    fwrite(part, 1, bytes, output.stream);
  if (!status && ferror(in))
    status = pf_fail(error, PATHFAN_ERR_IO, "%s: can't be read: %s", from, strerror(errno));
  if (!status)
    status = pf_output_close(&output, error);
  else
    pf_output_discard(&output);
  if (in) fclose(in);
  free(part);
  free(path);
  return status;
}

/* ---- Maps ---- */

/* Makes the name of a map's file: MAPS/ID.ENDING. */
#define NAME_BYTES (PF_ID_BYTES + 32)
static const char *name_of(char name[NAME_BYTES], const char *id, const char *ending) {
  snprintf(name, NAME_BYTES, MAPS "/%s.%s", id, ending);
  return name;
}

/* Writes the map from which an index was made; its file's name in *name, which is empty if the
 * index doesn't hold the map. */
static pathfan_status write_source(const char *folder, const pf_served_map *map,
                                   char name[NAME_BYTES], pathfan_error *error) {
  pathfan_map_format_info format;
  pathfan_error none;
  char *text = NULL;
  size_t bytes = 0;
  *name = '\0';
  const pathfan_status status =
      pathfan_index_source_map(map->held->source.index, &text, &bytes, &none);
  if (status) return status == PATHFAN_ERR_NO_MEMORY ? no_memory(error) : PATHFAN_OK;
  const bool known = pathfan_map_format_get(pathfan_map_format_find(text, bytes), &format);
  name_of(name, map->id, known ? format.endings[0] : "txt");
  const pathfan_status written = write_file(folder, name, text, bytes, error);
  free(text);
  return written;
}

/* answer: whose paths the picture shows; NULL. */
static pathfan_status write_picture(const char *folder, const pf_served_map *map, const char *name,
                                    int32_t side, const pathfan_answer *answer,
                                    pathfan_error *error) {
  pf_source_facts facts;
  size_t bytes = 0;
  pf_source_look(&map->held->source, &facts);
  char *png = pf_map_picture(&map->held->source, &facts, side, answer, &bytes);
  const pathfan_status status =
      png ? write_file(folder, name, png, bytes, error) : no_memory(error);
  free(png);
  return status;
}

/* Writes the files of one map, and its entry in the list. */
static pathfan_status write_map(const char *folder, pf_served_maps *maps, pf_served_map *map,
                                json_t *list, pathfan_error *error) {
  char index[NAME_BYTES], picture[NAME_BYTES], source[NAME_BYTES];
  if (!map->held->source.index)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "%s: is a map without an index, which the page answers from: pathfan "
                   "build-index makes one",
                   map->map_path);
  pathfan_status status =
      copy_file(map->index_path, folder, name_of(index, map->id, "pathfan"), error);
  if (!status)
    status =
        write_picture(folder, map, name_of(picture, map->id, "png"), PF_PICTURE_SIDE, NULL, error);
  if (!status) status = write_source(folder, map, source, error);
  if (status) return status;
  json_t *entry = json_pack("{s:o,s:s,s:s,s:s*}", "info", pf_served_map_describe(maps, map),
                            "index", index, "picture", picture, "source", *source ? source : NULL);
  return json_array_append_new(list, entry) ? no_memory(error) : PATHFAN_OK;
}

/* Writes the picture for previews of links, with paths between ends as the page begins with. */
static pathfan_status write_preview(const char *folder, const pf_served_map *map,
                                    pathfan_error *error) {
  const pathfan_answer *answer = NULL;
  pathfan_query *query = NULL;
  pathfan_status status = pf_source_query(&map->held->source, &query);
  if (!status) status = pf_first_answer(&map->held->source, query, &answer);
  if (status)
    pf_fail(error, status, "%s: %s", map->id, query ? pathfan_query_error(query) : "no memory");
  else
    status = write_picture(folder, map, PREVIEW, PREVIEW_SIDE, answer, error);
  pathfan_query_free(query);
  return status;
}

/* Lists the files of the page. */
static json_t *list_page(void) {
  json_t *page = json_array();
  int count;
  const pf_page_file *files = pf_page_files(&count);
  for (int i = 0; i < count; i++)
    if (files[i].exported) json_array_append_new(page, json_string(exported_name(&files[i])));
  return page;
}

/* Writes all maps, and their list. */
static pathfan_status write_maps(const char *folder, pf_served_maps *maps, pathfan_error *error) {
  int32_t count;
  pf_served_map **all = pf_served_maps_list(maps, &count);
  json_t *list = json_array();
  pathfan_status status = all && list ? PATHFAN_OK : no_memory(error);
  for (int32_t i = 0; i < count && !status; i++)
    status = write_map(folder, maps, all[i], list, error);
  if (!status && count) status = write_preview(folder, all[0], error);
  json_t *whole = json_pack("{s:s,s:s,s:o,s:o}", "made_by", MADE_BY, "version", PATHFAN_VERSION,
                            "page", list_page(), "maps", list);
  char *text = status ? NULL : json_dumps(whole, JSON_INDENT(1));
  if (!status)
    status = text ? write_file(folder, LIST, text, strlen(text), error) : no_memory(error);
  free(text);
  json_decref(whole);
  pf_served_list_release(all, count);
  return status;
}

static pathfan_status find_maps(const pf_export_options *options, pf_served_maps **maps,
                                pathfan_error *error) {
  pathfan_status status = pf_served_maps_make(maps, error);
  for (int32_t i = 0; i < options->source_count && !status; i++)
    status =
        pf_served_maps_add(*maps, options->sources[i], options->folder, options->message, error);
  return status;
}

/* ---- The folder ---- */

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)info, (void)kind, (void)where;
  return remove(path);
}

/* Removes a folder with all its contents; NULL is allowed. */
static void remove_folder(const char *path) {
  if (path) nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Makes a new folder beside another, with the permissions of new folders. */
static pathfan_status make_aside(const char *folder, char **aside, pathfan_error *error) {
  const mode_t mask = umask(0);
  umask(mask);
  if (asprintf(aside, "%s.XXXXXX", folder) < 0) *aside = NULL;
  if (!*aside) return no_memory(error);
  if (mkdtemp(*aside) && chmod(*aside, 0777 & ~mask) == 0) return PATHFAN_OK;
  const pathfan_status status =
      pf_fail(error, PATHFAN_ERR_IO, "%s: can't be made: %s", folder, strerror(errno));
  free(*aside);
  *aside = NULL;
  return status;
}

/* Puts aside in place of folder, which may be an older export. */
static pathfan_status put_in_place(const char *aside, const char *folder, bool exists,
                                   pathfan_error *error) {
  char *old = NULL;
  pathfan_status status = exists ? make_aside(folder, &old, error) : PATHFAN_OK;
  if (!status && exists && rename(folder, old) != 0)
    status = pf_fail(error, PATHFAN_ERR_IO, "%s: can't be replaced: %s", folder, strerror(errno));
  if (!status && rename(aside, folder) != 0) {
    status = pf_fail(error, PATHFAN_ERR_IO, "%s: can't be made: %s", folder, strerror(errno));
    if (old && rename(old, folder) == 0) status = PATHFAN_ERR_IO; /* all is as before */
  }
  if (!status)
    remove_folder(old);
  else if (old)
    rmdir(old); /* it is empty, or is the old export, and stays */
  free(old);
  return status;
}

/* Returns the folder that a path means: links are followed, and trailing '/' removed. The caller
 * frees it. */
static char *place_of(const char *path) {
  char *place = realpath(path, NULL);
  if (place) return place;
  place = strdup(path);
  for (size_t length = place ? strlen(place) : 0; length > 1 && place[length - 1] == '/';)
    place[--length] = '\0';
  return place;
}

pathfan_status pf_viewer_export(const pf_export_options *options, pathfan_error *error) {
  pf_served_maps *maps = NULL;
  char *aside = NULL, *maps_folder = NULL;
  bool exists = false;
  char *folder = place_of(options->folder);
  pathfan_status status = folder ? check_place(folder, &exists, error) : no_memory(error);
  if (!status) status = find_maps(options, &maps, error);
  if (!status) status = make_aside(folder, &aside, error);
  if (!status && !(maps_folder = inside(aside, MAPS))) status = no_memory(error);
  if (!status && mkdir(maps_folder, 0777) != 0)
    status = pf_fail(error, PATHFAN_ERR_IO, "%s: can't be made: %s", maps_folder, strerror(errno));
  if (!status) status = write_maps(aside, maps, error);
  if (!status) status = write_page(aside, options->address, error);
  if (!status) status = put_in_place(aside, folder, exists, error);
  if (status) remove_folder(aside);
  pf_served_maps_free(maps);
  free(maps_folder);
  free(aside);
  free(folder);
  return status;
}

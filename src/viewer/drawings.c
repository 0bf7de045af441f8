/* drawings.c - drawings kept in a folder. */
#include "viewer/drawings.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json_load.h"
#include "base/status.h"
#include "base/temporary.h"
#include "server/signals.h"
#include "viewer/data_folder.h"
#include "viewer/limits.h"

#define ID_STEM "drawing-"
#define ID_DIGITS 16

/* ---- Paths ---- */

static char *path_of(const char *folder, const char *name) {
  char *path;
  return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

static pathfan_status no_memory(pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
}

/* Writes a file of a drawing, completely or not at all. */
static pathfan_status write_file(const char *folder, const char *name, const char *text,
                                 size_t bytes, pathfan_error *error) {
  pf_output output;
  char *path = path_of(folder, name);
  if (!path) return no_memory(error);
  pathfan_status status = pf_data_check(path, error);
  if (!status) status = pf_output_open(&output, path, error);
  if (!status) {
    fwrite(text, 1, bytes, output.stream);
    status = pf_output_close(&output, error);
  }
  free(path);
  return status;
}

/* Writes drawing.json; drawing may be NULL. */
static pathfan_status write_drawing(const char *folder, const char *name, const pf_drawing *drawing,
                                    pathfan_error *error) {
  json_t *json = drawing ? pf_drawing_json(drawing) : json_object();
  if (json) json_object_set_new(json, "name", json_string(name));
  char *text = json ? json_dumps(json, JSON_INDENT(1)) : NULL;
  json_decref(json);
  if (!text) return no_memory(error);
  const pathfan_status status = write_file(folder, "drawing.json", text, strlen(text), error);
  free(text);
  return status;
}

static pathfan_status read_json(const char *folder, json_t **json, pathfan_error *error) {
  char *text, *path = path_of(folder, "drawing.json");
  size_t bytes;
  *json = NULL;
  if (!path) return no_memory(error);
  pathfan_status status = pf_data_check(path, error);
  if (!status) status = pf_read_file(path, 2 * PF_BODY_SOURCE, &text, &bytes, error);
  if (!status) {
    *json = pf_json_load(text, bytes, 0, NULL);
    if (!*json && pf_shortage_seen())
      status = no_memory(error);
    else if (!json_is_object(*json))
      status = pf_fail(error, PATHFAN_ERR_MALFORMED, "%s: not a drawing", path);
    free(text);
  }
  free(path);
  return status;
}

/* ---- Serving ---- */

/* The reading of a map, on one thread. */
typedef struct reading {
  const pf_drawn_map *drawn;
  double until; /* seconds on this thread */
  bool is_late;
} reading;

/* Returns the processor seconds spent on this thread. */
static double thread_seconds(void) {
  struct timespec spent;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return (double)spent.tv_sec + 1e-9 * (double)spent.tv_nsec;
}

static bool has_to_stop(void *context) {
  reading *r = context;
  r->is_late = thread_seconds() > r->until;
  return r->is_late || r->drawn->is_cancelled(r->drawn->context);
}

/* Reads a map's text into a held source. */
static pathfan_status make_held(const pf_drawn_map *drawn, pf_held_source **held,
                                pathfan_error *error) {
  pathfan_map *map;
  pathfan_map_options options;
  reading r = {drawn, thread_seconds() + PF_READING_SECONDS, false};
  *held = NULL;
  pathfan_map_options_init(&options);
  options.max_memory = PF_READING_MEMORY;
  options.agent_radius = drawn->drawing ? drawn->drawing->agent_radius : 0;
  options.is_cancelled = has_to_stop;
  options.cancel_context = &r;
  const pathfan_status status =
      pathfan_map_parse(drawn->text, drawn->bytes, "drawing", &options, &map, error);
  if (status == PATHFAN_ERR_CANCELLED && r.is_late)
    return pf_fail(error, PATHFAN_ERR_LIMIT,
                   "drawing: reading it takes more than %d seconds; fewer corners help",
                   PF_READING_SECONDS);
  if (status) return status;
  *held = pf_held_source_make(NULL, map);
  return *held ? PATHFAN_OK : no_memory(error);
}

/* Serves a map, of which id, name and held are set, from the files in a folder. drawing: NULL if
 * only the map is kept. */
static pathfan_status put(pf_server *server, pf_new_map map, const char *folder,
                          const pf_drawing *drawing, pf_served_map **served, pathfan_error *error) {
  char *map_path = path_of(folder, "map"), *index_path = path_of(folder, "index.pathfan");
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  *served = NULL;
  map.map_path = map_path;
  map.index_path = index_path;
  map.drawing = folder;
  map.editable = drawing != NULL;
  map.agent_radius = drawing ? drawing->agent_radius : 0;
  if (map_path && index_path)
    status = pf_served_maps_put(server->maps, &map, served);
  else
    pf_held_source_release(map.held);
  free(map_path);
  free(index_path);
  return status ? no_memory(error) : PATHFAN_OK;
}

/* Whether the server was told to end, before it listens. */
static bool has_to_end(void *context) {
  const pf_server *server = context;
  return pf_signals_came(server->signals);
}

/* Serves the drawing in one folder. */
static pathfan_status load(pf_server *server, const char *folder, const char *id,
                           pathfan_error *error) {
  json_t *json = NULL;
  char *text = NULL, *map_path = path_of(folder, "map");
  char *index_path = path_of(folder, "index.pathfan");
  size_t bytes = 0;
  pf_held_source *held = NULL;
  pf_served_map *served = NULL;
  pf_drawing drawing = {.obstacles = NULL};
  pf_complaint wrong;
  pathfan_status status = map_path && index_path ? PATHFAN_OK : no_memory(error);
  if (!status) status = pf_data_make(folder, server->options->message, error);
  if (!status) status = pf_data_check(map_path, error);
  if (!status) status = pf_data_check(index_path, error);
  if (!status) status = read_json(folder, &json, error);
  const char *name = json_string_value(json_object_get(json, "name"));
  const bool editable = json_object_get(json, "obstacles") != NULL;
  if (!status && editable) {
    if (!pf_drawing_read(json, &drawing, &wrong))
      status = pf_fail(error, PATHFAN_ERR_MALFORMED, "%s: %s", folder, wrong.text);
    text = status ? NULL : pf_drawing_text(&drawing, &bytes);
    if (!status) status = text ? write_file(folder, "map", text, bytes, error) : no_memory(error);
  } else if (!status) {
    status = pf_read_file(map_path, PF_BODY_SOURCE, &text, &bytes, error);
  }
  if (!status) held = pf_held_source_of_made(index_path, map_path);
  if (held && pf_source_radius(&held->source) != drawing.agent_radius) {
    pf_held_source_release(held);
    held = NULL;
  }
  const bool indexed = held != NULL;
  const pf_drawn_map drawn = {text, bytes, editable ? &drawing : NULL, has_to_end, server};
  if (!status && !held) status = make_held(&drawn, &held, error);
  const bool searched = !indexed && held && pf_source_is_terrain(&held->source);
  const pf_new_map map = {.id = id, .name = name ? name : id, .held = held};
  if (!status) status = put(server, map, folder, drawn.drawing, &served, error);
  if (!status && !indexed && !searched) pf_jobs_add(server->jobs, served, false);
  pf_served_map_release(served);
  pf_drawing_free(&drawing);
  json_decref(json);
  free(text);
  free(map_path);
  free(index_path);
  return status;
}

static bool is_id(const char *name) {
  const size_t stem = strlen(ID_STEM);
  return strncmp(name, ID_STEM, stem) == 0 && strlen(name) == stem + ID_DIGITS &&
         strspn(name + stem, "0123456789abcdef") == ID_DIGITS;
}

pathfan_status pf_drawings_load(pf_server *server, pathfan_error *error) {
  struct dirent **entries;
  const int count = scandir(server->drawings, &entries, NULL, alphasort);
  if (count < 0)
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't be read: %s", server->drawings,
                   strerror(errno));
  for (int i = 0; i < count; i++) {
    pathfan_error why = {""};
    char *folder = is_id(entries[i]->d_name) ? path_of(server->drawings, entries[i]->d_name) : NULL;
    if (folder && !has_to_end(server) && load(server, folder, entries[i]->d_name, &why) &&
        server->options->message)
      server->options->message(why.text);
    free(folder);
    free(entries[i]);
  }
  free(entries);
  return PATHFAN_OK;
}

/* ---- Changing ---- */

/* Checks that one more drawing is allowed. Errors: LIMIT, NO_MEMORY. */
static pathfan_status check_room(pf_server *server, pathfan_error *error) {
  int32_t count, drawings = 0;
  pf_served_map **all = pf_served_maps_list(server->maps, &count);
  if (!all) return no_memory(error);
  for (int32_t i = 0; i < count; i++) drawings += all[i]->drawing != NULL;
  pf_served_list_release(all, count);
  if (drawings < PF_DRAWINGS_MAX) return PATHFAN_OK;
  return pf_fail(error, PATHFAN_ERR_LIMIT, "there are %d drawings already, no more fit", drawings);
}

/* Removes temporary files, even of a builder at work: it is the server's own, and cancelled. */
static void remove_temporaries(const char *folder) {
  DIR *directory = opendir(folder);
  size_t stem;
  for (const struct dirent *entry; directory && (entry = readdir(directory));)
    if (pf_temporary_is_name(entry->d_name, &stem))
      (void)unlinkat(dirfd(directory), entry->d_name, 0);
  if (directory) closedir(directory);
}

static void remove_files(const char *folder) {
  static const char *const names[] = {
      "drawing.json", "map", "index.pathfan", "index.pathfan.tmp", "drawing.json.tmp", "map.tmp"};
  remove_temporaries(folder);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *path = path_of(folder, names[i]);
    if (path) unlink(path);
    free(path);
  }
  rmdir(folder);
}

pathfan_status pf_drawings_add(pf_server *server, const char *name, const pf_drawn_map *map,
                               pf_served_map **served, int32_t *job, pathfan_error *error) {
  char id[PF_ID_BYTES];
  uint64_t random;
  pf_held_source *held;
  *served = NULL;
  *job = 0;
  pathfan_status status = check_room(server, error);
  if (status) return status;
  if (getrandom(&random, sizeof random, 0) != sizeof random)
    return pf_fail(error, PATHFAN_ERR_IO, "no random number: %s", strerror(errno));
  status = make_held(map, &held, error);
  if (status) return status;
  const bool searched = pf_source_is_terrain(&held->source);
  snprintf(id, sizeof id, ID_STEM "%0*llx", ID_DIGITS, (unsigned long long)random);
  char *folder = path_of(server->drawings, id);
  if (!folder) {
    status = no_memory(error);
  } else if (mkdir(folder, 0700) != 0) {
    status = pf_fail(error, PATHFAN_ERR_IO, "%s: can't be made: %s", folder, strerror(errno));
  } else {
    status = write_file(folder, "map", map->text, map->bytes, error);
    if (!status) status = write_drawing(folder, name, map->drawing, error);
    if (!status) {
      const pf_new_map fresh = {.id = id, .name = name, .held = held};
      status = put(server, fresh, folder, map->drawing, served, error);
      held = NULL; /* taken over */
    }
    if (status) remove_files(folder);
  }
  if (!status && !searched) *job = pf_jobs_add(server->jobs, *served, true);
  pf_held_source_release(held);
  free(folder);
  return status;
}

pathfan_status pf_drawings_set(pf_server *server, pf_served_map *served, const pf_drawing *drawing,
                               int32_t *job, pathfan_error *error) {
  size_t bytes;
  char *text = pf_drawing_text(drawing, &bytes);
  *job = 0;
  if (!text) return no_memory(error);
  pathfan_status status = write_drawing(served->drawing, served->name, drawing, error);
  if (!status) status = write_file(served->drawing, "map", text, bytes, error);
  free(text);
  if (!status) {
    pf_served_map_set_radius(server->maps, served, drawing->agent_radius);
    *job = pf_jobs_add(server->jobs, served, true);
  }
  return status;
}

pathfan_status pf_drawings_get(pf_served_map *served, pf_drawing *drawing, pathfan_error *error) {
  json_t *json;
  pf_complaint wrong;
  *drawing = (pf_drawing){.obstacles = NULL};
  pathfan_status status = read_json(served->drawing, &json, error);
  if (!status && !pf_drawing_read(json, drawing, &wrong))
    status = pf_fail(error, PATHFAN_ERR_MALFORMED, "%s", wrong.text);
  json_decref(json);
  return status;
}

void pf_drawings_remove(pf_server *server, pf_served_map *served) {
  if (!pf_served_maps_remove(server->maps, served)) return;
  pf_jobs_cancel_map(server->jobs, served);
  remove_files(served->drawing);
}

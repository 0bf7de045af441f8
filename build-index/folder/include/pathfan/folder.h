/* pathfan/folder.h - many maps at once: a folder of maps, a folder of their indexes.
 *
 *   pathfan_folder_options options;
 *   pathfan_folder_options_init(&options);
 *   status = pathfan_build_folder("maps", "indexes", &options, &list, &error);
 *   for (int32_t i = 0; i < list.count; i++) puts(list.items[i].sentence);
 *   pathfan_folder_free(&list);
 *
 * Each map below maps/ gets an index of its own: maps/north/hall.map becomes
 * indexes/north/hall.pathfan. indexes/catalogue.json lists them all (docs/catalogue.md). An
 * application opens the files that it needs, one by one, with pathfan/query.h. */
#ifndef PATHFAN_FOLDER_H
#define PATHFAN_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/build.h"
#include "pathfan/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PATHFAN_CATALOGUE_NAME "catalogue.json"
#define PATHFAN_CATALOGUE_VERSION 1
#define PATHFAN_SHARDS_MAX 9999

/* Facts that an index file states about itself, and that a catalogue repeats. */
typedef struct pathfan_index_facts {
  uint8_t seal[16]; /* digest of the whole file: it differs between generations */
  uint64_t file_bytes;
  int32_t format_major, format_minor;
  char builder[64], options[256];
  int32_t vertex_count, component_count, table_count;
  uint8_t map_digest[16]; /* XXH3-128 of the map's bytes */
  uint64_t map_bytes;
  char map_name[256];                             /* without folders */
  double origin_x, origin_y, width, height, unit; /* map units, as in pathfan_index_info */
  int64_t ignored; /* things of the map that have no effect: pathfan_index_ignored */
  uint64_t reserved[3];
} pathfan_index_facts;

typedef enum pathfan_folder_state {
  /* Set by pathfan_build_folder. */
  PATHFAN_FOLDER_CURRENT = 0, /* was up to date already */
  PATHFAN_FOLDER_BUILDING,    /* in reports only: is being built */
  PATHFAN_FOLDER_BUILT,
  PATHFAN_FOLDER_FAILED, /* sentence says why; an old index stays as it was */
  PATHFAN_FOLDER_GONE,   /* the map no longer exists, the index does */
  PATHFAN_FOLDER_PRUNED, /* the map no longer exists, and the index was deleted */
  /* Set by pathfan_folder_look. */
  PATHFAN_FOLDER_OK,         /* opens, and matches the catalogue if there is one */
  PATHFAN_FOLDER_CHANGED,    /* opens, but isn't the index that the catalogue lists */
  PATHFAN_FOLDER_UNLISTED,   /* opens, but is not in the catalogue */
  PATHFAN_FOLDER_TEMPORARY,  /* the file of a builder that is running, or was killed */
  PATHFAN_FOLDER_MISSING,    /* in the catalogue, not on disk */
  PATHFAN_FOLDER_UNREADABLE, /* a file or folder that can't be opened: sentence says why */
  PATHFAN_FOLDER_VERSION,    /* an index of another format version */
  PATHFAN_FOLDER_DAMAGED     /* damaged, sentence says where; or not an index at all */
} pathfan_folder_state;

/* Returns a text for people: "up to date", "built", ... Static storage. */
PATHFAN_API const char *pathfan_folder_state_text(pathfan_folder_state state);

typedef struct pathfan_folder_item {
  char *file; /* path of the index, relative to the folder of indexes */
  char *map;  /* path of the map, relative to the folder of maps; NULL if unknown */
  pathfan_folder_state state;
  pathfan_status status; /* of the failure; else OK */
  char *sentence;        /* what is wrong; "" if nothing is */
  bool has_facts;        /* facts are set: from the file, or the catalogue if it is MISSING */
  pathfan_index_facts facts;
  double seconds; /* duration of the build */
  uint64_t reserved[4];
} pathfan_folder_item;

/* Sorted by file. */
typedef struct pathfan_folder_list {
  int32_t count;
  pathfan_folder_item *items;
  int32_t left_alone;              /* .json, .mesh, .yaml and .yml files that are no maps */
  bool has_catalogue;              /* a good catalogue was read, or has been written */
  pathfan_status catalogue_status; /* of reading the catalogue; OK also if there was none */
  pathfan_error catalogue_error;
  uint64_t reserved[4];
} pathfan_folder_list;

PATHFAN_API void pathfan_folder_free(pathfan_folder_list *list);

/* ---- Building ---- */

/* Called from one thread at a time: when the build of a large map begins (BUILDING), and once for
 * each map when its state is final, in the same order for any number of threads. done: how many of
 * `total` maps have their final state. The item belongs to the library. */
typedef void pathfan_folder_function(void *context, const pathfan_folder_item *item, int32_t done,
                                     int32_t total);

typedef struct pathfan_folder_options {
  pathfan_build_options build;     /* for every map. max_memory limits each build, and if it is set
                                      maps are built one at a time. wait also waits for another
                                      build of the same folder. progress and estimate are called
                                      for large maps only, is_cancelled also between maps */
  bool force;                      /* build also indexes that are up to date */
  bool prune;                      /* delete indexes whose map is gone, if the old catalogue lists
                                      them */
  pathfan_folder_function *report; /* may be NULL */
  void *report_context;
  int32_t shard,
      shards; /* build shard number `shard`, from 1, of `shards` (PATHFAN_SHARDS_MAX at most), and
                 write only its catalogue; prune is refused. 0 and 0 (default): build all maps */
  uint64_t reserved[7];
} pathfan_folder_options;

PATHFAN_API void pathfan_folder_options_init(pathfan_folder_options *options);

/* Builds the index of every map in the folder `maps` and below it: files named .map, .tmj, .tmx,
 * .geojson, .poly and .wkt, and those .json, .mesh, .yaml and .yml files that begin like a map.
 * Hidden files and folders are skipped. A folder that is reached by several links is walked once.
 * `indexes` is created if it doesn't exist; it may be the same folder, or lie inside it. options
 * may be NULL for the defaults.
 *
 * An index is up to date, and left as it is, if the same builder made it in the same format, from a
 * map of the same name and bytes, with the same options, and all its digests are right. If a map
 * fails, the others are built nevertheless. The catalogue is written at the end, and during long
 * builds about every ten seconds, from finished index files. A build that is killed loses only the
 * maps that were being built; the next build removes their temporary files.
 *
 * Free list in any case; it may be NULL. Returns OK if no map failed, else the highest status of a
 * map that failed. These errors come with an empty list, before anything is built or written:
 * IO (a folder can't be read or created), ARGUMENT (there is no map, or two maps would get the same
 * index), BUSY (another process builds the same folder), NO_MEMORY, NOT_INDEX (catalogue.json isn't
 * pathfan's), VERSION (it is of a newer version; force replaces it), CANCELLED. IO or NO_MEMORY
 * with all items: the catalogue can't be written. CANCELLED with all items: maps not built yet are
 * FAILED with that status, nothing was pruned, and the catalogue was written.
 *
 * For a shard the list has only its own maps, perhaps none if there are more shards than maps. The
 * division into shards follows from the names and sizes of all maps, so it is the same on every
 * machine. Shards may be built in any order, also at the same time; each writes its own catalogue,
 * such as catalogue.2-of-7.json, for pathfan_folder_merge. BUSY also if another process builds the
 * same shard. */
PATHFAN_API pathfan_status pathfan_build_folder(const char *maps, const char *indexes,
                                                const pathfan_folder_options *options,
                                                pathfan_folder_list *list, pathfan_error *error);

/* ---- Merging shards ---- */

typedef struct pathfan_merge_options {
  int32_t shards; /* how many there are; 0 (default): as the names of their catalogues say */
  bool quick;     /* check only sizes, structures and seals of indexes, not all their bytes */
  bool prune;     /* delete indexes whose map is gone, and catalogues of another number of shards */
  bool wait;      /* wait while another process builds in the folder; default false: BUSY */
  pathfan_folder_function *report;          /* called for each index; may be NULL */
  pathfan_cancelled_function *is_cancelled; /* called between indexes; may be NULL */
  void *context;                            /* passed to both */
  uint64_t reserved[8];
} pathfan_merge_options;

PATHFAN_API void pathfan_merge_options_init(pathfan_merge_options *options);

/* Makes catalogue.json of a folder of indexes from the catalogues of its shards, provided that all
 * shards are there and belong together, and every index is sound and the one that its shard lists.
 * The result is byte for byte the catalogue that one build of all maps would have written; merging
 * again changes nothing. options may be NULL for the defaults.
 *
 * The list has items of three kinds: indexes, which are OK, GONE, PRUNED, MISSING, UNREADABLE,
 * VERSION, DAMAGED or CHANGED (a failure here); catalogues of shards that have a flaw, with the
 * same states, CHANGED if one doesn't match the first; and maps that their shard failed to build,
 * FAILED. Any failure but FAILED keeps the catalogue from being written, and the old one stays;
 * has_catalogue says whether it was written, or was the same already.
 *
 * Free list in any case; it may be NULL. Returns OK or the highest status of an item; or, with an
 * empty list, IO (no folder, no shard), ARGUMENT (catalogues of different numbers of shards, and
 * options don't say which), BUSY, NO_MEMORY, CANCELLED, NOT_INDEX or VERSION (of catalogue.json, as
 * in pathfan_build_folder). */
PATHFAN_API pathfan_status pathfan_folder_merge(const char *indexes,
                                                const pathfan_merge_options *options,
                                                pathfan_folder_list *list, pathfan_error *error);

/* ---- Looking ---- */

/* Lists the maps in a folder and below it, as pathfan_build_folder finds them. Each item has `map`
 * and `file`, the name that its index gets, and all else zero; names that a catalogue can't hold,
 * and files and folders that can't be read, are FAILED. A folder without maps is no error. Free
 * list in any case. Errors: IO, NO_MEMORY, ARGUMENT. */
PATHFAN_API pathfan_status pathfan_folder_maps(const char *maps, pathfan_folder_list *list,
                                               pathfan_error *error);

/* Whether an index with these facts was made from the map at map_path: whether it has the same name
 * and bytes. Reads the map; false also if that fails. */
PATHFAN_API bool pathfan_is_index_of(const pathfan_index_facts *facts, const char *map_path);

/* Lists the indexes that a folder's catalogue names, and every .pathfan and .pathfan.tmp file in
 * the folder and below it. Opens each index, but doesn't read its contents. A folder below it that
 * can't be read is an item too, UNREADABLE. If the catalogue can't be read, list->catalogue_status
 * says so, and the list is as if there were none. Free list in any case. Errors: IO, NO_MEMORY,
 * ARGUMENT. */
PATHFAN_API pathfan_status pathfan_folder_look(const char *indexes, pathfan_folder_list *list,
                                               pathfan_error *error);

#ifdef __cplusplus
}
#endif

#endif

/* pathfan/folder.h - many maps at once: a folder of maps, a folder of their indexes.
 *
 *   pathfan_folder_options options;
 *   pathfan_folder_options_init(&options);
 *   status = pathfan_build_folder("maps", "indexes", &options, &list, &error);
 *   for (int32_t i = 0; i < list.count; i++) puts(list.items[i].sentence);
 *   pathfan_folder_free(&list);
 *
 * Each map below maps/ gets an index of its own, maps/north/hall.map becomes
 * indexes/north/hall.pathfan, and indexes/catalogue.json lists them all
 * (docs/catalogue.md). An application opens the files that it needs, one by one, with
 * pathfan/query.h. */
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

/* What an index says of itself, and what a catalogue repeats. */
typedef struct pathfan_index_facts {
  uint8_t seal[16]; /* digest of the whole file: another one, another generation */
  uint64_t file_bytes;
  int32_t format_major, format_minor;
  char builder[64], options[256];
  int32_t vertex_count, component_count, table_count;
  uint8_t map_digest[16]; /* XXH3-128 of the map's bytes */
  uint64_t map_bytes;
  char map_name[256];                             /* without folders */
  double origin_x, origin_y, width, height, unit; /* map units, as in pathfan_index_info */
  uint64_t reserved[4];
} pathfan_index_facts;

typedef enum pathfan_folder_state {
  /* By pathfan_build_folder. */
  PATHFAN_FOLDER_CURRENT = 0, /* was up to date, and is */
  PATHFAN_FOLDER_BUILDING,    /* in reports only: is being built */
  PATHFAN_FOLDER_BUILT,
  PATHFAN_FOLDER_FAILED, /* sentence says why; an old index stays as it was */
  PATHFAN_FOLDER_GONE,   /* the map is gone, the index is still there */
  PATHFAN_FOLDER_PRUNED, /* the map is gone, and now the index */
  /* By pathfan_folder_look. */
  PATHFAN_FOLDER_OK,         /* opens, and is what the catalogue says if there is one */
  PATHFAN_FOLDER_CHANGED,    /* opens, but is another than the catalogue says */
  PATHFAN_FOLDER_UNLISTED,   /* opens, but is not in the catalogue */
  PATHFAN_FOLDER_TEMPORARY,  /* of a builder that is at work, or was killed */
  PATHFAN_FOLDER_MISSING,    /* in the catalogue, not on disk */
  PATHFAN_FOLDER_UNREADABLE, /* can't be opened, or is a folder that can't: sentence says why */
  PATHFAN_FOLDER_VERSION,    /* an index of another format version */
  PATHFAN_FOLDER_DAMAGED     /* sentence says where; or no index at all */
} pathfan_folder_state;

/* "up to date", "built", ... Static storage. */
PATHFAN_API const char *pathfan_folder_state_text(pathfan_folder_state state);

typedef struct pathfan_folder_item {
  char *file; /* the index, relative to its folder */
  char *map;  /* the map, relative to its folder; NULL if neither index nor catalogue tell */
  pathfan_folder_state state;
  pathfan_status status; /* of the failure; else OK */
  char *sentence;        /* what is wrong; "" if nothing is */
  bool has_facts;        /* of the file; of the catalogue if the file is MISSING */
  pathfan_index_facts facts;
  double seconds; /* that the build took */
  uint64_t reserved[4];
} pathfan_folder_item;

/* Sorted by file. */
typedef struct pathfan_folder_list {
  int32_t count;
  pathfan_folder_item *items;
  int32_t left_alone;              /* .json and .mesh files that don't begin like a map */
  bool has_catalogue;              /* one that is good: it could be read, or has been written */
  pathfan_status catalogue_status; /* of the one that was found; OK also if there was none */
  pathfan_error catalogue_error;
  uint64_t reserved[4];
} pathfan_folder_list;

PATHFAN_API void pathfan_folder_free(pathfan_folder_list *list);

/* ---- Building ---- */

/* Called from one thread at a time: when a large map is begun (BUILDING), and once for
 * each map when its state is final, in the same order however many threads there are.
 * done: maps whose state is final, of total. The item is the library's. */
typedef void pathfan_folder_function(void *context, const pathfan_folder_item *item, int32_t done,
                                     int32_t total);

typedef struct pathfan_folder_options {
  pathfan_build_options build;     /* for every map. max_memory bounds one build, and then maps are
                                      built one at a time. wait: also for another build of the
                                      same folder. progress and estimate: of large maps only.
                                      is_cancelled: asked about all, between maps too */
  bool force;                      /* build also what is up to date */
  bool prune;                      /* delete indexes whose map is gone: those that the old catalogue
                                      lists, no others */
  pathfan_folder_function *report; /* may be NULL */
  void *report_context;
  int32_t shard,
      shards; /* build shard `shard`, from 1, of `shards` (PATHFAN_SHARDS_MAX at most), and
                 write its catalogue alone; 0 and 0 (default): all. prune is refused */
  uint64_t reserved[7];
} pathfan_folder_options;

PATHFAN_API void pathfan_folder_options_init(pathfan_folder_options *options);

/* Builds the index of every map in the folder `maps` and below: files named .map, .geojson,
 * .poly and .wkt, and .json and .mesh that begin like a map. Hidden ones are left alone.
 * Each folder is walked once, by whatever links it can be reached. `indexes` is made if
 * need be; it may be the same folder, or lie inside.
 *
 * An index is up to date, and left as it is, if it was made by the same builder in the same
 * format, of a map of the same name and bytes, with the same options, and all its digests
 * are right. A map that fails doesn't keep the others from being built. The catalogue is
 * written at the end, and during long builds every ten seconds or so; what is in it was
 * read from finished files. A build that is killed loses the map it was at, no more; the
 * next one removes what it left of that.
 *
 * Free list in any case; it may be NULL. OK if no map failed. Otherwise the highest status
 * of a map that failed, or, with an empty list and before anything is built or written:
 * IO (a folder can't be read or made), ARGUMENT (no map is there, two maps would get the
 * same index), BUSY (another process builds the same folder), NO_MEMORY, NOT_INDEX
 * (catalogue.json is of somebody else), VERSION (it is of a newer version; force replaces
 * it), CANCELLED. IO or NO_MEMORY with all items: the catalogue can't be written. CANCELLED
 * with all items: what wasn't built yet is FAILED with that status, nothing was pruned, and
 * the catalogue was written.
 *
 * Of a shard, the list has its maps alone, none where there are more shards than maps. Which maps
 * are whose follows from names and sizes of all maps, the same on every machine. Shards may be
 * built at once, and in any order; each writes catalogue.2-of-7.json or the like, for
 * pathfan_folder_merge. BUSY: also somebody builds the same shard. */
PATHFAN_API pathfan_status pathfan_build_folder(const char *maps, const char *indexes,
                                                const pathfan_folder_options *options,
                                                pathfan_folder_list *list, pathfan_error *error);

/* ---- Merging shards ---- */

typedef struct pathfan_merge_options {
  int32_t shards; /* how many there are; 0 (default): as many as the catalogues of shards say */
  bool quick;     /* of indexes, don't read all: sizes, structures and seals alone */
  bool prune;     /* delete indexes whose map is gone, and catalogues of shards of another number */
  bool wait;      /* while somebody builds in the folder; else BUSY */
  pathfan_folder_function *report;          /* of each index; may be NULL */
  pathfan_cancelled_function *is_cancelled; /* may be NULL; between indexes */
  void *context;                            /* of both */
  uint64_t reserved[8];
} pathfan_merge_options;

PATHFAN_API void pathfan_merge_options_init(pathfan_merge_options *options);

/* Makes catalogue.json of a folder of indexes from the catalogues of its shards, when all shards
 * are there, go together, and every index is sound and the one that its shard lists. It is then,
 * byte for byte, what one build of all maps would have written; merging twice does nothing.
 *
 * Items are indexes: OK, GONE, PRUNED, or MISSING, UNREADABLE, VERSION, DAMAGED, and CHANGED, which
 * is a failure here; catalogues of shards of which something is wrong, by the same states, CHANGED
 * if one doesn't go with the first; and maps that their shard couldn't build, FAILED. Only these
 * don't keep the catalogue from being written: has_catalogue says whether it was, or was the same
 * already. Else the old one stays.
 *
 * Free list in any case; it may be NULL. OK, or the highest status of an item, or, with an empty
 * list: IO (no folder, no shard), ARGUMENT (shards of several numbers and none was given), BUSY,
 * NO_MEMORY, CANCELLED, NOT_INDEX and VERSION (of catalogue.json, as in pathfan_build_folder). */
PATHFAN_API pathfan_status pathfan_folder_merge(const char *indexes,
                                                const pathfan_merge_options *options,
                                                pathfan_folder_list *list, pathfan_error *error);

/* ---- Looking ---- */

/* Lists the maps in a folder and below, as pathfan_build_folder finds them: map, and file,
 * the name that its index gets; all else is zero, but of names that a catalogue can't hold and of
 * what can't be looked into, folders most of all, which are FAILED. None is no error. Free list in
 * any case. Errors: IO, NO_MEMORY, ARGUMENT. */
PATHFAN_API pathfan_status pathfan_folder_maps(const char *maps, pathfan_folder_list *list,
                                               pathfan_error *error);

/* Whether an index with these facts was made of the map at map_path: the same name and
 * bytes. Reads it. False also if it can't be read. */
PATHFAN_API bool pathfan_is_index_of(const pathfan_index_facts *facts, const char *map_path);

/* Lists what the catalogue of a folder names, and every .pathfan and .pathfan.tmp file in
 * it and below. Contents of indexes are not read, only that they open. A folder below that
 * can't be read is an item too, UNREADABLE. A catalogue that can't be read is told in the
 * list, which is then as if there were none.
 * Free list in any case. Errors: IO, NO_MEMORY, ARGUMENT. */
PATHFAN_API pathfan_status pathfan_folder_look(const char *indexes, pathfan_folder_list *list,
                                               pathfan_error *error);

#ifdef __cplusplus
}
#endif

#endif

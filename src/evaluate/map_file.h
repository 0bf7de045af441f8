/* map_file.h - the results of one map: in memory, and as OUT/maps/KEY.csv.
 *
 * The file has a head of NAME,VALUE lines, an empty line, and a table with a line for each query.
 * docs/algorithms/evaluate.md describes the columns. */
#ifndef PF_EVALUATE_MAP_FILE_H
#define PF_EVALUATE_MAP_FILE_H

#include "evaluate/methods.h"
#include "evaluate/maps.h"
#include "evaluate/separations.h"
#include "pathfan/inspect.h"
#include "pathfan/query.h"

/* Numbers about a map; NAN: unknown. */
typedef struct pf_map_facts {
  double queries, flaws;   /* lines evaluated; malformed lines */
  double vertices, convex; /* of the mesh; n */
  double build_seconds;
  double table_runs[PATHFAN_TABLES_MAX], table_bytes[PATHFAN_TABLES_MAX];
  double region_bytes, labels, label_bytes, cone_bytes, mesh_bytes, file_bytes;
  /* Baselines: sizes, and nanoseconds per look-up of d(u,v). */
  double cpd_runs, cpd_bytes, cpd_ns;   /* first moves (paper, 4.1 and table 2) */
  double hub_labels, hub_bytes, hub_ns; /* merged hub labels (4.1.4) */
  double cvpd_runs, cvpd_bytes;         /* CVPD^1, coded as plainly */
  double dl_labels, dl_bytes, cvpd_ns;  /* DL likewise, and three look-ups */
  double index_ns;                      /* the index's own look-up, all tables */
  double pairs, disagreements;          /* pairs looked up; those whose lengths differ */
  pf_separation_sums separations[PF_SEPARATIONS];
} pf_map_facts;

/* Sets all to NAN. */
void pf_map_facts_clear(pf_map_facts *facts);

/* One method's result for one query. */
typedef struct pf_measurement {
  int32_t paths; /* found; -1: not run, or the method can't answer */
  float us;      /* best pass; NAN: not timed */
  /* Of the set of paths, if k were found; else NAN. length: mean of the k. */
  float stretch, similarity, optimality, length;
} pf_measurement;

typedef struct pf_query_row {
  int32_t line;     /* of the scenario file, from 1 */
  double length;    /* of the shortest path; -1: no path */
  int64_t expanded; /* by A*; -1: it can't answer */
  int32_t via;      /* via nodes of CVPD(All) with up to three tables; -1: unknown */
} pf_query_row;

typedef struct pf_map_result {
  pf_map_facts facts;
  int32_t query_count, method_count;
  pf_query_row *queries; /* [Size: query_count] */
  pf_measurement *at;    /* [Size: query_count * method_count], by query */
} pf_map_result;

/* Allocates room for so many queries, none of them run. Errors: NO_MEMORY. */
pathfan_status pf_map_result_init(pf_map_result *result, int32_t queries, int32_t methods);
void pf_map_result_free(pf_map_result *result);

/* The data that decide whether a file can be used again. */
typedef struct pf_map_identity {
  char settings[256];
  char digest[24]; /* of map and scenario */
} pf_map_identity;

/* Writes the file of a map. Errors: IO, NO_MEMORY. */
pathfan_status pf_map_file_write(const char *path, const pf_map_entry *map,
                                 const pf_map_identity *identity,
                                 const pf_compared_methods *methods, const pf_map_result *result,
                                 pathfan_error *error);

typedef enum pf_map_file_state {
  PF_MAP_FILE_ABSENT = 0, /* or unreadable, damaged, of another map: to be made */
  PF_MAP_FILE_READY,
  PF_MAP_FILE_OTHER_SETTINGS /* found->settings says which */
} pf_map_file_state;

/* Reads a file if it was made with wanted's settings and, unless wanted's digest is "", with that
 * digest. result may be NULL if only the state is wanted; else free it in any case. Errors:
 * NO_MEMORY. */
pathfan_status pf_map_file_read(const char *path, const pf_map_identity *wanted,
                                const pf_compared_methods *methods, pf_map_file_state *state,
                                pf_map_identity *found, pf_map_result *result);

#endif

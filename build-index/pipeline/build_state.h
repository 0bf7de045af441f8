/* build_state.h - the state of a build: the options, and the results of the stages so far. Of
 * several radii each goes through all stages, one after the other (pf_build_begin_radius).
 *
 * In: a map file and options (pathfan/build.h). Out: a published index, a report, or a status with
 * a message. pipeline.c runs the stages in order, those of skeleton.c among them; sections.c writes
 * their results. Each result is written by one stage alone; later stages only read it. */
#ifndef PF_BUILD_INDEX_PIPELINE_BUILD_STATE_H
#define PF_BUILD_INDEX_PIPELINE_BUILD_STATE_H

#include "build-index/maps/any_map.h"
#include "base/limits.h"
#include "job.h"
#include "build-index/sight/cone_lists.h"
#include "build-index/run/numbering.h"
#include "build-index/run/processes.h"
#include "build-index/sight/edges.h"
#include "format/writer.h"
#include "build-index/maps/index_source.h"
#include "build-index/listed/listed_hubs.h"
#include "build-index/labels/labels.h"
#include "build-index/tables/moves.h"
#include "build-index/vias/regions.h"
#include "build-index/run/results.h"
#include "build-index/run/spill.h"
#include "build-index/run/stage.h"
#include "build-index/tables/tables.h"
#include "build-index/vias/via_sets.h"
#include "build-index/terrain/ways.h"

/* The most vertices for ids of 2 bytes: all ones mean none, and a row can have as many runs as
 * there are vertices. */
#define PF_ID_MAX_NARROW 65534

typedef struct pf_build_state {
  const pf_build_job *job;
  const pathfan_build_options *options;
  pathfan_build_report *report;
  pathfan_error *error;
  double began;
  pf_stage stage;
  pf_memory_limit memory_limit; /* for a terrain */
  pf_limits limits;             /* of all stages: asks the stage, takes from the memory limit */

  pf_index_source inside; /* the map inside an index, if the build was given one */
  pathfan_build_options inside_options;
  char *source;
  size_t source_bytes;
  const char *source_name;
  pf_radii radii;          /* of the agents; known with the map; none: one index without */
  int32_t radius;          /* number of the one that is built for */
  pathfan_map_options map; /* how the map is read for it */
  pf_ground ground;
  pf_graph graph;
  pf_cones cones; /* until the cone lists are made */
  pf_cone_lists cone_lists;
  int32_t *build_of;            /* [Size: n] build number of a mesh vertex */
  pf_lattice_point *at;         /* [Size: n] by build number */
  pf_wedge *wedge;              /* [Size: n] by build number */
  int32_t *rank_of, *column_of; /* [Size: n] by build number */
  pf_tree *trees;               /* one per thread */
  int32_t tree_count;
  pf_moves moves;
  pf_tables tables;
  const pf_processes *processes; /* NULL: this process builds alone */
  pf_results results;
  pf_label_lists lists;
  pf_regions regions;
  pf_via_sets via_sets;
  pf_listed_hubs listed;
  bool spares_listed; /* they would take more memory than the limit */
  pf_edge_list edges;
  pf_ways_data ways;
  pf_spill spill;      /* where large arrays go if memory is short */
  char described[256]; /* the options as text */
  pf_writer *writer;   /* opened first: it keeps other builders away */
} pf_build_state;

/* Frees what the file holds, once it is written: the file, mapped as a whole to be verified, needs
 * the memory. */
void pf_build_drop_content(pf_build_state *b);

/* Frees all that the stages have made for a radius, and begins with another. */
void pf_build_begin_radius(pf_build_state *b, int32_t radius);

/* Frees all that the stages have made. is_done: the work file is no longer needed. */
void pf_build_end(pf_build_state *b, bool is_done);

/* Whether no radius is left to be built for. */
static inline bool pf_build_is_last(const pf_build_state *b) {
  return b->radius + 1 >= b->radii.count;
}

static inline bool pf_build_is_terrain(const pf_build_state *b) {
  return b->ground.terrain != NULL;
}

/* Whether the index gets regions. A terrain's doesn't: of the shortest paths round its obstacles it
 * holds the skeleton only. */
static inline bool pf_build_has_regions(const pf_build_state *b) {
  return b->options->regions && !pf_build_is_terrain(b);
}

/* Whether there are so many regions that larger areas have via sets, too. */
static inline bool pf_build_has_many_regions(const pf_build_state *b) {
  return pf_regions_are_many(b->graph.vertex_count, b->options->paired_regions);
}

/* Whether the map, and the index, lie in memory. */
static inline bool pf_build_is_in_memory(const pf_build_state *b) {
  return b->job->map != NULL;
}

/* Whether this process writes the index. */
static inline bool pf_build_is_writer(const pf_build_state *b) {
  return !b->processes || b->processes->member == 0;
}

static inline int pf_build_id_bytes(const pf_build_state *b) {
  if (b->options->id_bytes) return b->options->id_bytes;
  return b->graph.vertex_count <= PF_ID_MAX_NARROW ? 2 : 4;
}

/* Whether the index may get lists of hubs. */
static inline bool pf_build_has_listed(const pf_build_state *b) {
  return pf_build_has_regions(b) && !pf_build_has_many_regions(b) && b->options->listed_share > 0 &&
         !b->spares_listed && b->graph.vertex_count > 0 &&
         !b->ground.mesh.view.is_layered; /* they are by places, which aren't points there */
}

static inline pf_numbering pf_build_numbering(const pf_build_state *b) {
  return (pf_numbering){b->build_of, b->rank_of, b->column_of, pf_build_id_bytes(b)};
}

/* The most bytes that cone lists may take. */
static inline uint64_t pf_build_cone_cap(const pf_build_state *b) {
  const uint64_t n = (uint64_t)b->graph.vertex_count;
  if (pf_build_is_terrain(b)) return 0;
  if (b->options->cone_cap != PATHFAN_CONE_CAP_DEFAULT) return b->options->cone_cap;
  const uint64_t by_pairs = n * n / 2 * 8;
  return by_pairs > (UINT64_C(16) << 20) ? by_pairs : UINT64_C(16) << 20;
}

static inline bool pf_build_has_edges(const pf_build_state *b) {
  return b->options->edges && !pf_build_is_terrain(b);
}

#endif

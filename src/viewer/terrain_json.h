/* terrain_json.h - roads, rivers, bridges and areas of a terrain, and fields of the costs of ways
 * over it, as JSON, for the viewer's server, and for its page where it has no server.
 *
 * Failures to write are left to the stream. */
#ifndef PF_VIEWER_TERRAIN_JSON_H
#define PF_VIEWER_TERRAIN_JSON_H

#include "pathfan/terrain.h"
#include "request/source.h"
#include "request/write.h"

/* Returns all lines of a terrain, sorted by feature, those apart after the others; the caller frees
 * them. The source owns the names. NULL: out of memory. */
pathfan_terrain_line *pf_terrain_lines(const pf_source *source, int32_t *count);

/* Writes these lines, the rate of the ground, and the cells of areas with a rate of their own. */
void pf_write_terrain(FILE *out, const pf_source *source, uint32_t generation,
                      double background_rate, const pathfan_terrain_line *lines, int32_t count);

/* A field over a whole map: column i, row j is the centre of its cell. */
typedef struct pf_field_answer {
  uint32_t generation;
  pathfan_point goal;
  bool goal_is_free;
  int32_t columns, rows;
  double spent;                /* microseconds */
  pathfan_field_value *values; /* [Size: columns * rows], row after row; owned */
} pf_field_answer;

/* Computes the field of the given generation, goal, columns and rows; the caller frees the values
 * in any case. Errors: NO_MEMORY, those of pathfan_query_field. */
pathfan_status pf_ask_field(pathfan_query *query, const pf_source_facts *facts,
                            pf_field_answer *field);

void pf_write_field(FILE *out, const pf_field_answer *field);

#endif

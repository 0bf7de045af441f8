/* terrain_json.h - what runs over a terrain, and fields of what ways over it cost, as JSON: what
 * the viewer's server answers, and what its page answers by itself where it has no server.
 *
 * What can't be written is the stream's to tell. */
#ifndef PATHFAN_VIEWER_TERRAIN_JSON_H
#define PATHFAN_VIEWER_TERRAIN_JSON_H

#include "pathfan/terrain.h"
#include "request/source.h"
#include "request/write.h"

/* All lines of a terrain, sorted by feature, those apart after the others; the caller frees them.
 * Names are the source's. NULL: memory is out. */
pathfan_terrain_line *pathfan_terrain_lines(const pathfan_source *source, int32_t *count);

/* These, with what the ground costs. */
void pathfan_write_terrain(FILE *out, uint32_t generation, double background_rate,
                           const pathfan_terrain_line *lines, int32_t count);

/* A field over the whole of a map: column i, row j lies in the middle of its cell. */
typedef struct pathfan_field_answer {
  uint32_t generation;
  pathfan_point goal;
  bool goal_is_free;
  int32_t columns, rows;
  double spent;                /* microseconds */
  pathfan_field_value *values; /* [Size: columns * rows], row after row; owned */
} pathfan_field_answer;

/* Asks for that of generation, goal, columns and rows, of which the caller frees the values
 * whatever comes back. Errors: NO_MEMORY, those of pathfan_query_field. */
pathfan_status pathfan_ask_field(pathfan_query *query, const pathfan_source_facts *facts,
                                 pathfan_field_answer *field);

void pathfan_write_field(FILE *out, const pathfan_field_answer *field);

#endif

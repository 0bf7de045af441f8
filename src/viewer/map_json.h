/* map_json.h - a map's shape, and facts about points of it, as JSON, for the viewer's server, and
 * for its page where it has no server.
 *
 * Everything must be of one generation: a caller whose index may be reloaded checks that, and
 * begins anew if it was. Failures to write are left to the stream. */
#ifndef PF_VIEWER_MAP_JSON_H
#define PF_VIEWER_MAP_JSON_H

#include "request/source.h"
#include "request/write.h"

/* Calls function for every cell that isn't too large to show. */
void pf_each_cell(const pf_source *source, const pf_source_facts *facts, void *context,
                  void function(void *context, const pathfan_point *corners, int32_t count));

/* Writes the cells, x and y of each corner; and the doors, floors and links that it has. Errors:
 * NO_MEMORY, DAMAGED. */
pathfan_status pf_write_geometry(FILE *out, const pf_source *source, const pf_source_facts *facts);

/* Writes the convex vertices: x and y of each, and ranks. */
void pf_write_vertices(FILE *out, const pathfan_index *index, const pathfan_index_info *info);

/* What a point sees. */
typedef struct pf_seen {
  const pathfan_index *index;
  pathfan_sight sight;
  int32_t *vertices; /* [Size: count] */
  int32_t count;
} pf_seen;

/* Writes what a point sees. */
void pf_write_sight(FILE *out, const pf_seen *seen);

/* Writes what vertex number `vertex` sees. */
void pf_write_vertex(FILE *out, int32_t vertex, const pathfan_vertex_info *info,
                     const pf_seen *seen);

/* Writes whether a point is free, for a map without known vertices. */
void pf_write_freedom(FILE *out, pathfan_point point, bool is_free);

#endif

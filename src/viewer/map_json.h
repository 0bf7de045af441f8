/* map_json.h - a map's shape, and what is known of points of it, as JSON: what the viewer's server
 * answers, and what its page answers by itself where it has no server.
 *
 * Everything is of one generation: whoever's index may be reloaded meanwhile begins anew if it
 * was. What can't be written is the stream's to tell. */
#ifndef PATHFAN_VIEWER_MAP_JSON_H
#define PATHFAN_VIEWER_MAP_JSON_H

#include "request/source.h"
#include "request/write.h"

/* Calls function for every cell that isn't too large to be shown. */
void pathfan_each_cell(const pathfan_source *source, const pathfan_source_facts *facts,
                       void *context,
                       void function(void *context, const pathfan_point *corners, int32_t count));

/* The cells: x and y of each corner. */
void pathfan_write_geometry(FILE *out, const pathfan_source *source,
                            const pathfan_source_facts *facts);

/* The convex vertices: x and y of each, and ranks. */
void pathfan_write_vertices(FILE *out, const pathfan_index *index, const pathfan_index_info *info);

/* What a point sees. seen: vertices [Size: count]. */
void pathfan_write_sight(FILE *out, const pathfan_index *index, const pathfan_sight *sight,
                         const int32_t *seen, int32_t count);

/* What vertex number `vertex` sees. */
void pathfan_write_vertex(FILE *out, const pathfan_index *index, int32_t vertex,
                          const pathfan_vertex_info *info, const pathfan_sight *sight,
                          const int32_t *seen, int32_t count);

/* Of a point of a map whose vertices aren't known: whether it is free. */
void pathfan_write_freedom(FILE *out, pathfan_point point, bool is_free);

#endif

/* validate.h - structural checks of an index: that what it holds means something. */
#ifndef PATHFAN_QUERY_VALIDATE_H
#define PATHFAN_QUERY_VALIDATE_H

#include "index_view.h"
#include "pathfan/status.h"

/* Errors of all: DAMAGED. */
pathfan_status pathfan_validate_base(const pathfan_index_view *view, pathfan_error *error);
pathfan_status pathfan_validate_mesh(const pathfan_index_view *view, const int32_t *content,
                                     uint64_t count, pathfan_error *error);
/* Whether the cells of a mesh whose ids are in range are convex and agree with their
 * neighbours: then whoever walks over it gets on. Errors: DAMAGED, NO_MEMORY. */
pathfan_status pathfan_validate_cells(const pathfan_index_view *view, const pathfan_mesh *mesh,
                                      pathfan_error *error);
/* Whether each label leads one step nearer to its hub, so that walks along them end; the pieces
 * that hold them are good (pieces.h). */
pathfan_status pathfan_validate_walks(const pathfan_index_view *view, pathfan_error *error);
pathfan_status pathfan_validate_table(const pathfan_index_view *view, int32_t table,
                                      pathfan_error *error);

#endif

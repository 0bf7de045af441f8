/* validate.h - structural checks of an index: whether its content makes sense. */
#ifndef PATHFAN_QUERY_VALIDATE_H
#define PATHFAN_QUERY_VALIDATE_H

#include "index_view.h"
#include "pathfan/status.h"

/* Errors of all: DAMAGED. */
pathfan_status pathfan_validate_base(const pathfan_index_view *view, pathfan_error *error);
pathfan_status pathfan_validate_mesh(const pathfan_index_view *view, const int32_t *content,
                                     uint64_t count, pathfan_error *error);
/* Checks that the cells of a mesh, whose ids must be in range, are convex and agree with their
 * neighbours, so that a walk over it can always go on. */
pathfan_status pathfan_validate_cells(const pathfan_index_view *view, const pathfan_mesh *mesh,
                                      pathfan_error *error);
/* Checks that each label leads one step nearer to its hub, so that walks along labels end. The
 * pieces that hold labels must be good (pieces.h). */
pathfan_status pathfan_validate_walks(const pathfan_index_view *view, pathfan_error *error);
pathfan_status pathfan_validate_table(const pathfan_index_view *view, int32_t table,
                                      pathfan_error *error);

#endif

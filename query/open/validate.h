/* validate.h - structural checks of an index: whether its content makes sense. */
#ifndef PF_QUERY_OPEN_VALIDATE_H
#define PF_QUERY_OPEN_VALIDATE_H

#include "index_view.h"
#include "pathfan/status.h"

/* Errors of all: DAMAGED. */
pathfan_status pf_validate_base(const pf_index_view *view, pathfan_error *error);
pathfan_status pf_validate_mesh(const pf_index_view *view, const int32_t *content, uint64_t count,
                                pathfan_error *error);
/* Checks that the cells of a mesh, whose ids must be in range, are convex and agree with their
 * neighbours, so that a walk over it can always go on. */
pathfan_status pf_validate_cells(const pf_index_view *view, const pf_mesh *mesh,
                                 pathfan_error *error);
/* Checks that each label leads one step nearer to its hub, so that walks along labels end. The
 * pieces that hold labels must be good (pieces.h). */
pathfan_status pf_validate_walks(const pf_index_view *view, pathfan_error *error);
pathfan_status pf_validate_links(const pf_index_view *view, pathfan_error *error);
pathfan_status pf_validate_table(const pf_index_view *view, int32_t table, pathfan_error *error);

#endif

/* stored_edges.h - the visibility graph's edges, which an index may hold. Private to the query
 * library. */
#ifndef PF_QUERY_OPEN_STORED_EDGES_H
#define PF_QUERY_OPEN_STORED_EDGES_H

#include "graph/edge_list.h"
#include "index_view.h"
#include "pathfan/status.h"

/* Checks the section, which must be present. The base must be good. Errors: DAMAGED. */
pathfan_status pf_stored_edges_check(const pf_index_view *view, pathfan_error *error);

/* Reads the section, which must be good; the caller frees list. Errors: NO_MEMORY. */
pathfan_status pf_stored_edges_read(const pf_index_view *view, pf_edge_list *list);

#endif

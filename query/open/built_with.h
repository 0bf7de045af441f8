/* built_with.h - which parts of the query library a build has: all, unless it is compiled with
 * -DPATHFAN_WITH_X=0, as pathfan-lite is, which has the index's own methods only (its files:
 * lite.sources). A request for a missing part is refused, and the error says so. */
#ifndef PF_QUERY_OPEN_BUILT_WITH_H
#define PF_QUERY_OPEN_BUILT_WITH_H

#ifndef PATHFAN_WITH_THOROUGH
#define PATHFAN_WITH_THOROUGH 1 /* PATHFAN_EFFORT_THOROUGH */
#endif

#ifndef PATHFAN_WITH_AREAS
#define PATHFAN_WITH_AREAS 1 /* areas to avoid, and obstacles */
#endif

/* Searches of the mesh and of the visibility graph: the algorithms other than index, measures from
 * points that aren't vertices. */
#ifndef PATHFAN_WITH_SEARCH
#define PATHFAN_WITH_SEARCH 1
#endif

#ifndef PATHFAN_WITH_TRACE
#define PATHFAN_WITH_TRACE PATHFAN_WITH_SEARCH /* pathfan_request.trace */
#endif

#endif

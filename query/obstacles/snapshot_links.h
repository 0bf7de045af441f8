/* snapshot_links.h - the links of a snapshot that is being made (snapshot.h). */
#ifndef PF_QUERY_OBSTACLES_SNAPSHOT_LINKS_H
#define PF_QUERY_OBSTACLES_SNAPSHOT_LINKS_H

#include "snapshot.h"

/* Adds the link of a change. number: of the change, for messages. *id: that it gets, 0: a new one.
 * Errors: ARGUMENT, LIMIT, NO_MEMORY. */
pathfan_status pf_snapshot_add_link(pathfan_obstacles *o, const pathfan_change *change,
                                    size_t number, int64_t *id, pathfan_error *error);

/* Removes, closes or opens the links of a name, or of an id, of which there must be one; *id
 * becomes the first one's. Errors: ARGUMENT, NO_MEMORY. */
pathfan_status pf_snapshot_change_links(pathfan_obstacles *o, const pathfan_change *change,
                                        size_t number, int64_t *id, pathfan_error *error);

/* Adds the links of the map, each as one of its name was in `before` (NULL: open), and those that
 * were added to that. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_snapshot_take_links(pathfan_obstacles *o, const pathfan_obstacles *before,
                                      pathfan_error *error);

#endif

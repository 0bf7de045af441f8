/* stored.h - checks that the records of terrains and ways are those of the index file
 * (format/layout.h), so that an index is searched where it is mapped. */
#ifndef PATHFAN_TERRAIN_STORED_H
#define PATHFAN_TERRAIN_STORED_H

#include "format/layout.h"
#include "terrain/terrain.h"
#include "terrain/ways.h"

#define PATHFAN_STORED(record, bytes, last)                                                        \
  static_assert(sizeof(record) == (bytes) &&                                                       \
                    offsetof(record, last) + sizeof(((record *)0)->last) == (bytes),               \
                "a record of the file: " #record)

PATHFAN_STORED(pathfan_node, PATHFAN_TERRAIN_NODE_BYTES, span);
PATHFAN_STORED(pathfan_node_corner, PATHFAN_TERRAIN_FAN_BYTES, angle);
PATHFAN_STORED(pathfan_arc_end, PATHFAN_TERRAIN_ARC_END_BYTES, angle);
PATHFAN_STORED(pathfan_link, PATHFAN_TERRAIN_LINK_BYTES, bridge);
PATHFAN_STORED(pathfan_arc, PATHFAN_TERRAIN_ARC_BYTES, sine);
PATHFAN_STORED(pathfan_feature, PATHFAN_TERRAIN_FEATURE_BYTES, corner);
PATHFAN_STORED(pathfan_crossed, PATHFAN_WAYS_CROSSED_BYTES, before);
PATHFAN_STORED(pathfan_way_leg, PATHFAN_WAYS_LEG_BYTES, cost);
PATHFAN_STORED(pathfan_way_exit, PATHFAN_WAYS_EXIT_BYTES, leg);
PATHFAN_STORED(pathfan_way_edge, PATHFAN_WAYS_EDGE_BYTES, cost);
PATHFAN_STORED(pathfan_way_label, PATHFAN_WAYS_LABEL_BYTES, cost);

#endif

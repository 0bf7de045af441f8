/* stored.h - checks that the records of terrains and ways are those of the index file
 * (format/layout.h), so that an index is searched where it is mapped. */
#ifndef PF_TERRAIN_STORED_H
#define PF_TERRAIN_STORED_H

#include "format/layout.h"
#include "terrain/terrain.h"
#include "terrain/ways.h"

#define PF_STORED(record, bytes, last)                                                             \
  static_assert(sizeof(record) == (bytes) &&                                                       \
                    offsetof(record, last) + sizeof(((record *)0)->last) == (bytes),               \
                "a record of the file: " #record)

PF_STORED(pf_node, PF_TERRAIN_NODE_BYTES, span);
PF_STORED(pf_node_corner, PF_TERRAIN_FAN_BYTES, angle);
PF_STORED(pf_arc_end, PF_TERRAIN_ARC_END_BYTES, angle);
PF_STORED(pf_link, PF_TERRAIN_LINK_BYTES, bridge);
PF_STORED(pf_arc, PF_TERRAIN_ARC_BYTES, sine);
PF_STORED(pf_lane, PF_TERRAIN_LANE_BYTES, reserved);
PF_STORED(pf_feature, PF_TERRAIN_FEATURE_BYTES, corner);
PF_STORED(pf_crossed, PF_WAYS_CROSSED_BYTES, before);
PF_STORED(pf_way_leg, PF_WAYS_LEG_BYTES, cost);
PF_STORED(pf_way_exit, PF_WAYS_EXIT_BYTES, leg);
PF_STORED(pf_way_edge, PF_WAYS_EDGE_BYTES, cost);
PF_STORED(pf_way_label, PF_WAYS_LABEL_BYTES, cost);

#endif

/* occupancy.h - maps of robots: a .yaml that gives an image's place in the world and the meaning of
 * its grey values, as map_server and nav2 of ROS write and read them, and the image beside it.
 *
 * The text of such a map holds both: the YAML, a line "...", which ends a YAML document, and the
 * bytes of the image (map/read.h joins them). */
#ifndef PF_MAP_OCCUPANCY_H
#define PF_MAP_OCCUPANCY_H

#include <stddef.h>

#include "base/ignored.h"
#include "base/limits.h"
#include "base/text.h"
#include "geometry/grid.h"

/* Cell (x,y) is the square of this side whose corner of least coordinates is (origin_x + x * side,
 * origin_y + y * side); y points up. */
typedef struct pf_placement {
  double origin_x, origin_y, side; /* metres */
} pf_placement;

/* The world coordinate of a cell corner: origin + cells * side, a decimal if origin and side
 * are. */
double pf_placement_at(double origin, double side, double cells);

/* Cells less occupied than free_thresh are free. Those between it and occupied_thresh are unknown
 * and count as blocked, as do occupied ones and those that aren't opaque. In mode raw a value of
 * 255 is a percentage. In modes raw and scale those between the thresholds are counted in ignored.
 * In mode trinary, an image that map_saver wrote, of the greys 0, 205 and 254 of 255 and
 * perhaps edited (white, and fewer pixels of other greys than of 205), has unknown pixels
 * where it is 205, whatever free_thresh says: those that it would free are counted in ignored,
 * which may be NULL, as are names that such a YAML doesn't have. A rotated origin is refused. *grid
 * is newly allocated, its rows from the bottom up. Its bytes are taken from the limits, and stay
 * taken. Errors: NO_MEMORY, LIMIT (of memory), MALFORMED (with path, and line of the YAML); *grid
 * is all zero then. */
pathfan_status pf_occupancy_parse(const char *text, size_t bytes, const char *path,
                                  const pf_limits *limits, pf_grid *grid, pf_placement *placement,
                                  pf_ignored *ignored, pathfan_error *error);

/* Finds the name of the image in the YAML, a part of the text; yaml_bytes: up to the line "...", or
 * everything if there is none; has_image: whether the image follows there. Errors: MALFORMED. */
pathfan_status pf_occupancy_image(const char *text, size_t bytes, const char *path, pf_span *image,
                                  size_t *yaml_bytes, bool *has_image, pathfan_error *error);

#endif

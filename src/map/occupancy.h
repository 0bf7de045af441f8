/* occupancy.h - maps of robots: a .yaml that says where an image lies in the world and what its
 * grey means, as map_server and nav2 of ROS write and read them, and the image beside it.
 *
 * The text of such a map holds both: the YAML, a line "...", which ends a YAML document, and the
 * bytes of the image (map/read.h puts them together). */
#ifndef PATHFAN_MAP_OCCUPANCY_H
#define PATHFAN_MAP_OCCUPANCY_H

#include <stddef.h>

#include "base/text.h"
#include "geometry/grid.h"

/* Cell (x,y) is the square of this side whose corner of least coordinates is
 * (origin_x + x * side, origin_y + y * side); y points up. */
typedef struct pathfan_placement {
  double origin_x, origin_y, side; /* metres */
} pathfan_placement;

/* What a cell, seen from the world, has for a coordinate: origin + cells * side, a decimal where
 * origin and side are. */
double pathfan_placement_at(double origin, double side, double cells);

/* Free is what is less occupied than free_thresh; what lies between that and occupied_thresh is
 * unknown, and blocked like what is occupied, and what isn't opaque. In mode raw a value is a
 * percentage. An origin that is turned is refused. *grid is new, its rows from below. Errors:
 * NO_MEMORY, MALFORMED (with path, and line of the YAML); *grid is all zero then. */
pathfan_status pathfan_occupancy_parse(const char *text, size_t bytes, const char *path,
                                       pathfan_grid *grid, pathfan_placement *placement,
                                       pathfan_error *error);

/* The image that the YAML names, a piece of text; yaml_bytes: up to the line "...", all if there is
 * none; has_image: the image follows there. Errors: MALFORMED. */
pathfan_status pathfan_occupancy_image(const char *text, size_t bytes, const char *path,
                                       pathfan_span *image, size_t *yaml_bytes, bool *has_image,
                                       pathfan_error *error);

#endif

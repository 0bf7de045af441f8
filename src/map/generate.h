/* generate.h - made-up maps for tests, demonstrations and measurements.
 *
 *   status = pathfan_generate_rooms(512, 512, 7, -1, 0, &grid, &error);
 *
 * The same arguments give the same grid on every machine. width and height are
 * 1..PATHFAN_GRID_MAX; density < 0 and scale 0 stand for the defaults below.
 * The grid is newly allocated; free it with pathfan_grid_free. Errors: ARGUMENT,
 * NO_MEMORY; *grid is all zero then. So are features, of pathfan_features_free, and areas, of
 * pathfan_polygons_free. */
#ifndef PATHFAN_MAP_GENERATE_H
#define PATHFAN_MAP_GENERATE_H

#include "geometry/grid.h"
#include "map/features.h"

/* Rectangular rooms of about scale x scale cells (default 16, at least 3)
 * between walls of one cell, some with a pillar. All are connected; a share
 * `density` (default 0.3) of the doors that this doesn't need is open too. */
pathfan_status pathfan_generate_rooms(int32_t width, int32_t height, uint64_t seed, double density,
                                      int32_t scale, pathfan_grid *grid, pathfan_error *error);

/* Caves: cells blocked with chance `density` (default 0.45), then smoothed
 * `scale` times (default 4, at most 100). Pockets may be cut off. */
pathfan_status pathfan_generate_caves(int32_t width, int32_t height, uint64_t seed, double density,
                                      int32_t scale, pathfan_grid *grid, pathfan_error *error);

/* A maze with corridors `scale` cells wide (default 3) between walls of one
 * cell. One route between any two places, but for a share `density` (default
 * 0.05) of the other walls that is open too. */
pathfan_status pathfan_generate_maze(int32_t width, int32_t height, uint64_t seed, double density,
                                     int32_t scale, pathfan_grid *grid, pathfan_error *error);

/* Blocks of scale x scale cells (default 1) anywhere, overlapping, until a
 * share `density` (default 0.2) of all cells is blocked. */
pathfan_status pathfan_generate_random(int32_t width, int32_t height, uint64_t seed, double density,
                                       int32_t scale, pathfan_grid *grid, pathfan_error *error);

/* A terrain of width x height map units: rivers with their tributaries, lakes as obstacles,
 * roads of three rates that join villages about `scale` apart (default: the 3/4th power of the
 * side, 9 of 20 x 20, 1,000 of 10,000 x 10,000), bridges, fords, tracks. A share `density`
 * (default 0.4) of the roads between neighbours that the villages don't need to be joined is
 * there too. Coordinates have two decimals. ARGUMENT also: more than 2^20 / 64 squares of side
 * `scale`. */
pathfan_status pathfan_generate_terrain(int32_t width, int32_t height, uint64_t seed,
                                        double density, int32_t scale, pathfan_features *features,
                                        pathfan_error *error);

/* A city of width x height metres: a river with bridges, avenues, streets about `scale` apart
 * (default 60, 20 to 300), and between them closed blocks with courtyards that passages lead to,
 * houses with gardens, parks and squares. A share `density` (default 0.85) of the blocks is built
 * on. All that is free is connected. About 1 convex corner to 220 square metres; time and memory
 * grow with the area. Coordinates have two decimals. */
pathfan_status pathfan_generate_city(int32_t width, int32_t height, uint64_t seed, double density,
                                     int32_t scale, pathfan_polygons *areas, pathfan_error *error);

#endif

/* generate.h - made-up maps for tests, demonstrations and measurements.
 *
 *   status = pf_generate_rooms(&(pf_recipe){512, 512, .seed = 7, .density = -1}, &grid, &error);
 *
 * The same recipe gives the same map on every machine. The grid is newly allocated; free it with
 * pf_grid_free, features with pf_features_free, areas with pf_polygons_free. Errors:
 * ARGUMENT, NO_MEMORY; the result is all zero then. */
#ifndef PF_MAP_GENERATE_H
#define PF_MAP_GENERATE_H

#include "geometry/grid.h"
#include "map/features.h"
#include "map/recipe.h"

/* Makes rectangular rooms of about scale x scale cells (default 16, at least 3) between walls of
 * one cell, some with a pillar. All rooms are connected; a share `density` (default 0.3) of the
 * doors not needed for that is open too. */
pathfan_status pf_generate_rooms(const pf_recipe *recipe, pf_grid *grid, pathfan_error *error);

/* Makes caves: cells blocked with chance `density` (default 0.45), then smoothed `scale` times
 * (default 4, at most 100). Pockets may be cut off. */
pathfan_status pf_generate_caves(const pf_recipe *recipe, pf_grid *grid, pathfan_error *error);

/* Makes a maze with corridors `scale` cells wide (default 3) between walls of one cell. There is
 * one route between any two places, and more where a share `density` (default 0.05) of the
 * remaining walls is opened too. */
pathfan_status pf_generate_maze(const pf_recipe *recipe, pf_grid *grid, pathfan_error *error);

/* Blocks squares of scale x scale cells (default 1) anywhere, overlapping, until a share `density`
 * (default 0.2) of all cells is blocked. */
pathfan_status pf_generate_random(const pf_recipe *recipe, pf_grid *grid, pathfan_error *error);

/* Makes a terrain of width x height map units: rivers with their tributaries, lakes as obstacles,
 * roads of three rates that join villages about `scale` apart (default: the 3/4th power of the
 * side, 9 for 20 x 20, 1,000 for 10,000 x 10,000), bridges, fords, tracks. A share `density`
 * (default 0.4) of the roads between neighbouring villages that aren't needed to join all is there
 * too. Coordinates have two decimals. ARGUMENT also: more than 2^20 / 64 squares of side
 * `scale`. */
pathfan_status pf_generate_terrain(const pf_recipe *recipe, pf_features *features,
                                   pathfan_error *error);

/* Makes a building: rooms on each of `floors` floors, 1 to PF_LEVELS_MAX, as pf_generate_rooms
 * makes them; stairs between neighbouring floors, and a lift. All floors are connected. */
pathfan_status pf_generate_building(const pf_recipe *recipe, int32_t floors, pf_features *features,
                                    pathfan_error *error);

/* Makes a city of width x height metres: a river with bridges, avenues, streets about `scale` apart
 * (default 60, 20 to 300), and between them closed blocks with courtyards reached by passages,
 * houses with gardens, parks and squares. A share `density` (default 0.85) of the blocks is built
 * on. All free space is connected. About 1 convex corner to 220 square metres; time and memory grow
 * with the area. Coordinates have two decimals. */
pathfan_status pf_generate_city(const pf_recipe *recipe, pf_polygons *areas, pathfan_error *error);

#endif

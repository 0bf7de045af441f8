/* generate_rooms.c - a map of rooms, doors and pillars.
 *
 * A wall cuts the map in two, both halves are cut likewise, and so on down to rooms: a tree whose
 * inner nodes are walls and whose leaves are rooms. Walking along each wall and looking up the
 * rooms on both sides in the tree gives every place for a door. Doors that join two separate parts
 * of the map always open (Kruskal's algorithm over shuffled doors), the others by chance. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/status.h"
#include "map/generate.h"
#include "map/generate_begin.h"

typedef struct room_node {
  int32_t x, y, width, height;
  int32_t child[2]; /* before and behind the wall; -1: a room */
  int32_t wall;     /* its x or y */
  bool upright;     /* the wall runs in direction y */
} room_node;

typedef struct room_door {
  int32_t room[2];
  int32_t x, y, width, height;
} room_door;

typedef struct room_plan {
  room_node *nodes;
  room_door *doors;
  int32_t *leader; /* [Size: node_count] union-find over rooms */
  int64_t node_count, node_room, door_count, door_room;
} room_plan;

static bool add_node(room_plan *plan, int32_t x, int32_t y, int32_t width, int32_t height) {
  const bool fits = !pf_grow(&plan->nodes, &plan->node_room, plan->node_count + 1);
  if (fits)
    plan->nodes[plan->node_count++] =
        (room_node){.x = x, .y = y, .width = width, .height = height, .child = {-1, -1}};
  return fits;
}

/* Splits node after node; new ones are appended, so one pass suffices. */
static bool split_into_rooms(room_plan *plan, int32_t width, int32_t height, int32_t scale,
                             pf_random *random) {
  if (!add_node(plan, 0, 0, width, height)) return false;
  for (int64_t i = 0; i < plan->node_count; i++) {
    room_node node = plan->nodes[i];
    bool upright =
        node.width > node.height || (node.width == node.height && pf_random_below(random, 2) == 0);
    int32_t length = upright ? node.width : node.height;
    if (2 * (int64_t)length <= 3 * (int64_t)scale) continue;

    /* Somewhere in the middle half, but leaving at least half a room. */
    int32_t least = length / 4 > (scale + 1) / 2 ? length / 4 : (scale + 1) / 2;
    if (2 * least + 1 > length) continue;
    int32_t before = pf_random_between(random, least, length - 1 - least);
    int32_t behind = length - 1 - before;
    plan->nodes[i].upright = upright;
    plan->nodes[i].wall = (upright ? node.x : node.y) + before;
    plan->nodes[i].child[0] = (int32_t)plan->node_count;
    plan->nodes[i].child[1] = (int32_t)plan->node_count + 1;
    bool added = upright ? add_node(plan, node.x, node.y, before, node.height) &&
                               add_node(plan, node.x + before + 1, node.y, behind, node.height)
                         : add_node(plan, node.x, node.y, node.width, before) &&
                               add_node(plan, node.x, node.y + before + 1, node.width, behind);
    if (!added) return false;
  }
  return true;
}

/* Returns the room below node `at` that holds cell (x,y), or -1 if it is a wall. */
static int32_t room_at(const room_plan *plan, int32_t at, int32_t x, int32_t y) {
  while (plan->nodes[at].child[0] >= 0) {
    const room_node *node = &plan->nodes[at];
    int32_t place = node->upright ? x : y;
    if (place == node->wall) return -1;
    at = node->child[place > node->wall];
  }
  return at;
}

/* Places at most one door between any two rooms beside wall `at`. */
static bool place_doors(room_plan *plan, int32_t at, int32_t scale, pf_random *random) {
  room_node wall = plan->nodes[at];
  int32_t place = wall.upright ? wall.y : wall.x;
  int32_t end = place + (wall.upright ? wall.height : wall.width);
  while (place < end) {
    int32_t before = wall.upright ? room_at(plan, wall.child[0], wall.wall - 1, place)
                                  : room_at(plan, wall.child[0], place, wall.wall - 1);
    int32_t behind = wall.upright ? room_at(plan, wall.child[1], wall.wall + 1, place)
                                  : room_at(plan, wall.child[1], place, wall.wall + 1);
    if (before < 0 || behind < 0) {
      place++;
      continue;
    }
    room_node a = plan->nodes[before], b = plan->nodes[behind];
    int32_t end_a = wall.upright ? a.y + a.height : a.x + a.width;
    int32_t end_b = wall.upright ? b.y + b.height : b.x + b.width;
    int32_t shared_end = end_a < end_b ? end_a : end_b;
    int32_t shared = shared_end - place;

    int32_t widest = scale / 5 > 1 ? scale / 5 : 1;
    int32_t width = pf_random_between(random, 1, widest < shared ? widest : shared);
    int32_t from = place + pf_random_between(random, 0, shared - width);
    room_door door = {.room = {before, behind}};
    door.x = wall.upright ? wall.wall : from;
    door.y = wall.upright ? from : wall.wall;
    door.width = wall.upright ? 1 : width;
    door.height = wall.upright ? width : 1;

    if (pf_grow(&plan->doors, &plan->door_room, plan->door_count + 1)) return false;
    plan->doors[plan->door_count++] = door;
    place = shared_end;
  }
  return true;
}

static int32_t leader_of(int32_t *leader, int32_t room) {
  while (leader[room] != room) room = leader[room] = leader[leader[room]];
  return room;
}

static void open_doors(room_plan *plan, double density, pf_random *random, pf_grid *grid) {
  for (int32_t i = 0; i < plan->node_count; i++) plan->leader[i] = i;
  for (int64_t i = plan->door_count; i > 0; i--) {
    int64_t picked = pf_random_below(random, i);
    room_door door = plan->doors[picked];
    plan->doors[picked] = plan->doors[i - 1];
    int32_t a = leader_of(plan->leader, door.room[0]), b = leader_of(plan->leader, door.room[1]);
    bool extra = pf_random_chance(random, density);
    if (a == b && !extra) continue;
    plan->leader[a] = b;
    pf_grid_fill_box(grid, door.x, door.y, door.width, door.height, 1);
  }
}

/* Puts a pillar into one in four of the rooms with space to walk round it. */
static void furnish(pf_grid *grid, const room_node *room, pf_random *random) {
  int32_t least = room->width < room->height ? room->width : room->height;
  if (least < 7 || pf_random_below(random, 4) != 0) return;
  int32_t width = pf_random_between(random, 1, room->width / 3);
  int32_t height = pf_random_between(random, 1, room->height / 3);
  int32_t x = room->x + pf_random_between(random, 2, room->width - width - 2);
  int32_t y = room->y + pf_random_between(random, 2, room->height - height - 2);
  pf_grid_fill_box(grid, x, y, width, height, 0);
}

pathfan_status pf_generate_rooms(const pf_recipe *recipe, pf_grid *grid, pathfan_error *error) {
  room_plan plan = {0};
  pf_recipe r = *recipe;
  pf_random random = pf_random_from(r.seed);
  const pf_generate_kind kind = {
      .density = 0.3, .scale = 16, .scale_min = 3, .scale_max = PF_GRID_MAX};
  pathfan_status status = pf_generate_begin(&kind, &r, grid, error);
  if (status) return status;

  bool fits = split_into_rooms(&plan, r.width, r.height, r.scale, &random);
  for (int32_t i = 0; fits && i < plan.node_count; i++) {
    const room_node *node = &plan.nodes[i];
    if (node->child[0] >= 0) {
      fits = place_doors(&plan, i, r.scale, &random);
    } else {
      pf_grid_fill_box(grid, node->x, node->y, node->width, node->height, 1);
      furnish(grid, node, &random);
    }
  }
  if (fits) {
    plan.leader = pf_alloc((uint64_t)plan.node_count, sizeof *plan.leader);
    fits = plan.leader != NULL;
  }
  if (fits) {
    open_doors(&plan, r.density, &random, grid);
  } else {
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for the rooms of a map");
    pf_grid_free(grid);
  }
  free(plan.nodes);
  free(plan.doors);
  free(plan.leader);
  return status;
}

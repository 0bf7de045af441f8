/* generate_blocks.c - fills the blocks between the streets of a made-up city.
 *
 * In the middle of the city blocks are closed: houses side by side around a courtyard that one or
 * two passages lead to, with other buildings in it. Farther out come halls, rows of slabs, and
 * houses with gardens; anywhere parks with trees and a pond, and squares. Each thing is one ring
 * with all its corners given, and no two touch, so that bending the plan leaves no cracks between
 * them (generate_bend.c). */
#include "map/generate_blocks.h"

#define M 100 /* a metre */

#define PASSAGE (4 * M)
#define DEPTH_LEAST (9 * M) /* of houses, from the street to the courtyard */
#define DEPTH_MOST (14 * M)
#define HOUSE_LEAST (9 * M) /* along the street */
#define HOUSE_MOST (19 * M)
#define SETBACK (3 * M / 2) /* from the street, at most */
#define YARD_LEAST (8 * M)
#define CORNER (DEPTH_MOST + M) /* of a block: clear of the houses round it */

/* Corners of a closed block's wall, front and back together: two for each house, on four sides of
 * the longest blocks, and some for the corners of the block and its passages. */
#define CORNERS_MAX (2 * 2 * 4 * (PF_CITY_LONGEST * PF_CITY_SCALE_MAX * M / HOUSE_LEAST + 2) + 64)

typedef pf_city_point point;
typedef pf_city_rectangle rectangle;

static int32_t between(pf_city *city, int32_t from, int32_t to) {
  return pf_random_between(&city->random, from, to < from ? from : to);
}

static bool in_100(pf_city *city, int32_t chance) {
  return pf_random_below(&city->random, 100) < chance;
}

static rectangle inset(rectangle r, int32_t by) {
  return (rectangle){r.x + by, r.y + by, r.width - 2 * by, r.height - 2 * by};
}

static int32_t shorter_side(rectangle r) {
  return r.width < r.height ? r.width : r.height;
}

/* The sides of a rectangle are numbered 0 to 3 in walking order. These return the length of one,
 * and the point `along` it from its first corner, `deep` into the rectangle. */
static int32_t side_length(rectangle r, int32_t side) {
  return side & 1 ? r.height : r.width;
}

static point on_side(rectangle r, int32_t side, int32_t along, int32_t deep) {
  switch (side) {
  case 0: return (point){r.x + along, r.y + deep};
  case 1: return (point){r.x + r.width - deep, r.y + along};
  case 2: return (point){r.x + r.width - along, r.y + r.height - deep};
  default: return (point){r.x + deep, r.y + r.height - along};
  }
}

/* ---- Closed blocks ---- */

/* The houses round a block, as they are walked. */
typedef struct wall {
  pf_city *city;
  rectangle block;
  int32_t side, depth; /* of the houses at the block's corners */
  int32_t front_count, back_count;
  point front[CORNERS_MAX], back[CORNERS_MAX]; /* to the street, to the courtyard */
} wall;

static void put_front(wall *w, int32_t along, int32_t deep) {
  w->front[w->front_count++] = on_side(w->block, w->side, along, deep);
}

static void put_back(wall *w, int32_t along, int32_t deep) {
  w->back[w->back_count++] = on_side(w->block, w->side, along, deep);
}

/* Makes a building of everything walked since the last passage. */
static pathfan_status end_wall(wall *w) {
  while (w->back_count) w->front[w->front_count++] = w->back[--w->back_count];
  const pathfan_status status = pf_city_draw(w->city, w->front, w->front_count);
  w->front_count = 0;
  return status;
}

/* Steps from the line of one house to that of the next. */
static void step(wall *w, int32_t along, int32_t *is, int32_t next, bool is_front) {
  if (*is == next) return;
  (is_front ? put_front : put_back)(w, along, *is);
  (is_front ? put_front : put_back)(w, along, next);
  *is = next;
}

static int32_t draw_setback(pf_city *city) {
  return in_100(city, 60) ? 0 : between(city, M / 2, SETBACK);
}

/* Walks the houses along a side, from..to. At corners of the block they are flush with the street
 * and as deep as the wall. */
static void walk(wall *w, int32_t from, int32_t to) {
  const bool is_corner = to == side_length(w->block, w->side);
  const int32_t end = is_corner ? to - CORNER : to;
  int32_t at = from ? from : CORNER;
  int32_t setback = from ? draw_setback(w->city) : 0;
  int32_t deep = from ? between(w->city, DEPTH_LEAST, DEPTH_MOST) : w->depth;
  put_front(w, from, setback);
  put_back(w, from ? from : deep, deep);
  while ((at += between(w->city, HOUSE_LEAST, HOUSE_MOST)) <= end - HOUSE_LEAST) {
    step(w, at, &setback, draw_setback(w->city), true);
    if (in_100(w->city, 60)) step(w, at, &deep, between(w->city, DEPTH_LEAST, DEPTH_MOST), false);
  }
  if (is_corner) {
    step(w, end, &setback, 0, true);
    step(w, end, &deep, w->depth, false);
  } else {
    put_front(w, to, setback);
    put_back(w, to, deep);
  }
}

static pathfan_status draw_solid(pf_city *city, rectangle r);

/* The place of a passage along a side, at random, with a house between it and each corner house. */
static int32_t draw_passage(pf_city *city, int32_t length) {
  return between(city, CORNER, length - CORNER - PASSAGE - M);
}

static pathfan_status draw_closed(pf_city *city, rectangle block) {
  wall w;
  w.city = city;
  w.block = block;
  w.depth = between(city, DEPTH_LEAST, DEPTH_MOST);
  w.side = w.front_count = w.back_count = 0;
  const bool has_two = in_100(city, 45);
  const int32_t first = draw_passage(city, block.width);
  pathfan_status status = PATHFAN_OK;
  walk(&w, first + PASSAGE, block.width);
  for (w.side = 1; w.side < 4 && !status; w.side++) {
    const int32_t length = side_length(block, w.side);
    if (w.side == 2 && has_two) {
      const int32_t second = draw_passage(city, length);
      walk(&w, 0, second);
      status = end_wall(&w);
      walk(&w, second + PASSAGE, length);
    } else {
      walk(&w, 0, length);
    }
  }
  w.side = 0;
  walk(&w, 0, first);
  if (!status) status = end_wall(&w);
  const rectangle yard = inset(block, DEPTH_MOST + 5 * M);
  if (!status && shorter_side(yard) > YARD_LEAST && in_100(city, 50))
    status = draw_solid(city, yard);
  return status;
}

/* ---- Other buildings ---- */

/* Draws a building that fills a rectangle, except for corners cut out. */
static pathfan_status draw_solid(pf_city *city, rectangle r) {
  point corners[12];
  int32_t count = 0;
  for (int32_t side = 0; side < 4; side++) {
    const int32_t along = side_length(r, side), across = side_length(r, side + 1);
    if (in_100(city, 40)) {
      const int32_t a = between(city, along / 8, along / 3);
      const int32_t b = between(city, across / 8, across / 3);
      corners[count++] = on_side(r, side, 0, b);
      corners[count++] = on_side(r, side, a, b);
      corners[count++] = on_side(r, side, a, 0);
    } else {
      corners[count++] = on_side(r, side, 0, 0);
    }
  }
  return pf_city_draw(city, corners, count);
}

/* Draws long parallel houses with lawns between them. */
static pathfan_status draw_slabs(pf_city *city, rectangle r) {
  const bool upright = r.height > r.width;
  const int32_t extent = upright ? r.width : r.height, depth = between(city, 10 * M, 13 * M);
  const int32_t step = depth + between(city, 14 * M, 22 * M);
  pathfan_status status = PATHFAN_OK;
  for (int32_t at = 0; at + depth <= extent && !status; at += step) {
    const int32_t from = between(city, 0, 8 * M), less = from + between(city, 0, 8 * M);
    status = draw_solid(city, upright ? (rectangle){r.x + at, r.y + from, depth, r.height - less}
                                      : (rectangle){r.x + from, r.y + at, r.width - less, depth});
  }
  return status;
}

/* Draws houses with gardens, one on each plot. */
static pathfan_status draw_houses(pf_city *city, rectangle r) {
  const int32_t plot = between(city, 18 * M, 24 * M);
  const int32_t across = r.width / plot, down = r.height / plot;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < across * down && !status; i++) {
    if (in_100(city, 12)) continue;
    const int32_t width = between(city, 8 * M, 13 * M), height = between(city, 8 * M, 13 * M);
    const int32_t left = r.x + (int32_t)((int64_t)r.width * (i % across) / across);
    const int32_t top = r.y + (int32_t)((int64_t)r.height * (i / across) / down);
    status =
        draw_solid(city, (rectangle){left + between(city, M, plot - width - M),
                                     top + between(city, M, plot - height - M), width, height});
  }
  return status;
}

/* ---- Green ---- */

/* Sixteen directions of a circle, thousandths. */
static const int32_t ROUND[16][2] = {{1000, 0},  {924, 383},   {707, 707},   {383, 924},
                                     {0, 1000},  {-383, 924},  {-707, 707},  {-924, 383},
                                     {-1000, 0}, {-924, -383}, {-707, -707}, {-383, -924},
                                     {0, -1000}, {383, -924},  {707, -707},  {924, -383}};

/* Draws an oval in a rectangle, with every `step`th of those corners, each moved up to `dent`
 * hundredths of the way towards the middle. */
static pathfan_status draw_oval(pf_city *city, rectangle r, int32_t step, int32_t dent) {
  point corners[16];
  int32_t count = 0;
  for (int32_t i = 0; i < 16; i += step) {
    const int64_t reach = 100 - between(city, 0, dent);
    corners[count++] =
        (point){r.x + r.width / 2 + (int32_t)(ROUND[i][0] * reach * r.width / 200000),
                r.y + r.height / 2 + (int32_t)(ROUND[i][1] * reach * r.height / 200000)};
  }
  return pf_city_draw(city, corners, count);
}

/* Draws a pond, and trees in rows but not on the pond. */
static pathfan_status draw_park(pf_city *city, rectangle r) {
  const int32_t width = r.width * between(city, 25, 45) / 100;
  const int32_t height = r.height * between(city, 25, 45) / 100;
  const rectangle pond = {r.x + between(city, 0, r.width - width),
                          r.y + between(city, 0, r.height - height), width, height};
  const int32_t step = between(city, 10 * M, 16 * M);
  pathfan_status status = shorter_side(pond) > 8 * M ? draw_oval(city, pond, 1, 12) : PATHFAN_OK;
  for (int32_t y = r.y; y + 5 * M < r.y + r.height && !status; y += step)
    for (int32_t x = r.x; x + 5 * M < r.x + r.width && !status; x += step) {
      const int32_t size = between(city, M, 3 * M / 2);
      const rectangle tree = {x + between(city, 0, 3 * M), y + between(city, 0, 3 * M), size, size};
      const bool is_wet = tree.x + 3 * M > pond.x && tree.x < pond.x + pond.width + 2 * M &&
                          tree.y + 3 * M > pond.y && tree.y < pond.y + pond.height + 2 * M;
      if (!is_wet && in_100(city, 60)) status = draw_oval(city, tree, 4, 0);
    }
  return status;
}

/* ---- All of it ---- */

static pathfan_status draw_open(pf_city *city, rectangle block, int32_t outskirts) {
  const int32_t side = shorter_side(block) / 5;
  if (in_100(city, outskirts < 500 ? 60 : 85)) return draw_park(city, block);
  const rectangle monument = {block.x + block.width / 2 - side / 2,
                              block.y + block.height / 2 - side / 2, side, side};
  return in_100(city, 50) ? draw_solid(city, monument) : draw_oval(city, monument, 2, 0);
}

pathfan_status pf_city_fill(pf_city *city, pf_city_rectangle block, int32_t outskirts) {
  const int32_t closed_least = 2 * CORNER + YARD_LEAST;
  const int32_t suburb = outskirts - between(city, 0, 400);
  if (!pf_random_chance(&city->random, city->density))
    return draw_open(city, inset(block, 2 * M), outskirts);
  if (suburb > 550 && shorter_side(block) > 30 * M) return draw_houses(city, inset(block, 2 * M));
  if (suburb > 400 && shorter_side(block) > 40 * M) return draw_slabs(city, inset(block, 3 * M));
  if (shorter_side(block) >= closed_least && in_100(city, 92)) return draw_closed(city, block);
  return draw_solid(city, inset(block, M / 2));
}

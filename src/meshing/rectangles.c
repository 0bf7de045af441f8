/* rectangles.c - greedy rectangles over a grid map, the largest first.
 *
 * As long as there are large ones, the largest rectangle of uncovered free cells is cut out; the
 * rest, mostly strips along slanted walls, is covered in reading order. Taking the largest first
 * leaves open space whole, which halves the cone lists against reading order alone
 * (docs/decisions/mesh.md).
 *
 * The largest rectangle with its bottom in a given row follows from the heights of the columns of
 * free cells above that row, by the usual stack of ascending heights. The best of every row is
 * kept; cutting out a rectangle changes only the rows it covers and those below as far as its
 * columns reach.
 *
 * Borders are then walked cell by cell: wherever the neighbour changes there is a corner, so both
 * sides of an edge agree on its ends, and every obstacle vertex that touches a rectangle is one of
 * its corners. The rest (sectors, convex vertices, components) is the same for all meshes:
 * mesh_data.c. */
#include "meshing/rectangles.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct rectangle {
  int32_t x0, y0, x1, y1; /* lattice: covers cells x0..x1-1, y0..y1-1 */
} rectangle;

/* Returns the largest rectangle of uncovered free cells whose first cell is (x,y). */
static rectangle grow(const pf_grid *grid, const int32_t *owner, int32_t x, int32_t y) {
  rectangle best = {x, y, x + 1, y + 1};
  int64_t best_area = 0;
  int32_t limit = grid->width;
  for (int32_t row = y; row < grid->height; row++) {
    const int64_t base = (int64_t)row * grid->width;
    int32_t end = x;
    while (end < limit && grid->free[base + end] && owner[base + end] < 0) end++;
    if (end == x) break;
    limit = end;
    const int64_t area = (int64_t)(end - x) * (row + 1 - y);
    if (area > best_area) {
      best_area = area;
      best = (rectangle){x, y, end, row + 1};
    }
    /* No taller rectangle can be larger. */
    if ((int64_t)(limit - x) * (grid->height - y) <= best_area) break;
  }
  return best;
}

/* The least area, in cells, for which the largest rectangle is searched. */
#define LARGE_AREA 8

/* Uncovered space, by row. */
typedef struct heights {
  uint16_t *height; /* [Size: width * height] number of uncovered free cells from here upwards */
  rectangle *best;  /* [Size: height] largest rectangle with its bottom in the row */
  int64_t *area;    /* [Size: height] its area */
  int32_t *stack;   /* [Size: width + 1] */
} heights;

/* Finds the largest rectangle that stands on row y; the leftmost of equal ones. */
static void find_best(const pf_grid *grid, heights *h, int32_t y) {
  const uint16_t *height = h->height + (int64_t)y * grid->width;
  int32_t depth = 0;
  h->area[y] = 0;
  for (int32_t x = 0; x <= grid->width; x++) {
    const int32_t here = x < grid->width ? height[x] : 0;
    while (depth && height[h->stack[depth - 1]] >= here) {
      const int32_t tall = height[h->stack[--depth]];
      const int32_t left = depth ? h->stack[depth - 1] + 1 : 0;
      const int64_t area = (int64_t)tall * (x - left);
      if (area <= h->area[y]) continue;
      h->area[y] = area;
      h->best[y] = (rectangle){left, y - tall + 1, x, y + 1};
    }
    h->stack[depth++] = x;
  }
}

/* Marks the cells of r as covered: heights in and below it shrink. */
static void cut_out(const pf_grid *grid, heights *h, rectangle r) {
  bool changed = true;
  for (int32_t y = r.y0; y < grid->height && changed; y++) {
    uint16_t *height = h->height + (int64_t)y * grid->width;
    changed = false;
    for (int32_t x = r.x0; x < r.x1; x++) {
      if (!height[x]) continue;
      changed = true;
      height[x] = y < r.y1 ? 0 : (uint16_t)(height[x - grid->width] + 1);
    }
    if (changed) find_best(grid, h, y);
  }
}

static pathfan_status heights_init(const pf_grid *grid, heights *h) {
  const int64_t cells = (int64_t)grid->width * grid->height;
  h->height = pf_alloc((uint64_t)cells, sizeof *h->height);
  h->best = pf_alloc((uint64_t)grid->height, sizeof *h->best);
  h->area = pf_alloc((uint64_t)grid->height, sizeof *h->area);
  h->stack = pf_alloc((uint64_t)grid->width + 1, sizeof *h->stack);
  if (!h->height || !h->best || !h->area || !h->stack) return PATHFAN_ERR_NO_MEMORY;
  for (int64_t i = 0; i < cells; i++)
    h->height[i] =
        !grid->free[i] ? 0 : (uint16_t)(1 + (i >= grid->width ? h->height[i - grid->width] : 0));
  for (int32_t y = 0; y < grid->height; y++) find_best(grid, h, y);
  return PATHFAN_OK;
}

static void heights_free(heights *h) {
  free(h->height);
  free(h->best);
  free(h->area);
  free(h->stack);
}

/* The cover: rectangles in the order they were cut, and the rectangle that covers each cell. */
typedef struct cover {
  rectangle *rectangles;
  int32_t count, capacity;
  int32_t *owner; /* [Size: width * height] */
} cover;

static pathfan_status take(const pf_grid *grid, cover *c, rectangle r) {
  const pathfan_status status = pf_grow(&c->rectangles, &c->capacity, c->count + 1);
  if (status) return status;
  for (int32_t y = r.y0; y < r.y1; y++)
    for (int32_t x = r.x0; x < r.x1; x++) c->owner[(int64_t)y * grid->width + x] = c->count;
  c->rectangles[c->count++] = r;
  return PATHFAN_OK;
}

static pathfan_status cover_free_space(const pf_grid *grid, cover *c) {
  heights h = {0};
  pathfan_status status = heights_init(grid, &h);
  while (!status) {
    int32_t y = 0;
    for (int32_t i = 1; i < grid->height; i++)
      if (h.area[i] > h.area[y]) y = i;
    if (!grid->height || h.area[y] < LARGE_AREA) break;
    const rectangle r = h.best[y];
    status = take(grid, c, r);
    cut_out(grid, &h, r);
  }
  heights_free(&h);
  for (int32_t y = 0; y < grid->height && !status; y++)
    for (int32_t x = 0; x < grid->width && !status; x++) {
      const int64_t cell = (int64_t)y * grid->width + x;
      if (grid->free[cell] && c->owner[cell] < 0)
        status = take(grid, c, grow(grid, c->owner, x, y));
    }
  return status;
}

static int32_t owner_at(const pf_grid *grid, const int32_t *owner, int32_t x, int32_t y) {
  if (x < 0 || y < 0 || x >= grid->width || y >= grid->height) return PF_MESH_NONE;
  return owner[(int64_t)y * grid->width + x];
}

/* Growing corner lists, and the mesh vertex at each lattice point. */
typedef struct corners {
  const pf_grid *grid;
  int32_t *vertex_at; /* [Size: (width + 1) * (height + 1)] -1: none yet */
  pf_grid_mesh *mesh;
  int32_t vertex_capacity, corner_capacity, corner_count;
} corners;

static pathfan_status add_vertex(corners *c, int32_t x, int32_t y, int32_t *number) {
  pf_mesh_data *mesh = &c->mesh->data;
  int32_t *slot = &c->vertex_at[(int64_t)y * (c->grid->width + 1) + x];
  if (*slot < 0) {
    const pathfan_status status =
        pf_grow(&mesh->vertices, &c->vertex_capacity, mesh->view.vertex_count + 1);
    if (status) return status;
    *slot = mesh->view.vertex_count++;
    mesh->vertices[*slot] = (pf_lattice_point){x, y};
  }
  *number = *slot;
  return PATHFAN_OK;
}

static pathfan_status add_corner(corners *c, int32_t x, int32_t y, int32_t neighbour) {
  pf_mesh_data *mesh = &c->mesh->data;
  int32_t same = c->corner_capacity;
  pathfan_status status = pf_grow(&mesh->corner_vertex, &same, c->corner_count + 1);
  if (!status) status = pf_grow(&mesh->corner_neighbour, &c->corner_capacity, c->corner_count + 1);
  if (status) return status;
  status = add_vertex(c, x, y, &mesh->corner_vertex[c->corner_count]);
  mesh->corner_neighbour[c->corner_count++] = neighbour;
  return status;
}

/* A side of a rectangle, as it is walked. */
typedef struct side {
  pf_lattice_point from;
  pf_lattice_point step;   /* a cell along the side */
  pf_lattice_point beyond; /* from a point of the side to the neighbouring cell */
  int32_t length;          /* cells */
} side;

static pathfan_status walk_side(corners *c, const side *s) {
  int32_t before = INT32_MIN;
  for (int32_t i = 0; i < s->length; i++) {
    const int32_t x = s->from.x + i * s->step.x, y = s->from.y + i * s->step.y;
    const int32_t neighbour =
        owner_at(c->grid, c->mesh->cell_polygon, x + s->beyond.x, y + s->beyond.y);
    if (neighbour == before) continue;
    const pathfan_status status = add_corner(c, x, y, neighbour);
    if (status) return status;
    before = neighbour;
  }
  return PATHFAN_OK;
}

static pathfan_status walk_border(corners *c, rectangle r) {
  const int32_t width = r.x1 - r.x0, height = r.y1 - r.y0;
  const side sides[4] = {{{r.x0, r.y0}, {1, 0}, {0, -1}, width},
                         {{r.x1, r.y0}, {0, 1}, {0, 0}, height},
                         {{r.x1, r.y1}, {-1, 0}, {-1, 0}, width},
                         {{r.x0, r.y1}, {0, -1}, {-1, -1}, height}};
  pathfan_status status = PATHFAN_OK;
  for (int i = 0; i < 4 && !status; i++) status = walk_side(c, &sides[i]);
  return status;
}

pathfan_status pf_rectangles_build(const pf_grid *grid, pf_grid_mesh *mesh) {
  const int64_t cells = (int64_t)grid->width * grid->height;
  const int64_t points = (int64_t)(grid->width + 1) * (grid->height + 1);
  pf_mesh_data *data = &mesh->data;
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  cover all = {0};
  corners c = {.grid = grid, .mesh = mesh};
  memset(mesh, 0, sizeof *mesh);

  mesh->cell_polygon = pf_alloc((uint64_t)cells, sizeof *mesh->cell_polygon);
  c.vertex_at = pf_alloc((uint64_t)points, sizeof *c.vertex_at);
  if (!mesh->cell_polygon || !c.vertex_at) goto cleanup;
  memset(mesh->cell_polygon, 0xff, (size_t)cells * sizeof *mesh->cell_polygon);
  memset(c.vertex_at, 0xff, (size_t)points * sizeof *c.vertex_at);
  all.owner = mesh->cell_polygon;

  status = cover_free_space(grid, &all);
  if (status) goto cleanup;
  data->first_corner = pf_alloc((uint64_t)all.count + 1, sizeof *data->first_corner);
  if (!data->first_corner) {
    status = PATHFAN_ERR_NO_MEMORY;
    goto cleanup;
  }
  for (int32_t i = 0; i < all.count; i++) {
    data->first_corner[i] = (uint32_t)c.corner_count;
    status = walk_border(&c, all.rectangles[i]);
    if (status) goto cleanup;
  }
  data->first_corner[all.count] = (uint32_t)c.corner_count;
  data->view.polygon_count = all.count;
  status = pf_mesh_finish(data);

cleanup:
  free(all.rectangles);
  free(c.vertex_at);
  if (status) pf_grid_mesh_free(mesh);
  return status;
}

void pf_grid_mesh_free(pf_grid_mesh *mesh) {
  pf_mesh_data_free(&mesh->data);
  free(mesh->cell_polygon);
  memset(mesh, 0, sizeof *mesh);
}

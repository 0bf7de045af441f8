/* locate_build.c - the bytes of a locator (format/layout.h, "Location").
 *
 * There are about twice as many cells as polygons. A polygon is listed in the cells that it meets:
 * row by row, from its least to its greatest x between the row's two borders, rounded outwards, so
 * that long thin triangles don't fill their bounding boxes. If polygons are still listed too often,
 * cells are made larger. */
#include "meshing/locate_build.h"

#include "base/memory.h"
#include "format/layout.h"

/* Allocates the bytes and fills the head; sets *first to the array of the lists' starts. */
static pathfan_status begin(pf_layout_locator head, uint64_t cells, uint64_t entries, void **bytes,
                            uint64_t *size, uint32_t **first) {
  const uint64_t ids = entries * (uint64_t)head.entry_bytes;
  if (entries >= UINT32_MAX || cells >= UINT32_MAX) return PATHFAN_ERR_LIMIT;
  head.entry_count = (uint32_t)entries;
  *size = sizeof head + (cells + 1) * sizeof **first + ids;
  *bytes = pf_alloc(*size, 1);
  if (!*bytes) return PATHFAN_ERR_NO_MEMORY;
  memcpy(*bytes, &head, sizeof head);
  *first = (uint32_t *)(void *)((char *)*bytes + sizeof head);
  return PATHFAN_OK;
}

static int least_bytes(int32_t greatest) {
  return greatest < UINT16_MAX ? 2 : 4;
}

typedef struct grid {
  int32_t width, height, shift;
  int64_t columns, rows;
} grid;

static grid grid_of(int32_t width, int32_t height, int32_t shift) {
  return (grid){width, height, shift, (width >> shift) + 1, (height >> shift) + 1};
}

static int64_t floor_div(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Widens [*low, *high] by the point where edge a-b crosses height y. */
static void widen(pf_lattice_point a, pf_lattice_point b, int64_t y, int64_t *low, int64_t *high) {
  if ((a.y < y) == (b.y < y) || a.y == b.y) return;
  const int64_t numerator = ((int64_t)b.x - a.x) * (y - a.y), below = (int64_t)b.y - a.y;
  const int64_t left = a.x + floor_div(numerator, below);
  const int64_t right = a.x - floor_div(-numerator, below);
  if (left < *low) *low = left;
  if (right > *high) *high = right;
}

/* A callback for a polygon and its cells first..last of one row, numbered row by row. */
typedef void visit(void *context, int32_t polygon, int64_t first, int64_t last);

static void visit_cells(const pf_mesh *mesh, const grid *g, int32_t polygon, visit *each,
                        void *context) {
  const uint32_t begin = mesh->first_corner[polygon], end = mesh->first_corner[polygon + 1];
  int32_t least = INT32_MAX, greatest = 0;
  for (uint32_t c = begin; c < end; c++) {
    const int32_t y = mesh->vertices[mesh->corner_vertex[c]].y;
    if (y < least) least = y;
    if (y > greatest) greatest = y;
  }
  for (int64_t row = least >> g->shift; row <= greatest >> g->shift; row++) {
    const int64_t y0 = row << g->shift, y1 = (row + 1) << g->shift;
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (uint32_t c = begin; c < end; c++) {
      const pf_lattice_point a = mesh->vertices[mesh->corner_vertex[c]];
      const pf_lattice_point b = mesh->vertices[mesh->corner_vertex[c + 1 < end ? c + 1 : begin]];
      if (a.y >= y0 && a.y <= y1) {
        if (a.x < low) low = a.x;
        if (a.x > high) high = a.x;
      }
      widen(a, b, y0, &low, &high);
      widen(a, b, y1, &low, &high);
    }
    if (low <= high)
      each(context, polygon, row * g->columns + (low >> g->shift),
           row * g->columns + (high >> g->shift));
  }
}

static void count_cells(void *context, int32_t polygon, int64_t first, int64_t last) {
  (void)polygon;
  *(uint64_t *)context += (uint64_t)(last - first + 1);
}

static void count_each(void *context, int32_t polygon, int64_t first, int64_t last) {
  uint32_t *count = context;
  (void)polygon;
  for (int64_t cell = first; cell <= last; cell++) count[cell + 1]++;
}

typedef struct fill {
  uint32_t *next; /* by cell */
  void *ids;
  int entry_bytes;
} fill;

static void fill_each(void *context, int32_t polygon, int64_t first, int64_t last) {
  fill *f = context;
  for (int64_t cell = first; cell <= last; cell++)
    pf_store_id(f->ids, f->next[cell]++, f->entry_bytes, (uint32_t)polygon);
}

pathfan_status pf_locator_build(const pf_mesh *mesh, int32_t width, int32_t height, int entry_bytes,
                                void **bytes, uint64_t *size) {
  const int64_t polygons = mesh->polygon_count;
  const int id = entry_bytes ? entry_bytes : least_bytes(mesh->polygon_count);
  grid g = grid_of(width, height, 0);
  uint64_t entries;
  while (g.columns * g.rows > 2 * polygons + 16) g = grid_of(width, height, g.shift + 1);
  for (;;) {
    entries = 0;
    for (int32_t p = 0; p < polygons; p++) visit_cells(mesh, &g, p, count_cells, &entries);
    if (entries <= 16 * (uint64_t)polygons + 64 || g.columns * g.rows == 1) break;
    g = grid_of(width, height, g.shift + 1);
  }

  const int64_t cells = g.columns * g.rows;
  uint32_t *first;
  const pathfan_status status = begin(
      (pf_layout_locator){.width = width, .height = height, .shift = g.shift, .entry_bytes = id},
      (uint64_t)cells, entries, bytes, size, &first);
  if (status) return status;
  memset(first, 0, ((size_t)cells + 1) * sizeof *first);
  for (int32_t p = 0; p < polygons; p++) visit_cells(mesh, &g, p, count_each, first);
  for (int64_t i = 0; i < cells; i++) first[i + 1] += first[i];
  fill f = {first, first + cells + 1, id};
  for (int32_t p = 0; p < polygons; p++) visit_cells(mesh, &g, p, fill_each, &f);
  /* Each start has moved to the end of its list. */
  memmove(first + 1, first, (size_t)cells * sizeof *first);
  first[0] = 0;
  return PATHFAN_OK;
}

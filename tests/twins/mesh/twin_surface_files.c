/* twin_surface_files.c - writes surfaces as other programs do: soups of polygons, and the bytes of
 * Detour, from its description alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "twin_surface.h"

enum { W = TWIN_SURFACE_SIDE, U = TWIN_SURFACE_UNIT };

static int32_t x_of(int32_t cell) {
  return cell % W;
}
static int32_t y_of(int32_t cell) {
  return cell / W % W;
}

static double height_at(const twin_surface *s, int32_t cell, bool right) {
  return twin_surface_height(s, (twin_surface_point){U * (x_of(cell) + right), 0, cell});
}

static bool is_ramp(const twin_surface *s, int32_t cell) {
  return height_at(s, cell, false) != height_at(s, cell, true);
}

/* ---- Soups ---- */

typedef struct soup {
  double vertices[4 * TWIN_SURFACE_CELLS][3];
  int32_t vertex_count, faces[TWIN_SURFACE_CELLS][4], face_count;
} soup;

static int32_t vertex_of(soup *p, double x, double y, double height, bool is_shared) {
  for (int32_t v = 0; v < p->vertex_count && is_shared; v++)
    if (p->vertices[v][0] == x && p->vertices[v][1] == y && p->vertices[v][2] == height) return v;
  double *to = p->vertices[p->vertex_count];
  to[0] = x;
  to[1] = y;
  to[2] = height;
  return p->vertex_count++;
}

/* Makes polygons of rows of cells of one layer. */
static soup *make_soup(const twin_surface *s, pf_random *random) {
  soup *p = calloc(1, sizeof *p);
  const bool is_shared = pf_random_chance(random, 0.5);
  for (int32_t first = 0; first < TWIN_SURFACE_CELLS; first++) {
    int32_t last = first;
    if (!s->is_free[first]) continue;
    while (x_of(last) + 1 < W && s->is_free[last + 1] && !is_ramp(s, last) &&
           !is_ramp(s, last + 1) && pf_random_chance(random, 0.5))
      last++;
    const int32_t left = x_of(first), right = x_of(last) + 1, low = y_of(first);
    const double near = height_at(s, first, false), far = height_at(s, last, true);
    int32_t *f = p->faces[p->face_count++];
    f[0] = vertex_of(p, left, low, near, is_shared);
    f[1] = vertex_of(p, right, low, far, is_shared);
    f[2] = vertex_of(p, right, low + 1, far, is_shared);
    f[3] = vertex_of(p, left, low + 1, near, is_shared);
    if (pf_random_chance(random, 0.1)) {
      const int32_t swap = f[1];
      f[1] = f[3];
      f[3] = swap;
    }
    first = last;
  }
  return p;
}

static void write_obj(FILE *out, const soup *p, bool y_up) {
  fputs("# a surface\no navmesh\n", out);
  for (int32_t v = 0; v < p->vertex_count; v++)
    fprintf(out, "v %.9g %.9g %.9g\n", p->vertices[v][0], p->vertices[v][y_up ? 2 : 1],
            p->vertices[v][y_up ? 1 : 2]);
  fputs("vn 0 1 0\n", out);
  for (int32_t f = 0; f < p->face_count; f++) {
    fputs("f", out);
    for (int i = 0; i < 4; i++)
      if (f % 3)
        fprintf(out, " %d//1", (int)p->faces[f][i] + 1);
      else
        fprintf(out, " %d", (int)(p->faces[f][i] - p->vertex_count));
    fputs("\n", out);
  }
}

static void put(FILE *out, const void *bytes, size_t size, bool is_big) {
  for (size_t i = 0; i < size; i++)
    fputc(((const unsigned char *)bytes)[is_big ? size - 1 - i : i], out);
}

static void write_ply(FILE *out, const soup *p, twin_surface_form form) {
  static const char *const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
  const bool is_big = form == TWIN_SURFACE_PLY_BIG;
  fprintf(out,
          "ply\nformat %s 1.0\ncomment a surface\nelement vertex %d\nproperty float x\n"
          "property float y\nproperty double z\nproperty uchar red\nelement face %d\n"
          "property list uchar int vertex_indices\nend_header\n",
          names[form - TWIN_SURFACE_PLY], (int)p->vertex_count, (int)p->face_count);
  for (int32_t v = 0; v < p->vertex_count; v++) {
    const float x = (float)p->vertices[v][0], y = (float)p->vertices[v][1];
    if (form == TWIN_SURFACE_PLY) {
      fprintf(out, "%.9g %.9g %.9g 255\n", (double)x, (double)y, p->vertices[v][2]);
      continue;
    }
    put(out, &x, sizeof x, is_big);
    put(out, &y, sizeof y, is_big);
    put(out, &p->vertices[v][2], sizeof(double), is_big);
    fputc(255, out);
  }
  for (int32_t f = 0; f < p->face_count; f++) {
    if (form == TWIN_SURFACE_PLY) {
      fprintf(out, "4 %d %d %d %d\n", (int)p->faces[f][0], (int)p->faces[f][1], (int)p->faces[f][2],
              (int)p->faces[f][3]);
      continue;
    }
    fputc(4, out);
    for (int i = 0; i < 4; i++) put(out, &p->faces[f][i], sizeof(int32_t), is_big);
  }
}

char *twin_surface_soup(const twin_surface *s, twin_surface_form form, pf_random *random,
                        size_t *bytes) {
  char *text = NULL;
  soup *p = make_soup(s, random);
  FILE *out = open_memstream(&text, bytes);
  if (form < TWIN_SURFACE_PLY)
    write_obj(out, p, form == TWIN_SURFACE_OBJ_Y);
  else
    write_ply(out, p, form);
  fclose(out);
  free(p);
  return text;
}

/* ---- Detour ---- */

enum { BORDER = 0x8000, CONNECTION = 1 };

typedef struct polygon {
  uint16_t vertices[6], edges[6], flags;
  uint8_t count, type;
} polygon;

typedef struct tile {
  const twin_surface *surface;
  const twin_surface_tiling *tiling;
  int32_t low[2], high[2];                    /* cells */
  double vertices[6 * TWIN_SURFACE_CELLS][3]; /* x, y, height */
  int32_t vertex_count;
  polygon polygons[TWIN_SURFACE_CELLS];
  int32_t polygon_count;
  int32_t jumps[16], jump_count;
} tile;

static uint16_t vertex_in(tile *t, double x, double y, double height) {
  for (int32_t v = 0; v < t->vertex_count; v++)
    if (t->vertices[v][0] == x && t->vertices[v][1] == y && t->vertices[v][2] == height)
      return (uint16_t)v;
  double *to = t->vertices[t->vertex_count];
  to[0] = x;
  to[1] = y;
  to[2] = height;
  return (uint16_t)t->vertex_count++;
}

/* Marks an edge that lies on the tile's border, as Recast does. */
static uint16_t edge_between(const tile *t, const double *a, const double *b) {
  if (a[0] == b[0] && a[0] == t->high[0]) return BORDER | 0;
  if (a[1] == b[1] && a[1] == t->high[1]) return BORDER | 2;
  if (a[0] == b[0] && a[0] == t->low[0]) return BORDER | 4;
  if (a[1] == b[1] && a[1] == t->low[1]) return BORDER | 6;
  return 0;
}

/* Adds a cell; `tall`: and the one above it, whose common border with the cells to the left has no
 * vertex in its middle. Clockwise in x and y, as Detour's polygons are. */
static void add_cell(tile *t, int32_t cell, bool tall) {
  const twin_surface *s = t->surface;
  const double x = x_of(cell), y = y_of(cell);
  const double near = height_at(s, cell, false), far = height_at(s, cell, true);
  polygon *p = &t->polygons[t->polygon_count++];
  *p = (polygon){.flags = 1};
  p->vertices[p->count++] = vertex_in(t, x, y, near);
  p->vertices[p->count++] = vertex_in(t, x, y + (tall ? 2 : 1), near);
  p->vertices[p->count++] = vertex_in(t, x + 1, y + (tall ? 2 : 1), far);
  if (tall) p->vertices[p->count++] = vertex_in(t, x + 1, y + 1, far);
  p->vertices[p->count++] = vertex_in(t, x + 1, y, far);
  for (int i = 0; i < p->count; i++)
    p->edges[i] =
        edge_between(t, t->vertices[p->vertices[i]], t->vertices[p->vertices[(i + 1) % p->count]]);
}

static void match_edges(tile *t) {
  for (int32_t a = 0; a < t->polygon_count; a++)
    for (int32_t b = 0; b < t->polygon_count; b++)
      for (int i = 0; i < t->polygons[a].count; i++)
        for (int j = 0; j < t->polygons[b].count; j++) {
          polygon *p = &t->polygons[a], *q = &t->polygons[b];
          if (p->vertices[i] == q->vertices[(j + 1) % q->count] &&
              p->vertices[(i + 1) % p->count] == q->vertices[j])
            p->edges[i] = (uint16_t)(b + 1);
        }
}

static void fill_tile(tile *t, bool is_odd) {
  const twin_surface *s = t->surface;
  static bool taken[TWIN_SURFACE_CELLS];
  memset(taken, 0, sizeof taken);
  for (int32_t c = 0; c < TWIN_SURFACE_CELLS; c++) {
    const int32_t x = x_of(c), y = y_of(c);
    if (!s->is_free[c] || taken[c] || x < t->low[0] || x >= t->high[0] || y < t->low[1] ||
        y >= t->high[1])
      continue;
    const bool tall = is_odd && x == t->low[0] && x > 0 && y + 1 < t->high[1] &&
                      s->is_free[c + W] && !is_ramp(s, c) && !is_ramp(s, c + W);
    add_cell(t, c, tall);
    if (tall) taken[c + W] = true;
  }
  match_edges(t);
  for (int32_t j = 0; j < t->tiling->jump_count; j++) {
    const twin_surface_jump *jump = &t->tiling->jumps[j];
    const int32_t x = x_of(jump->at[0].cell), y = y_of(jump->at[0].cell);
    if (x < t->low[0] || x >= t->high[0] || y < t->low[1] || y >= t->high[1]) continue;
    polygon *p = &t->polygons[t->polygon_count++];
    *p = (polygon){.flags = jump->flags, .count = 2, .type = CONNECTION};
    for (int e = 0; e < 2; e++) {
      double *at = t->vertices[t->vertex_count];
      at[0] = (double)jump->at[e].x / U;
      at[1] = (double)jump->at[e].y / U;
      at[2] = twin_surface_height(s, jump->at[e]);
      p->vertices[e] = (uint16_t)t->vertex_count++;
    }
    t->jumps[t->jump_count++] = j;
  }
}

static void put32(FILE *out, uint32_t value) {
  for (int i = 0; i < 4; i++) fputc((int)(value >> 8 * i & 0xff), out);
}
static void put16(FILE *out, uint32_t value) {
  for (int i = 0; i < 2; i++) fputc((int)(value >> 8 * i & 0xff), out);
}
static void put_float(FILE *out, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  put32(out, bits);
}

/* x, height and y of a point, the order of Detour. */
static void put_point(FILE *out, const twin_surface_tiling *g, double x, double y, double height) {
  put_float(out, g->origin[0] + (float)x * g->cell);
  put_float(out, (float)height * g->cell);
  put_float(out, g->origin[1] + (float)y * g->cell);
}

static void write_head(FILE *out, const tile *t, int32_t column, int32_t row) {
  const twin_surface_tiling *g = t->tiling;
  const uint32_t ground = (uint32_t)(t->polygon_count - t->jump_count);
  const uint32_t numbers[] = {0x444e4156, /* DNAV */
                              7,
                              (uint32_t)column,
                              (uint32_t)row,
                              0,
                              0,
                              (uint32_t)t->polygon_count,
                              (uint32_t)t->vertex_count,
                              1,
                              ground,
                              0,
                              ground,
                              1,
                              (uint32_t)t->jump_count,
                              ground};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) put32(out, numbers[i]);
  put_float(out, 2);
  put_float(out, 0.5F);
  put_float(out, g->cell / 4); /* what an agent climbs */
  put_point(out, g, t->low[0], t->low[1], 0);
  put_point(out, g, t->high[0], t->high[1], 9);
  put_float(out, 1 / g->cell);
}

static void write_tile(FILE *out, const tile *t, int32_t column, int32_t row) {
  const twin_surface_tiling *g = t->tiling;
  write_head(out, t, column, row);
  for (int32_t v = 0; v < t->vertex_count; v++)
    put_point(out, g, t->vertices[v][0], t->vertices[v][1], t->vertices[v][2]);
  for (int32_t i = 0; i < t->polygon_count; i++) {
    const polygon *p = &t->polygons[i];
    put32(out, 0xffffffff);
    for (int k = 0; k < 6; k++) put16(out, p->vertices[k]);
    for (int k = 0; k < 6; k++) put16(out, p->edges[k]);
    put16(out, p->flags);
    fputc(p->count, out);
    fputc(p->type << 6, out);
  }
  for (int k = 0; k < (g->wide ? 16 : 12); k++) fputc(0xcc, out); /* a link */
  for (int32_t i = 0; i < t->polygon_count - t->jump_count; i++)
    for (int k = 0; k < 16; k++) fputc(0xdd, out); /* a detail and its triangle */
  for (int k = 0; k < 16; k++) fputc(0xee, out);   /* a box */
  for (int32_t i = 0; i < t->jump_count; i++) {
    const twin_surface_jump *jump = &g->jumps[t->jumps[i]];
    for (int e = 0; e < 2; e++)
      put_point(out, g, (double)jump->at[e].x / U, (double)jump->at[e].y / U,
                twin_surface_height(t->surface, jump->at[e]));
    put_float(out, g->cell / 16);
    put16(out, (uint32_t)(t->polygon_count - t->jump_count + i));
    fputc(jump->both_ways, out);
    fputc(0xff, out);
    put32(out, (uint32_t)i);
  }
}

static void add_tile(FILE *out, const twin_surface *s, const twin_surface_tiling *g, int32_t column,
                     int32_t row, bool is_set) {
  char *text = NULL;
  size_t bytes;
  tile *t = calloc(1, sizeof *t);
  FILE *stream = open_memstream(&text, &bytes);
  const int32_t side = is_set ? g->side : W;
  t->surface = s;
  t->tiling = g;
  t->low[0] = column * side;
  t->low[1] = row * side;
  for (int axis = 0; axis < 2; axis++)
    t->high[axis] = t->low[axis] + side < W ? t->low[axis] + side : W;
  fill_tile(t, (column + row) % 2);
  write_tile(stream, t, column, row);
  fclose(stream);
  if (is_set) {
    put32(out, 1);
    if (g->wide) put32(out, 0);
    put32(out, (uint32_t)bytes);
    if (g->wide) put32(out, 0);
  }
  fwrite(text, 1, bytes, out);
  free(text);
  free(t);
}

char *twin_surface_detour(const twin_surface *s, const twin_surface_tiling *g, size_t *bytes) {
  char *text = NULL;
  FILE *out = open_memstream(&text, bytes);
  const int32_t rows = g->side ? (W + g->side - 1) / g->side : 1;
  if (g->side) {
    put32(out, 0x4d534554); /* MSET */
    put32(out, 1);
    put32(out, (uint32_t)(rows * rows));
    put_point(out, g, 0, 0, 0);
    put_float(out, (float)g->side * g->cell);
    put_float(out, (float)g->side * g->cell);
    put32(out, (uint32_t)(rows * rows));
    put32(out, 256);
  }
  for (int32_t row = 0; row < rows; row++)
    for (int32_t column = 0; column < rows; column++) add_tile(out, s, g, column, row, g->side > 0);
  fclose(out);
  return text;
}

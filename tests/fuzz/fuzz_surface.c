/* fuzz_surface.c - the readers of Detour's meshes, OBJ and PLY, and what makes a surface of their
 * polygons, must survive any bytes. What they accept must be a sound mesh: convex polygons that
 * name each other, and round each vertex each direction at most once.
 *
 * The first byte chooses: the bytes that follow as a file of one of the three kinds; a soup of
 * small numbers made of them; or a sound set of tiles with some bytes changed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/twins.h"
#include "meshing/surface.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good) {
  if (!good) abort();
}

/* Whether a ray from the vertex in direction d lies in a polygon's angle, its first side included.
 */
static bool holds(const pf_mesh *m, int32_t polygon, uint32_t c, pf_lattice_point d) {
  const pf_lattice_point at = m->vertices[m->corner_vertex[c]];
  const pf_lattice_point from =
      pf_from_to(at, m->vertices[m->corner_vertex[pf_corner_after(m->first_corner, polygon, c)]]);
  const pf_lattice_point to =
      pf_from_to(at, m->vertices[m->corner_vertex[pf_corner_before(m->first_corner, polygon, c)]]);
  if (pf_cross(from, d) == 0) return pf_dot(from, d) > 0;
  if (pf_cross(from, to) == 0) return pf_cross(from, d) > 0;
  return pf_cross(from, d) > 0 && pf_cross(d, to) > 0;
}

static void check_mesh(const pf_mesh_data *data, const pf_frame *frame) {
  const pf_mesh *m = &data->view;
  check(frame->width <= PF_EXTENT_MAX && frame->height <= PF_EXTENT_MAX && m->corner_height);
  for (int32_t v = 0; v < m->vertex_count; v++)
    check(m->vertices[v].x >= 0 && m->vertices[v].x <= frame->width && m->vertices[v].y >= 0 &&
          m->vertices[v].y <= frame->height);
  for (int32_t p = 0; p < m->polygon_count; p++) {
    const uint32_t begin = m->first_corner[p], end = m->first_corner[p + 1];
    check(end >= begin + 3);
    for (uint32_t c = begin; c < end; c++) {
      const int32_t v = m->corner_vertex[c];
      const int32_t next = m->corner_vertex[pf_corner_after(m->first_corner, p, c)];
      const int32_t before = m->corner_vertex[pf_corner_before(m->first_corner, p, c)];
      const int32_t neighbour = m->corner_neighbour[c];
      check(pf_cross(pf_from_to(m->vertices[before], m->vertices[v]),
                     pf_from_to(m->vertices[v], m->vertices[next])) >= 0);
      bool named = neighbour < 0;
      for (uint32_t k = named ? 0 : m->first_corner[neighbour];
           !named && k < m->first_corner[neighbour + 1]; k++)
        named = m->corner_vertex[k] == next && m->corner_neighbour[k] == p;
      check(named);
    }
  }
  /* Few polygons: compares all corners. */
  const uint32_t corners = m->first_corner[m->polygon_count];
  for (int32_t p = 0; p < m->polygon_count && corners < 200; p++)
    for (uint32_t c = m->first_corner[p]; c < m->first_corner[p + 1]; c++) {
      const pf_lattice_point d =
          pf_from_to(m->vertices[m->corner_vertex[c]],
                     m->vertices[m->corner_vertex[pf_corner_after(m->first_corner, p, c)]]);
      int count = 0;
      for (int32_t q = 0; q < m->polygon_count; q++)
        for (uint32_t k = m->first_corner[q]; k < m->first_corner[q + 1]; k++)
          count += m->corner_vertex[k] == m->corner_vertex[c] && holds(m, q, k, d);
      check(count == 1);
    }
}

typedef enum form { DETOUR, OBJ, PLY } form;

static void finish(const pf_soup *soup, pathfan_status status, pf_ignored *ignored,
                   pathfan_error *error) {
  pf_mesh_data mesh = {0};
  pf_frame frame;
  if (!status) status = pf_surface_build(soup, "fuzz", &frame, &mesh, ignored, error);
  check(status == PATHFAN_OK ||
        (error->text[0] && (status == PATHFAN_ERR_MALFORMED || status == PATHFAN_ERR_LIMIT)));
  for (int k = 0; k < PF_IGNORED_KINDS; k++)
    check((ignored->count[k] > 0) == (ignored->example[k][0] != 0));
  if (!status) check_mesh(&mesh, &frame);
  pf_mesh_data_free(&mesh);
}

static void read_it(form of, const char *at, size_t bytes) {
  pf_soup soup = {0};
  pathfan_error error = {{0}};
  pf_ignored ignored = {{0}, {{0}}};
  const pathfan_status status =
      of == DETOUR ? pf_detour_parse(at, bytes, "fuzz", NULL, &soup, &ignored, &error)
      : of == OBJ  ? pf_obj_parse(at, bytes, "fuzz", &soup, &ignored, &error)
                   : pf_ply_parse(at, bytes, "fuzz", &soup, &ignored, &error);
  finish(&soup, status, &ignored, &error);
  pf_soup_free(&soup);
}

/* Polygons between points of a small grid, in few heights. */
static void make_soup(const uint8_t *data, size_t size) {
  pf_soup soup = {.place_is = "polygon"};
  pathfan_error error = {{0}};
  pf_ignored ignored = {{0}, {{0}}};
  size_t at = 0;
#define TAKE(limit) (at < size ? data[at++] % (limit) : 0)
  const int points = 4 + TAKE(16), polygons = 1 + TAKE(10), heights = 1 + TAKE(4);
  const double unit = TAKE(2) ? 1 : 1.0 / 3;
  soup.join = (pf_soup_join){TAKE(3) * 0.5, TAKE(2)};
  for (int i = 0; i < points; i++) {
    const int x = TAKE(6), y = TAKE(6), height = TAKE(heights);
    check(!pf_soup_point(&soup, unit * x, unit * y, height));
  }
  for (int p = 0; p < polygons; p++) {
    const int corners = 3 + TAKE(4);
    check(!pf_soup_begin(&soup, (pf_soup_place){p, -1}));
    for (int i = 0; i < corners; i++) {
      const int point = TAKE(points);
      check(!pf_soup_corner(&soup, point, TAKE(4) != 3));
    }
  }
#undef TAKE
  finish(&soup, PATHFAN_OK, &ignored, &error);
  pf_soup_free(&soup);
}

static void put(unsigned char *to, uint32_t value, int bytes) {
  for (int i = 0; i < bytes; i++) to[i] = (unsigned char)(value >> 8 * i);
}
static void put_float(unsigned char *to, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  put(to, bits, 4);
}

/* Two tiles of two squares each, side by side, and a connection; returns the bytes. */
enum { TILE = 100 + 8 * 12 + 3 * 32 + 36, SET = 40 + 2 * (8 + TILE) };
static void sound_set(unsigned char *set) {
  memset(set, 0, SET);
  put(set, 0x4d534554, 4);
  put(set + 4, 1, 4);
  put(set + 8, 2, 4);
  for (int t = 0; t < 2; t++) {
    unsigned char *head = set + 40 + t * (8 + TILE), *tile = head + 8;
    put(head + 4, TILE, 4);
    const uint32_t numbers[] = {0x444e4156, 7, (uint32_t)t, 0, 0, 0, 3, 8, 0, 0, 0, 0, 0, 1, 2};
    for (int i = 0; i < 15; i++) put(tile + 4 * i, numbers[i], 4);
    put_float(tile + 68, 0.5F);
    put_float(tile + 96, 1);
    for (int v = 0; v < 8; v++) {
      unsigned char *at = tile + 100 + 12 * v;
      put_float(at, (float)(2 * t + (v < 6 ? v / 2 : v - 6)));
      put_float(at + 4, (float)t / 4);
      put_float(at + 8, v < 6 ? (float)(v % 2) : 0.5F);
    }
    for (int p = 0; p < 3; p++) {
      unsigned char *at = tile + 100 + 96 + 32 * p;
      static const uint8_t corners[3][4] = {{0, 1, 3, 2}, {2, 3, 5, 4}, {6, 7, 0, 0}};
      for (int i = 0; i < 4; i++) put(at + 4 + 2 * i, corners[p][i], 2);
      put(at + 16, 0x8004, 2);
      put(at + 20, 0x8000, 2);
      put(at + 28, 1, 2);
      at[30] = p < 2 ? 4 : 2;
      at[31] = p < 2 ? 0 : 1 << 6;
    }
    put_float(tile + 100 + 96 + 96 + 24, 1);
    put(tile + 100 + 96 + 96 + 28, 2, 2);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char obj[] = "v 0 0 0\nv 2 0 0\nv 2 0 2\nv 0 0 2\nv 4 1 2\nf 1 2 3 4\nf 2//1 5 3\n";
  static const char ply[] =
      "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
      "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
      "0 0 0\n2 0 0\n2 2 1\n0 2 1\n4 0 1 2 3\n";
  unsigned char set[SET];
  if (size == 0) { /* the only seeds: sound files, from which mutations follow */
    sound_set(set);
    read_it(DETOUR, (const char *)set, SET);
    read_it(OBJ, obj, sizeof obj - 1);
    read_it(PLY, ply, sizeof ply - 1);
    return 0;
  }
  switch (data[0] % 5) {
  case 0: make_soup(data + 1, size - 1); break;
  case 1: /* overwrite some bytes of the set: pairs of place and byte */
    sound_set(set);
    for (size_t i = 1; i + 2 < size && i < 24; i += 3)
      set[(data[i] | data[i + 1] << 8) % SET] = data[i + 2];
    read_it(DETOUR, (const char *)set, SET);
    break;
  default: read_it((form)(data[0] % 5 - 2), (const char *)data + 1, size - 1);
  }
  return 0;
}

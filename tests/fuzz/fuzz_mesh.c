/* fuzz_mesh.c - pf_mesh_file_parse must survive any bytes. What it accepts must be a sound
 * mesh, and that mesh, written as version 2 and 3, must be read as the same mesh and written as the
 * same bytes.
 *
 * The first byte chooses the text: the bytes that follow, a mesh of small numbers made of them,
 * which mutated text rarely is, or a sound mesh with some bytes changed; and the version. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meshing/mesh_file.h"
#include "meshing/planar.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct text {
  char *at;
  size_t bytes;
} text;

static void check(bool good) {
  if (!good) abort();
}

/* Polygons must be convex, turn left and name each other; vertices must be in the frame. */
static void check_mesh(const pf_mesh_data *data, const pf_frame *frame) {
  const pf_mesh *m = &data->view;
  pf_planar_flaw flaw;
  check(frame->width <= PF_EXTENT_MAX && frame->height <= PF_EXTENT_MAX);
  for (int32_t v = 0; v < m->vertex_count; v++)
    check(m->vertices[v].x >= 0 && m->vertices[v].x <= frame->width && m->vertices[v].y >= 0 &&
          m->vertices[v].y <= frame->height);
  for (int32_t p = 0; p < m->polygon_count; p++) {
    const uint32_t begin = m->first_corner[p], end = m->first_corner[p + 1];
    int64_t turned = 0;
    check(end >= begin + 3);
    check(data->component[p] >= 0 && data->component[p] < data->component_count);
    for (uint32_t c = begin; c < end; c++) {
      const int32_t v = m->corner_vertex[c], next = m->corner_vertex[c + 1 < end ? c + 1 : begin];
      const int32_t before = m->corner_vertex[c > begin ? c - 1 : end - 1];
      const int32_t neighbour = m->corner_neighbour[c];
      check(v >= 0 && v < m->vertex_count);
      const int64_t turn = pf_cross(pf_from_to(m->vertices[before], m->vertices[v]),
                                    pf_from_to(m->vertices[v], m->vertices[next]));
      check(turn >= 0);
      turned |= turn;
      check(neighbour >= PF_MESH_NONE && neighbour < m->polygon_count && neighbour != p);
      if (neighbour < 0) continue;
      bool named = false;
      for (uint32_t k = m->first_corner[neighbour]; k < m->first_corner[neighbour + 1]; k++)
        named = named || (m->corner_vertex[k] == next && m->corner_neighbour[k] == p);
      check(named && data->component[p] == data->component[neighbour]);
    }
    check(turned > 0);
  }
  check(pf_planar_check(data, &flaw) == PATHFAN_OK);
}

static text written(int version, const pf_mesh_data *mesh, const pf_frame *frame) {
  text t;
  FILE *stream = open_memstream(&t.at, &t.bytes);
  check(stream && pf_mesh_file_write(stream, version, frame, &mesh->view) == PATHFAN_OK);
  check(fclose(stream) == 0);
  return t;
}

/* A mesh text with small numbers for vertices, ids for polygons, and lists now and then. */
static text made_of(bool three, const uint8_t *data, size_t size) {
  text t;
  FILE *out = open_memstream(&t.at, &t.bytes);
  size_t at = 0;
  check(out != NULL);
#define TAKE(limit) (at < size ? data[at++] % (limit) : 0)
  const int vertices = 3 + TAKE(14), polygons = 1 + TAKE(8), scale = TAKE(4);
  fprintf(out, "mesh\n%d\n%d %d\n", three ? 3 : 2, vertices, polygons);
  for (int v = 0; v < vertices; v++) {
    static const double unit[] = {1, 0.25, 0.1, 1e7 / 3};
    const int x = TAKE(8) - 2, y = TAKE(6);
    fprintf(out, "%.17g %.17g", unit[scale] * x, unit[scale] * y);
    const int list = three ? 0 : TAKE(8);
    for (int i = 0; list == 7 && i < 3; i++) fprintf(out, i ? " %d" : " 2", (int)TAKE(9) - 1);
    fputc('\n', out);
  }
  for (int p = 0; p < polygons; p++) {
    const int corners = 3 + TAKE(4), given = TAKE(8);
    fprintf(out, three ? given % 4 ? "1 %d" : "0 %d" : "%d", corners);
    for (int i = 0; i < corners; i++) fprintf(out, " %d", (int)TAKE(vertices) + three);
    for (int i = 0; given == 7 && i < corners; i++)
      fprintf(out, " %d", three ? (int)TAKE(17) - 8 : (int)TAKE(9) - 1);
    fputc('\n', out);
  }
#undef TAKE
  check(fclose(out) == 0);
  return t;
}

static void read_it(const char *at, size_t bytes) {
  pf_mesh_data mesh, again;
  pf_frame frame, frame_again;
  pathfan_error error = {{0}};
  pf_ignored ignored = {{0}, {{0}}};
  const pathfan_status status =
      pf_mesh_file_parse(at, bytes, "fuzz.mesh", &frame, &mesh, &ignored, &error);
  if (status) {
    check(status == PATHFAN_ERR_MALFORMED && error.text[0] && !mesh.vertices);
    return;
  }
  for (int k = 0; k < PF_IGNORED_KINDS; k++)
    check((ignored.count[k] > 0) == (ignored.example[k][0] != 0));
  check_mesh(&mesh, &frame);
  for (int version = 2; version <= 3; version++) {
    const text first = written(version, &mesh, &frame);
    check(pf_mesh_file_parse(first.at, first.bytes, "fuzz.mesh", &frame_again, &again, NULL,
                             &error) == PATHFAN_OK);
    check(again.view.vertex_count == mesh.view.vertex_count &&
          again.view.convex_count == mesh.view.convex_count &&
          again.view.polygon_count == mesh.view.polygon_count &&
          again.component_count == mesh.component_count);
    const text second = written(version, &again, &frame_again);
    check(first.bytes == second.bytes && !memcmp(first.at, second.at, first.bytes));
    free(first.at);
    free(second.at);
    pf_mesh_data_free(&again);
  }
  pf_mesh_data_free(&mesh);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char two[] = "mesh\n2\n4 2\n0 0 2 0 -1\n4 0\n4 4\n0 3.5 1 1\n"
                            "3 0 1 2 1 -1 -1\n3 0 2 3\n";
  static const char three[] = "mesh\n3\n5 3\n0 0\n4 0\n4 4\n0 3.5\n5 0\n"
                              "1 3 1 2 3 2 0 -3\n1 3 1 3 4\n0 3 2 5 3 -1 0 0\n";
  if (size == 0) { /* the only seeds: meshes, from which mutations follow */
    read_it(two, sizeof two - 1);
    read_it(three, sizeof three - 1);
    return 0;
  }
  const bool is_three = data[0] & 4;
  if (data[0] & 1) {
    const text t = made_of(is_three, data + 1, size - 1);
    read_it(t.at, t.bytes);
    free(t.at);
  } else if (data[0] & 2) { /* overwrite some bytes of a sound mesh: pairs of place and byte */
    char copy[sizeof three > sizeof two ? sizeof three : sizeof two];
    const size_t bytes = (is_three ? sizeof three : sizeof two) - 1;
    memcpy(copy, is_three ? three : two, bytes);
    for (size_t i = 1; i + 1 < size && i < 16; i += 2) copy[data[i] % bytes] = (char)data[i + 1];
    read_it(copy, bytes);
  } else {
    read_it((const char *)data + 1, size - 1);
  }
  return 0;
}

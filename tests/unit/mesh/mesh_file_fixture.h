/* mesh_file_fixture.h - writes .mesh files as text, and expects texts to be accepted or refused. */
#ifndef PF_TESTS_MESH_FILE_FIXTURE_H
#define PF_TESTS_MESH_FILE_FIXTURE_H

#include <stdio.h>
#include <string.h>

#include "meshing/mesh_file.h"
#include "twin_maps.h"

typedef struct text {
  char *at;
  size_t bytes;
} text;

static inline text written_as(int version, const pf_frame *frame, const pf_mesh *mesh) {
  text t;
  FILE *stream = open_memstream(&t.at, &t.bytes);
  assert_int_equal(pf_mesh_file_write(stream, version, frame, mesh), PATHFAN_OK);
  assert_int_equal(fclose(stream), 0);
  return t;
}

static inline text written(const pf_frame *frame, const pf_mesh *mesh) {
  return written_as(2, frame, mesh);
}

static inline pf_mesh_data accept(text t, pf_frame *frame, const char *what) {
  pf_mesh_data mesh;
  pathfan_error error = {""};
  const pathfan_status status =
      pf_mesh_file_parse(t.at, t.bytes, "t.mesh", frame, &mesh, NULL, &error);
  if (status) {
    if (t.bytes < 4000) print_message("%.*s\n", (int)t.bytes, t.at);
    fail_msg("%s: %s", what, error.text);
  }
  return mesh;
}

static inline pf_mesh_data accept_text(const char *at, pf_frame *frame) {
  return accept((text){(char *)(uintptr_t)at, strlen(at)}, frame, at);
}

static inline void refuse(const char *at, int line, const char *why) {
  pf_mesh_data mesh;
  pf_frame frame;
  pathfan_error error = {""};
  char begin[40];
  const pathfan_status status =
      pf_mesh_file_parse(at, strlen(at), "t.mesh", &frame, &mesh, NULL, &error);
  snprintf(begin, sizeof begin, "t.mesh:%d: ", line);
  if (status != PATHFAN_ERR_MALFORMED || strncmp(error.text, begin, strlen(begin)) ||
      !strstr(error.text, why))
    fail_msg("status %d, \"%s\" where \"%s...%s\" was expected, of\n%s", (int)status, error.text,
             begin, why, at);
  assert_null(mesh.vertices);
  assert_null(mesh.corner_vertex);
}

#endif

/* api_drawings.c - maps that users draw or upload, and the jobs that build them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "viewer/drawings.h"
#include "viewer/limits.h"

#define NAME_DEFAULT "drawing"
#define NAME_BYTES_MAX 100

/* ---- Jobs ---- */

static void answer_job(pathfan_server *server, pathfan_exchange *x, int status, int32_t number) {
  json_t *job = pathfan_jobs_describe(server->jobs, number);
  if (job)
    pathfan_exchange_json(x, status, job);
  else
    pathfan_exchange_fail(x, 404, "no_such_job", "there is no job '%s'", x->parts[0]);
}

void pathfan_get_job(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  (void)desk;
  answer_job(server, x, 200, pathfan_jobs_number(x->parts[0]));
}

void pathfan_delete_job(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  (void)desk;
  const int32_t number = pathfan_jobs_number(x->parts[0]);
  pathfan_jobs_cancel(server->jobs, number);
  answer_job(server, x, 202, number);
}

static json_t *job_json(pathfan_server *server, int32_t number) {
  json_t *job = pathfan_jobs_describe(server->jobs, number);
  return job ? job : json_null();
}

/* ---- New ones ---- */

/* Whether a name is allowed: not empty, not too long, without ASCII control characters; others are
 * filtered when shown (pathfan_json_name). */
static bool is_name(const char *name) {
  const size_t length = strlen(name);
  for (size_t i = 0; i < length; i++)
    if ((unsigned char)name[i] < 0x20 || name[i] == 0x7f) return false;
  return length > 0 && length <= NAME_BYTES_MAX;
}

/* The client that sent a map. */
typedef struct sender {
  const pathfan_server *server;
  const pathfan_exchange *x;
} sender;

static bool is_cancelled(void *context) {
  const sender *s = context;
  return !pathfan_http_is_wanted(s->server->http, s->x);
}

/* Adds a map of this text, and answers. drawing: what the text was made from, or NULL. Maps are
 * read one at a time, and only while their client waits. */
static void add(pathfan_server *server, pathfan_exchange *x, const char *name,
                const pathfan_drawing *drawing, const char *text, size_t bytes) {
  pathfan_served_map *served;
  pathfan_error error = {""};
  pathfan_drawing found = {.obstacles = NULL};
  int32_t job;
  sender from = {server, x};
  if (!drawing && pathfan_drawing_of(text, bytes, &found)) drawing = &found;
  const pathfan_status status = pathfan_drawings_add(server, name, drawing, text, bytes,
                                                     is_cancelled, &from, &served, &job, &error);
  pathfan_drawing_free(&found);
  if (status == PATHFAN_ERR_CANCELLED) {
    pathfan_exchange_fail(x, 503, "stopping", "the server is about to end");
    return;
  }
  if (status) {
    pathfan_exchange_failed(x, status, error.text);
    return;
  }
  pathfan_exchange_json(x, 201,
                        json_pack("{s:o,s:o}", "map",
                                  pathfan_served_map_describe(server->maps, served), "job",
                                  job_json(server, job)));
  pathfan_exchange_add(x, "Location", "/api/maps/%s", served->id);
  pathfan_served_map_release(served);
}

static void add_json(pathfan_server *server, pathfan_exchange *x, const json_t *object) {
  const json_t *given = json_object_get(object, "name");
  const json_t *source = json_object_get(object, "source");
  const char *name = given ? json_string_value(given) : NAME_DEFAULT;
  pathfan_drawing drawing;
  pathfan_complaint wrong;
  if (!json_is_object(object)) {
    pathfan_exchange_fail(x, 400, "bad_request", "not a JSON object");
  } else if (!name || !is_name(name)) {
    pathfan_exchange_fail(x, 400, "bad_request",
                          "\"name\" must be 1 to %d bytes without control characters",
                          NAME_BYTES_MAX);
  } else if (source) {
    if (json_is_string(source))
      add(server, x, name, NULL, json_string_value(source), json_string_length(source));
    else
      pathfan_exchange_fail(x, 400, "bad_request", "\"source\" must be the text of a map");
  } else if (!pathfan_drawing_read(object, &drawing, &wrong)) {
    pathfan_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
  } else {
    size_t bytes;
    char *text = pathfan_drawing_text(&drawing, &bytes);
    if (text)
      add(server, x, name, &drawing, text, bytes);
    else
      pathfan_exchange_failed(x, PATHFAN_ERR_NO_MEMORY, NULL);
    free(text);
    pathfan_drawing_free(&drawing);
  }
}

void pathfan_post_map(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  (void)desk;
  if (strncasecmp(x->content_type, "text/plain", 10) == 0) {
    const char *name = pathfan_exchange_argument(x, "name");
    if (!x->body_bytes)
      pathfan_exchange_fail(x, 400, "no_body", "the request has no body");
    else if (name && !is_name(name))
      pathfan_exchange_fail(x, 400, "bad_request", "name must be 1 to %d bytes", NAME_BYTES_MAX);
    else
      add(server, x, name ? name : NAME_DEFAULT, NULL, x->body, x->body_bytes);
    return;
  }
  json_t *object = pathfan_exchange_read(x);
  if (!object) return;
  add_json(server, x, object);
  json_decref(object);
}

/* ---- Those that are there ---- */

/* Returns the map that the address names, held, if it was added here and, with to_draw, is a
 * drawing; NULL after answering. */
static pathfan_served_map *take_added(pathfan_server *server, pathfan_exchange *x, bool to_draw) {
  pathfan_served_map *served = pathfan_take_map(server, x, x->parts[0]);
  if (!served || (to_draw ? served->editable : served->drawing != NULL)) return served;
  pathfan_exchange_fail(x, 409, "not_a_drawing",
                        served->drawing ? "map '%s' can't be edited: it is no rectangle with "
                                          "obstacles"
                                        : "map '%s' is not a drawing",
                        served->id);
  pathfan_served_map_release(served);
  return NULL;
}

/* Gives an answer the ETag of a drawing. */
static void tag(pathfan_exchange *x, const pathfan_drawing *drawing) {
  uint64_t digest;
  if (pathfan_drawing_tag(drawing, &digest))
    snprintf(x->etag, sizeof x->etag, "\"%016llx\"", (unsigned long long)digest);
}

void pathfan_get_drawing(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  pathfan_served_map *served = take_added(server, x, true);
  pathfan_drawing drawing;
  pathfan_error error = {""};
  (void)desk;
  if (!served) return;
  const pathfan_status status = pathfan_drawings_get(served, &drawing, &error);
  if (status) {
    pathfan_exchange_failed(x, status, error.text);
  } else {
    pathfan_exchange_json(x, 200, pathfan_drawing_json(&drawing));
    tag(x, &drawing);
  }
  pathfan_drawing_free(&drawing);
  pathfan_served_map_release(served);
}

/* Whether a map's drawing has the tag in the request's If-Match, if any; answers if not. */
static bool is_as_known(pathfan_exchange *x, pathfan_served_map *served) {
  pathfan_drawing drawing;
  pathfan_error error = {""};
  if (!pathfan_exchange_header(x, "If-Match")) return true;
  const pathfan_status status = pathfan_drawings_get(served, &drawing, &error);
  if (!status) tag(x, &drawing);
  pathfan_drawing_free(&drawing);
  if (!status && x->etag[0] && pathfan_exchange_names_tag(x, "If-Match")) return true;
  if (status)
    pathfan_exchange_failed(x, status, error.text);
  else
    pathfan_exchange_fail(x, 412, "changed", "somebody else has changed the drawing");
  return false;
}

/* Replaces the drawing of a map, and answers. */
static void replace(pathfan_server *server, pathfan_exchange *x, pathfan_served_map *served,
                    const pathfan_drawing *drawing) {
  pathfan_error error = {""};
  int32_t job;
  /* Keeps others from replacing it between the check and the replacement. */
  pthread_mutex_lock(&server->replacing);
  if (is_as_known(x, served)) {
    const pathfan_status status = pathfan_drawings_set(server, served, drawing, &job, &error);
    if (status) {
      pathfan_exchange_failed(x, status, error.text);
    } else {
      pathfan_exchange_json(x, 202, json_pack("{s:o}", "job", job_json(server, job)));
      tag(x, drawing);
    }
  }
  pthread_mutex_unlock(&server->replacing);
}

void pathfan_put_drawing(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  pathfan_drawing drawing;
  pathfan_complaint wrong;
  (void)desk;
  json_t *object = pathfan_exchange_read(x);
  if (!object) return;
  pathfan_served_map *served = take_added(server, x, true);
  if (served && !pathfan_drawing_read(object, &drawing, &wrong)) {
    pathfan_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
  } else if (served) {
    replace(server, x, served, &drawing);
    pathfan_drawing_free(&drawing);
  }
  pathfan_served_map_release(served);
  json_decref(object);
}

void pathfan_delete_map(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  pathfan_served_map *served = take_added(server, x, false);
  (void)desk;
  if (!served) return;
  pathfan_drawings_remove(server, served);
  pathfan_exchange_fixed(x, 204, NULL, "", 0);
  pathfan_served_map_release(served);
}

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

static void answer_job(pf_server *server, pf_exchange *x, int status, int32_t number) {
  json_t *job = pf_jobs_describe(server->jobs, number);
  if (job)
    pf_exchange_json(x, status, job);
  else
    pf_exchange_fail(x, 404, "no_such_job", "there is no job '%s'", x->parts[0]);
}

void pf_get_job(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  answer_job(server, x, 200, pf_jobs_number(x->parts[0]));
}

void pf_delete_job(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  const int32_t number = pf_jobs_number(x->parts[0]);
  pf_jobs_cancel(server->jobs, number);
  answer_job(server, x, 202, number);
}

static json_t *job_json(pf_server *server, int32_t number) {
  json_t *job = pf_jobs_describe(server->jobs, number);
  return job ? job : json_null();
}

/* ---- New ones ---- */

/* Whether a name is allowed: not empty, not too long, without ASCII control characters; others are
 * filtered when shown (pf_json_name). */
static bool is_name(const char *name) {
  const size_t length = strlen(name);
  for (size_t i = 0; i < length; i++)
    if ((unsigned char)name[i] < 0x20 || name[i] == 0x7f) return false;
  return length > 0 && length <= NAME_BYTES_MAX;
}

/* The client that sent a map. */
typedef struct sender {
  const pf_server *server;
  const pf_exchange *x;
} sender;

static bool is_cancelled(void *context) {
  const sender *s = context;
  return !pf_http_is_wanted(s->server->http, s->x);
}

/* Adds a map of this text, and answers. drawing: what the text was made from, or NULL. Maps are
 * read one at a time, and only while their client waits. */
static void add(pf_server *server, pf_exchange *x, const char *name, const pf_drawing *drawing,
                const char *text, size_t bytes) {
  pf_served_map *served;
  pathfan_error error = {""};
  pf_drawing found = {.obstacles = NULL};
  int32_t job;
  sender from = {server, x};
  if (!drawing && pf_drawing_of(text, bytes, &found)) drawing = &found;
  const pf_drawn_map map = {text, bytes, drawing, is_cancelled, &from};
  const pathfan_status status = pf_drawings_add(server, name, &map, &served, &job, &error);
  pf_drawing_free(&found);
  if (status == PATHFAN_ERR_CANCELLED) {
    pf_exchange_fail(x, 503, "stopping", "the server is about to end");
    return;
  }
  if (status) {
    pf_exchange_failed(x, status, error.text);
    return;
  }
  pf_exchange_json(x, 201,
                   json_pack("{s:o,s:o}", "map", pf_served_map_describe(server->maps, served),
                             "job", job_json(server, job)));
  pf_exchange_add(x, "Location", "/api/maps/%s", served->id);
  pf_served_map_release(served);
}

static void add_json(pf_server *server, pf_exchange *x, const json_t *object) {
  const json_t *given = json_object_get(object, "name");
  const json_t *source = json_object_get(object, "source");
  const char *name = given ? json_string_value(given) : NAME_DEFAULT;
  pf_drawing drawing;
  pf_complaint wrong;
  if (!json_is_object(object)) {
    pf_exchange_fail(x, 400, "bad_request", "not a JSON object");
  } else if (!name || !is_name(name)) {
    pf_exchange_fail(x, 400, "bad_request",
                     "\"name\" must be 1 to %d bytes without control characters", NAME_BYTES_MAX);
  } else if (source) {
    if (json_is_string(source))
      add(server, x, name, NULL, json_string_value(source), json_string_length(source));
    else
      pf_exchange_fail(x, 400, "bad_request", "\"source\" must be the text of a map");
  } else if (!pf_drawing_read(object, &drawing, &wrong)) {
    pf_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
  } else {
    size_t bytes;
    char *text = pf_drawing_text(&drawing, &bytes);
    if (text)
      add(server, x, name, &drawing, text, bytes);
    else
      pf_exchange_failed(x, PATHFAN_ERR_NO_MEMORY, NULL);
    free(text);
    pf_drawing_free(&drawing);
  }
}

void pf_post_map(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  if (strncasecmp(x->content_type, "text/plain", 10) == 0) {
    const char *name = pf_exchange_argument(x, "name");
    if (!x->body_bytes)
      pf_exchange_fail(x, 400, "no_body", "the request has no body");
    else if (name && !is_name(name))
      pf_exchange_fail(x, 400, "bad_request", "name must be 1 to %d bytes", NAME_BYTES_MAX);
    else
      add(server, x, name ? name : NAME_DEFAULT, NULL, x->body, x->body_bytes);
    return;
  }
  json_t *object = pf_exchange_read(x);
  if (!object) return;
  add_json(server, x, object);
  json_decref(object);
}

/* ---- Those that are there ---- */

/* Returns the map that the address names, held, if it was added here and, with to_draw, is a
 * drawing; NULL after answering. */
static pf_served_map *take_added(pf_server *server, pf_exchange *x, bool to_draw) {
  pf_served_map *served = pf_take_map(server, x, x->parts[0]);
  if (!served || (to_draw ? served->editable : served->drawing != NULL)) return served;
  pf_exchange_fail(x, 409, "not_a_drawing",
                   served->drawing ? "map '%s' can't be edited: it is no rectangle with "
                                     "obstacles"
                                   : "map '%s' is not a drawing",
                   served->id);
  pf_served_map_release(served);
  return NULL;
}

/* Gives an answer the ETag of a drawing. */
static void tag(pf_exchange *x, const pf_drawing *drawing) {
  uint64_t digest;
  if (pf_drawing_tag(drawing, &digest))
    snprintf(x->etag, sizeof x->etag, "\"%016llx\"", (unsigned long long)digest);
}

void pf_get_drawing(pf_server *server, pf_worker *worker, pf_exchange *x) {
  pf_served_map *served = take_added(server, x, true);
  pf_drawing drawing;
  pathfan_error error = {""};
  (void)worker;
  if (!served) return;
  const pathfan_status status = pf_drawings_get(served, &drawing, &error);
  if (status) {
    pf_exchange_failed(x, status, error.text);
  } else {
    pf_exchange_json(x, 200, pf_drawing_json(&drawing));
    tag(x, &drawing);
  }
  pf_drawing_free(&drawing);
  pf_served_map_release(served);
}

/* Whether a map's drawing has the tag in the request's If-Match, if any; answers if not. */
static bool is_as_known(pf_exchange *x, pf_served_map *served) {
  pf_drawing drawing;
  pathfan_error error = {""};
  if (!pf_exchange_header(x, "If-Match")) return true;
  const pathfan_status status = pf_drawings_get(served, &drawing, &error);
  if (!status) tag(x, &drawing);
  pf_drawing_free(&drawing);
  if (!status && x->etag[0] && pf_exchange_names_tag(x, "If-Match")) return true;
  if (status)
    pf_exchange_failed(x, status, error.text);
  else
    pf_exchange_fail(x, 412, "changed", "somebody else has changed the drawing");
  return false;
}

/* Replaces the drawing of a map, and answers. */
static void replace(pf_server *server, pf_exchange *x, pf_served_map *served,
                    const pf_drawing *drawing) {
  pathfan_error error = {""};
  int32_t job;
  /* Keeps others from replacing it between the check and the replacement. */
  pthread_mutex_lock(&server->replacing);
  if (is_as_known(x, served)) {
    const pathfan_status status = pf_drawings_set(server, served, drawing, &job, &error);
    if (status) {
      pf_exchange_failed(x, status, error.text);
    } else {
      pf_exchange_json(x, 202, json_pack("{s:o}", "job", job_json(server, job)));
      tag(x, drawing);
    }
  }
  pthread_mutex_unlock(&server->replacing);
}

void pf_put_drawing(pf_server *server, pf_worker *worker, pf_exchange *x) {
  pf_drawing drawing;
  pf_complaint wrong;
  (void)worker;
  json_t *object = pf_exchange_read(x);
  if (!object) return;
  pf_served_map *served = take_added(server, x, true);
  if (served && !pf_drawing_read(object, &drawing, &wrong)) {
    pf_exchange_fail(x, 400, "bad_request", "%s", wrong.text);
  } else if (served) {
    replace(server, x, served, &drawing);
    pf_drawing_free(&drawing);
  }
  pf_served_map_release(served);
  json_decref(object);
}

void pf_delete_map(pf_server *server, pf_worker *worker, pf_exchange *x) {
  pf_served_map *served = take_added(server, x, false);
  (void)worker;
  if (!served) return;
  pf_drawings_remove(server, served);
  pf_exchange_fixed(x, 204, NULL, "", 0);
  pf_served_map_release(served);
}

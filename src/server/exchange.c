/* exchange.c - one request and its answer. */
#include "server/exchange.h"

#include <assert.h>
#include <arpa/inet.h>
#include <math.h>
#include <microhttpd.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "base/json_load.h"
#include "base/text.h"
#include "server/limits.h"
#include "server/tag.h"

/* Longest sentence of an error. */
#define SENTENCE_BYTES 600

const char *pf_exchange_argument(const pf_exchange *x, const char *name) {
  return MHD_lookup_connection_value(x->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *pf_exchange_header(const pf_exchange *x, const char *name) {
  return MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND, name);
}

bool pf_exchange_is_type(const pf_exchange *x, const char *type) {
  const size_t length = strcspn(x->content_type, "; ");
  return length == strlen(type) && strncasecmp(x->content_type, type, length) == 0;
}

bool pf_exchange_names_tag(const pf_exchange *x, const char *header) {
  const char *tags = pf_exchange_header(x, header);
  return tags && (strcmp(tags, "*") == 0 || strstr(tags, x->etag));
}

static void no_memory(pf_exchange *x) {
  static const char text[] =
      "{\"error\": {\"status\": 503, \"code\": \"no_memory\", \"message\": \"out of memory\"}}\n";
  pf_exchange_fixed(x, 503, "application/json", text, sizeof text - 1);
}

json_t *pf_exchange_read(pf_exchange *x) {
  json_error_t error;
  if (!x->body_bytes) {
    pf_exchange_fail(x, 400, "no_body", "the request has no body");
    return NULL;
  }
  if (pf_json_bytes(x->body, x->body_bytes) > PF_BODY_MEMORY) {
    pf_exchange_fail(x, 413, "too_large", "the body has more lists and numbers than are allowed");
    return NULL;
  }
  json_t *json = pf_json_load(x->body, x->body_bytes, JSON_REJECT_DUPLICATES, &error);
  if (!json && pf_shortage_seen())
    no_memory(x);
  else if (!json)
    pf_exchange_fail(x, 400, "not_json", "not JSON: line %d, column %d: %s", error.line,
                     error.column, error.text);
  return json;
}

void pf_exchange_drop_text(pf_exchange *x) {
  if (!x->fixed) free(x->text);
  x->text = NULL;
  x->encoding = NULL;
  x->fixed = x->is_partial = false;
  x->bytes = 0;
  x->status = 0;
}

void pf_exchange_fixed(pf_exchange *x, int status, const char *type, const char *text,
                       size_t bytes) {
  assert(status >= 100 && status < 600);
  assert(text);
  pf_exchange_drop_text(x);
  x->status = status;
  x->type = type;
  x->text = (char *)text;
  x->bytes = bytes;
  x->fixed = true;
}

void pf_exchange_text(pf_exchange *x, int status, const char *type, char *text, size_t bytes) {
  if (!text) {
    no_memory(x);
    return;
  }
  assert(status >= 100 && status < 600);
  assert(text != x->text); /* which is freed now */
  pf_exchange_drop_text(x);
  x->status = status;
  x->type = type;
  x->text = text;
  x->bytes = bytes;
}

void pf_exchange_json(pf_exchange *x, int status, json_t *json) {
  char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
  size_t bytes = text ? strlen(text) : 0;
  json_decref(json);
  if (text && x->has_begun) text[bytes++] = '\n'; /* a line, in place of the zero */
  pf_exchange_text(x, status, "application/json", text, bytes);
}

void pf_exchange_fail(pf_exchange *x, int status, const char *code, const char *format, ...) {
  char sentence[SENTENCE_BYTES];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  json_t *message = json_string(sentence);
  if (!message) message = json_string("what was sent is not UTF-8");
  x->etag[0] = '\0';
  pf_exchange_json(
      x, status,
      json_pack("{s:{s:i,s:s,s:o}}", "error", "status", status, "code", code, "message", message));
}

void pf_exchange_failed(pf_exchange *x, pathfan_status status, const char *sentence) {
  char reason[SENTENCE_BYTES];
  snprintf(reason, sizeof reason, "%s",
           sentence && *sentence ? sentence : pathfan_status_text(status));
  pf_hide_folders(reason);
  switch (status) {
  case PATHFAN_ERR_ARGUMENT: pf_exchange_fail(x, 400, "bad_request", "%s", reason); break;
  case PATHFAN_ERR_MALFORMED: pf_exchange_fail(x, 400, "malformed_map", "%s", reason); break;
  case PATHFAN_ERR_LIMIT: pf_exchange_fail(x, 400, "too_large", "%s", reason); break;
  case PATHFAN_ERR_NO_MEMORY: no_memory(x); break;
  case PATHFAN_ERR_BUSY: pf_exchange_fail(x, 409, "busy", "%s", reason); break;
  default: pf_exchange_fail(x, 500, "failed", "%s", reason);
  }
}

void pf_exchange_no_route(pf_exchange *x, const char *method, const char *path,
                          const char *allowed) {
  if (!allowed && strcmp(path, "*") != 0) {
    pf_exchange_fail(x, 404, "not_found", "there is nothing at this address");
  } else if (strcmp(method, "OPTIONS") == 0) {
    pf_exchange_fixed(x, 204, NULL, "", 0);
    pf_exchange_add(x, "Allow", "%s, OPTIONS", allowed ? allowed : "GET, HEAD");
  } else {
    if (!allowed) allowed = "OPTIONS";
    pf_exchange_fail(x, 405, "method_not_allowed", "this address takes %s", allowed);
    pf_exchange_add(x, "Allow", "%s%s", allowed, strstr(allowed, "OPTIONS") ? "" : ", OPTIONS");
  }
}

void pf_hide_folders(char *text) {
  const char *colon = strstr(text, ": ");
  const char *slash = colon ? memrchr(text, '/', (size_t)(colon - text)) : NULL;
  char *to = text;
  for (const char *from = slash ? slash + 1 : text; *from; from++) {
    const size_t word = *from == '/' && (to == text || to[-1] == ' ') ? strcspn(from, " ") : 0;
    if (word > 1)
      from = memrchr(from, '/', word);
    else
      *to++ = *from;
  }
  *to = '\0';
}

void pf_exchange_add(pf_exchange *x, const char *name, const char *format, ...) {
  va_list arguments;
  assert(strlen(name) < sizeof x->header_name);
  snprintf(x->header_name, sizeof x->header_name, "%s", name);
  va_start(arguments, format);
  vsnprintf(x->header_value, sizeof x->header_value, format, arguments);
  va_end(arguments);
}

void pf_exchange_drop_body(pf_exchange *x) {
  free(x->body);
  x->body = NULL;
  x->body_bytes = x->body_capacity = 0;
}

void pf_exchange_clear(pf_exchange *x) {
  pf_exchange_drop_text(x);
  pf_exchange_drop_body(x);
}

uint64_t pf_exchange_client(const pf_exchange *x, const char *header) {
  const char *named = header ? pf_exchange_header(x, header) : NULL;
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(x->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  const struct sockaddr *address = info ? info->client_addr : NULL;
  if (named) return pf_tag_of(named, strlen(named));
  if (address && address->sa_family == AF_INET)
    return pf_tag_of((const char *)&((const struct sockaddr_in *)address)->sin_addr, 4);
  if (address && address->sa_family == AF_INET6)
    return pf_tag_of((const char *)&((const struct sockaddr_in6 *)address)->sin6_addr, 8);
  return 0;
}

/* ---- JSON ---- */

json_t *pf_json_number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

/* Returns the bytes of a character at text that isn't shown: U+0000-1F, 7F, 80-9F; U+2028-202E,
 * 2066-2069. 0: it is shown. */
static size_t hidden_bytes(const unsigned char *text) {
  if (text[0] < 0x20 || text[0] == 0x7f) return 1;
  if (text[0] == 0xc2 && text[1] >= 0x80 && text[1] < 0xa0) return 2;
  if (text[0] != 0xe2) return 0;
  return (text[1] == 0x80 && text[2] >= 0xa8 && text[2] <= 0xae) ||
                 (text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9)
             ? 3
             : 0;
}

json_t *pf_json_name(const char *name) {
  char *shown = malloc(strlen(name) + 1), *to = shown;
  if (!shown) return NULL;
  while (*name) {
    const size_t hidden = hidden_bytes((const unsigned char *)name);
    if (hidden)
      name += hidden;
    else
      *to++ = *name++;
  }
  *to = '\0';
  json_t *json = json_string(shown);
  free(shown);
  return json ? json : json_string("");
}

json_t *pf_json_point(double x, double y) {
  return json_pack("[o,o]", pf_json_number(x), pf_json_number(y));
}

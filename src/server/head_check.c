/* head_check.c - one look at all headers. A proxy in front may read the same bytes in another way;
 * what one takes for a body, the other takes for the next request (request smuggling). So nothing
 * is guessed. */
#include "server/head_check.h"

#include <microhttpd.h>
#include <string.h>
#include <strings.h>

typedef struct heads {
  int lengths, codings; /* how many headers Content-Length, Transfer-Encoding there are */
  bool is_odd_length;   /* no plain number */
  bool is_chunked;
  bool is_encoded; /* Content-Encoding other than identity */
  bool has_control;
} heads;

static bool has_control(const char *value, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    if (((unsigned char)value[i] < ' ' && value[i] != '\t') || value[i] == 0x7f) return true;
  return false;
}

static enum MHD_Result look(void *context, enum MHD_ValueKind kind, const char *name,
                            size_t name_bytes, const char *value, size_t bytes) {
  heads *h = context;
  (void)kind;
  if (!value) value = "";
  if (has_control(name, name_bytes) || has_control(value, bytes)) h->has_control = true;
  if (strcasecmp(name, "Content-Length") == 0) {
    h->lengths++;
    const size_t digits = strspn(value, "0123456789");
    if (!digits || value[digits] || digits > 18) h->is_odd_length = true;
  } else if (strcasecmp(name, "Transfer-Encoding") == 0) {
    h->codings++;
    h->is_chunked = strcasecmp(value, "chunked") == 0;
  } else if (strcasecmp(name, "Content-Encoding") == 0) {
    if (strcasecmp(value, "identity") != 0) h->is_encoded = true;
  }
  return MHD_YES;
}

bool pf_head_check(pf_exchange *x, const char *version) {
  heads h = {.lengths = 0};
  MHD_get_connection_values_n(x->connection, MHD_HEADER_KIND, look, &h);
  const bool is_old = strcmp(version, "HTTP/1.0") == 0;
  if (h.has_control)
    pf_exchange_fail(x, 400, "bad_header", "a header has a control character");
  else if (h.lengths > 1 || h.is_odd_length)
    pf_exchange_fail(x, 400, "bad_length", "the request has %s Content-Length",
                     h.lengths > 1 ? "more than one" : "an odd");
  else if (h.codings && (h.lengths || is_old))
    pf_exchange_fail(x, 400, "bad_length",
                     "Transfer-Encoding goes neither with Content-Length "
                     "nor with HTTP/1.0");
  else if (h.codings > 1 || (h.codings && !h.is_chunked))
    pf_exchange_fail(x, 501, "bad_coding", "the only Transfer-Encoding that is read is chunked");
  else if (h.is_encoded)
    pf_exchange_fail(x, 415, "encoded", "a body with a Content-Encoding isn't read");
  if (x->status && x->status != 415) x->closing = true;
  return !x->status;
}

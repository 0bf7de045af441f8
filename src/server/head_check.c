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
  const char *block, *block_end; /* all of the head, in libmicrohttpd's buffer */
  const char *at;                /* in it, where the last header's value ends; NULL: unknown */
} heads;

static bool has_control(const char *value, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    if (((unsigned char)value[i] < ' ' && value[i] != '\t') || value[i] == 0x7f) return true;
  return false;
}

/* libmicrohttpd before 1.0 takes a zero byte for the end of a value. What it hides lies between
 * there and the next header's name, or the end of the head, where only the ends of lines should be:
 * as they are read, zeros are put in their place. A value that goes on in the next line is moved,
 * so it is found, too; RFC 9112, 5.2 wants it refused as well. */
static void look_between(heads *h, const char *next, size_t ends_most) {
  if (h->at && next >= h->at && next <= h->block_end) {
    size_t ends = 0;
    for (const char *c = h->at; c < next; c++) {
      if (*c == '\0')
        ends++;
      else if (*c != ' ' && *c != '\t')
        h->has_control = true;
    }
    if (ends > ends_most) h->has_control = true;
  }
  h->at = NULL;
}

static enum MHD_Result look(void *context, enum MHD_ValueKind kind, const char *name,
                            size_t name_bytes, const char *value, size_t bytes) {
  heads *h = context;
  (void)kind;
  look_between(h, name, strlen("\r\n"));
  if (value >= h->block && value < h->block_end) h->at = value + bytes;
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

bool pf_head_check(pf_exchange *x, const char *method, const char *version) {
  heads h = {.block = method, .block_end = method};
  const union MHD_ConnectionInfo *size =
      MHD_get_connection_info(x->connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  if (size) h.block_end += size->header_size;
  MHD_get_connection_values_n(x->connection, MHD_HEADER_KIND, look, &h);
  look_between(&h, h.block_end, strlen("\r\n\r\n"));
  const bool is_old = strcmp(version, "HTTP/1.0") == 0;
  if (h.has_control)
    pf_exchange_fail(x, 400, "bad_header",
                     "a header has a control character, or goes on in another line");
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

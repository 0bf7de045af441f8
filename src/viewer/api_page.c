/* api_page.c - the page's files. */
#include <stdio.h>
#include <string.h>

#include "viewer/gzip.h"
#include "viewer/page.h"
#include "viewer/server.h"

void pf_get_page(pf_server *server, pf_worker *worker, pf_exchange *x) {
  const pf_http_route *route = x->route;
  const char *pattern = route->pattern; /* names the file, or has a part that does */
  const bool is_root = strcmp(pattern, "/") == 0;
  const char *name = is_root ? "index.html" : strchr(pattern, '{') ? x->parts[0] : pattern + 1;
  const pf_page_file *file = pf_page_find(name);
  (void)server, (void)worker;
  if (!file || !file->served || (!is_root && strcmp(name, "index.html") == 0)) {
    pf_exchange_fail(x, 404, "not_found", "there is no such page");
    return;
  }
  const bool small = file->gzip && pf_takes_gzip(pf_exchange_header(x, "Accept-Encoding"));
  pf_exchange_fixed(x, 200, file->type, small ? file->gzip : file->text,
                    small ? file->gzip_bytes : file->bytes);
  x->encoding = small ? "gzip" : NULL;
  x->varies = file->gzip != NULL;
  snprintf(x->etag, sizeof x->etag, "\"%016llx\"", (unsigned long long)file->tag);
}

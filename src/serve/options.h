/* options.h - the options with which `serve` starts. */
#ifndef PF_SERVE_OPTIONS_H
#define PF_SERVE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pf_serve_options {
  const char *const *sources; /* [Size: source_count] indexes, and folders of them */
  int32_t source_count;       /* 1 or more */
  const char *bind;           /* a numeric address of this machine; default "127.0.0.1" */
  int32_t port;               /* 0: any free one; default 8080 */
  const char *socket;         /* path of a Unix socket, in place of both; NULL: none */
  const char *host;           /* one more name that requests may give as Host; "*": any; or NULL */
  const char *client_header;  /* a header that tells clients apart, set by a proxy; NULL: by their
                                 addresses */
  int32_t threads; /* those that talk to clients and answer by index, 1..64; default: processors */
  int32_t workers; /* those that answer what takes longer, 1..64; default: processors less 1 */
  int32_t connections;  /* at once, 2..100000; default 1024; half as many of one address */
  int32_t queue;        /* slow requests, and batches, that wait or run, 1..100000; default 64 */
  int32_t queue_of_one; /* of one client; default 16 */
  uint64_t work_limit;  /* of one query; default 3,000,000, some two seconds at most */
  uint64_t copies;      /* bytes of indexes, together, that are copied into memory; default 1 GiB */
  const char *copy_folder; /* where larger ones are copied to; NULL: TMPDIR, or else /var/tmp */
  bool mapped;             /* larger ones are mapped instead: nobody writes to their files */
  bool changes;            /* clients may change the obstacles of indexes */
  void (*listening)(const char *address); /* called once the server listens; may be NULL */
  void (*message)(const char *sentence);  /* gets warnings and errors; may be NULL */
} pf_serve_options;

#endif

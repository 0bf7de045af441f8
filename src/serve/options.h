/* options.h - what `serve` is told when it starts. */
#ifndef PATHFAN_SERVE_OPTIONS_H
#define PATHFAN_SERVE_OPTIONS_H

#include <stdint.h>

typedef struct pathfan_serve_options {
  const char *const *sources; /* [Size: source_count] indexes, and folders of them */
  int32_t source_count;       /* 1 or more */
  const char *bind;           /* an address of this machine, numeric; default "127.0.0.1" */
  int32_t port;               /* 0: any that is free; default 8080 */
  const char *socket;         /* path of a Unix socket, in place of both; NULL: none */
  const char *host;           /* one more name that requests may give as Host; "*": any; or NULL */
  const char *client_header;  /* a header that tells clients apart, set by a proxy; NULL: by their
                                 addresses */
  int32_t threads;      /* that talk to clients and answer by index, 1..64; default: processors */
  int32_t workers;      /* that answer what takes longer, 1..64; default: processors less 1 */
  int32_t connections;  /* at once, 2..100000; default 1024; of one address half as many */
  int32_t queue;        /* slow requests, and batches, that wait or run, 1..100000; default 64 */
  int32_t queue_of_one; /* the same of one client; default 16 */
  uint64_t work_limit;  /* of one query; default 3,000,000, some two seconds at most */
  void (*listening)(const char *address); /* called once it listens; may be NULL */
  void (*message)(const char *sentence);  /* what went wrong on the way; may be NULL */
} pathfan_serve_options;

#endif

/* pathfan/status.h - how pathfan functions report success and failure.
 *
 * A function that can fail returns a pathfan_status; 0 means success. A function that reads a file
 * also takes a pathfan_error, and stores a sentence there that names the file and the line, section
 * or feature at fault. */
#ifndef PATHFAN_STATUS_H
#define PATHFAN_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PATHFAN_API __attribute__((visibility("default")))
#else
#define PATHFAN_API
#endif

typedef enum pathfan_status {
  PATHFAN_OK = 0,

  /* The machine. */
  PATHFAN_ERR_IO = 1,        /* a file can't be opened, read or written; disk full */
  PATHFAN_ERR_NO_MEMORY = 2, /* an allocation failed; the object stays usable */
  PATHFAN_ERR_BUSY = 3,      /* another process is writing the same file */

  /* The caller. */
  PATHFAN_ERR_ARGUMENT = 10,  /* NULL, NaN, a number out of range; a request with such fields
                                 has an answer, of outcome INVALID_REQUEST */
  PATHFAN_ERR_LIMIT = 11,     /* a stated limit (memory, size, id width) would be exceeded */
  PATHFAN_ERR_CANCELLED = 12, /* the caller's is_cancelled function returned true */

  /* The input. */
  PATHFAN_ERR_MALFORMED = 20, /* a map, mesh or scenario breaks its format's rules */

  /* The index file. */
  PATHFAN_ERR_NOT_INDEX = 30, /* not a sealed pathfan index at all */
  PATHFAN_ERR_VERSION = 31,   /* a pathfan index of another format or byte order */
  PATHFAN_ERR_DAMAGED = 32    /* truncated, a digest differs, or a structure is impossible */
} pathfan_status;

/* A sentence for people. text is always zero-terminated; "" after success. */
typedef struct pathfan_error {
  char text[512];
} pathfan_error;

/* Returns a short lower-case description of status, e.g. "the index is damaged". Never NULL, not
 * even for values outside the enum. Static storage; thread-safe. */
PATHFAN_API const char *pathfan_status_text(pathfan_status status);

#ifdef __cplusplus
}
#endif

#endif

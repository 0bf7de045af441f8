/* faulty_io.h - runs a command and disturbs one of its calls on files.
 *
 *   faulty_plan plan = {.folder = "/tmp/x", .at = 7, .fault = faulty_named("EIO")};
 *   faulty_run(argv, &plan, "/tmp/err", &outcome);
 *
 * Calls are system calls, whether our code, LMDB or stdio makes them. They are counted from 0 in
 * the order in which the command makes them: those on files in one folder and on the folder itself.
 * Reads by the loader or for a locale don't count. x86-64 only (faulty_possible). One run at a time
 * in a process. */
#ifndef PF_TESTS_FAULTY_IO_H
#define PF_TESTS_FAULTY_IO_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum faulty_kind {
  FAULTY_NONE = 0,    /* calls are only recorded */
  FAULTY_ERRNO,       /* the call isn't made and fails; close() is made and fails */
  FAULTY_SHORT,       /* reads and writes: half the bytes */
  FAULTY_KILL_BEFORE, /* SIGKILL; the call isn't made */
  FAULTY_KILL_HALF,   /* reads and writes: half the bytes, then SIGKILL */
  FAULTY_KILL_AFTER   /* SIGKILL as soon as the call is done */
} faulty_kind;

typedef struct faulty_fault {
  const char *name; /* "EIO", "short", "kill-before", ... */
  faulty_kind kind;
  int error; /* for FAULTY_ERRNO */
} faulty_fault;

/* All faults, ended by a NULL name. */
extern const faulty_fault faulty_faults[];

/* NULL: no fault has that name. */
const faulty_fault *faulty_named(const char *name);

typedef struct faulty_call {
  const char *name;    /* "pwrite64", ... */
  char path[PATH_MAX]; /* of its file, empty for a mapping; `path` or `to` is in the folder */
  char to[PATH_MAX];   /* renames: the new name; else empty */
  int descriptor;      /* that the call is made on; -1: none */
  bool writes;         /* writes bytes to a file */
  bool changes;        /* changes a file or folder on the disk: writes, sizes, modes, names */
  uint64_t bytes;      /* read or written; 0: none. The call can be halved if above 1 */
} faulty_call;

typedef struct faulty_plan {
  const char *folder; /* an absolute path without links */
  int at;             /* number of the call to disturb */
  const faulty_fault *fault;
} faulty_plan;

typedef struct faulty_outcome {
  int exit_code;      /* -1: it died of a signal */
  int signal;         /* the signal it died of, or 0 */
  int call_count;     /* number of calls up to the fault; of all if there was none */
  bool injected;      /* there was such a call, and the fault applies to it */
  faulty_call *calls; /* [Size: call_count] free() them */
  char unlisted[128]; /* a call on the folder's files that isn't in the table of calls; or empty */
} faulty_outcome;

/* Whether calls can be caught here: not on other processors, nor where tracing isn't permitted. */
bool faulty_possible(void);

/* Runs argv[0] in the working folder, with stdout and stderr to a new file. After a fault the
 * command runs on undisturbed and untraced, so leak checkers work. plan->fault may be NULL. False:
 * the command couldn't be run; errno says why. */
bool faulty_run(char *const argv[], const faulty_plan *plan, const char *output,
                faulty_outcome *outcome);

#endif

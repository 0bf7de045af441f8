/* faulty_io.h - runs a command and lets one of its calls on files go wrong.
 *
 *   faulty_plan plan = {.folder = "/tmp/x", .at = 7, .fault = faulty_named("EIO")};
 *   faulty_run(argv, &plan, "/tmp/err", &outcome);
 *
 * Calls are system calls, whoever makes them: our code, LMDB, stdio. They are
 * counted from 0 in the order in which the command makes them, those on files in
 * one folder and on the folder itself; what the loader or a locale reads doesn't
 * count. x86-64 only (faulty_possible). One run at a time in a process. */
#ifndef PATHFAN_TESTS_FAULTY_IO_H
#define PATHFAN_TESTS_FAULTY_IO_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum faulty_kind {
  FAULTY_NONE = 0,    /* the calls are noted, nothing else */
  FAULTY_ERRNO,       /* the call isn't made and fails; close() is made and fails */
  FAULTY_SHORT,       /* reads and writes: half the bytes, or all but one of two */
  FAULTY_KILL_BEFORE, /* SIGKILL; the call isn't made */
  FAULTY_KILL_HALF,   /* reads and writes: half the bytes, then SIGKILL */
  FAULTY_KILL_AFTER   /* SIGKILL as soon as the call is done */
} faulty_kind;

typedef struct faulty_fault {
  const char *name; /* "EIO", "short", "kill-before", ... */
  faulty_kind kind;
  int error; /* FAULTY_ERRNO: which */
} faulty_fault;

/* All of them, ended by a NULL name. */
extern const faulty_fault faulty_faults[];

/* NULL: there is none of that name. */
const faulty_fault *faulty_named(const char *name);

typedef struct faulty_call {
  const char *name;    /* "pwrite64", ... */
  char path[PATH_MAX]; /* the first of its files that is in the folder */
  char to[PATH_MAX];   /* renames: the new name; or empty */
  int descriptor;      /* that it is made on, or -1 */
  bool writes;         /* bytes into a file */
  bool changes;        /* what a file or a folder is, on the disk: writes, sizes, modes, names */
  uint64_t bytes;      /* that it reads or writes; 0: neither. Above 1 they can be halved */
} faulty_call;

typedef struct faulty_plan {
  const char *folder; /* an absolute path without links */
  int at;             /* number of the call */
  const faulty_fault *fault;
} faulty_plan;

typedef struct faulty_outcome {
  int exit_code;      /* -1: it died of a signal */
  int signal;         /* that it died of, or 0 */
  int call_count;     /* up to the fault; all if there was none */
  bool injected;      /* there was such a call, and the fault applies to it */
  faulty_call *calls; /* [Size: call_count] free() them */
  char unlisted[128]; /* a call on the folder's files that isn't in the table of calls; or empty */
} faulty_outcome;

/* Whether calls can be caught here: false on other processors, and where tracing
 * isn't permitted. */
bool faulty_possible(void);

/* Runs argv[0] in the working folder, stdout and stderr to a new file. After a fault
 * the command runs on undisturbed and untraced, so leak checkers work. plan->fault may
 * be NULL. False: it couldn't be run, errno says why. */
bool faulty_run(char *const argv[], const faulty_plan *plan, const char *output,
                faulty_outcome *outcome);

#endif

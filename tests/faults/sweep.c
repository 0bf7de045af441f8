/* sweep.c - disturbs every call on files that a command makes, one after the other.
 *
 *   sweep [OPTIONS] --folder F --old OLD --new NEW --faults EIO,short,... -- COMMAND...
 *
 * OLD and NEW are folders: the content of F before the command and after it. For each call and
 * fault, F is made a copy of OLD, the command runs with F as its working folder (give it absolute
 * paths) and the fault in that call, and then
 *
 *   it ended with 0:   F is NEW, to the byte. Only faults that can be survived may end so
 *   it ended with 1:   F is OLD, or NEW if only the folder's last fsync failed; the message names
 *                      the file and the cause
 *   it was killed:     each file of F is OLD's or NEW's. The only others are temporaries, and
 *                      after an undisturbed run of the command F is NEW
 *
 * Anything else is wrong. Options:
 *   --mixed          a command with several outputs: after 1, each file is OLD's or NEW's
 *   --loose NAME     then this file may be anything; --verify has to judge it
 *   --spare NAME     a file that is only examined: failures on it need not be reported
 *   --verify TEXT    a shell command that must succeed after every run
 *   --list           print the calls of an undisturbed run */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "faulty_io.h"
#include "tree.h"

#define FAULTS_MAX 16
#define SPARE_MAX 8

typedef struct sweep {
  const char *folder, *verify;
  bool mixed;
  bool modes;  /* modes of files are compared */
  bool marked; /* a kill may have left the mark of a temporary on a file just published */
  const char *loose, *spare[SPARE_MAX];
  int spare_count;
  char **command;
  char output[PATH_MAX]; /* the command's last output */
  char said[4096];
  tree old, new;
  long wrong;
} sweep;

static void die(const char *what) {
  fprintf(stderr, "sweep: %s: %s\n", what, strerror(errno));
  exit(2);
}

static bool is_temporary(const sweep *s, const char *name) {
  for (int i = 0; i < s->new.count; i++) {
    const char *target = s->new.files[i].name;
    const size_t length = strlen(target);
    if (strncmp(name, target, length) == 0 && name[length] == '.' && strstr(name + length, "tmp"))
      return true;
  }
  return false;
}

/* ---- Judging ---- */

/* Returns the first thing that is wrong with the folder, NULL if nothing is. */
static const char *folder_wrong(const sweep *s, bool old_allowed, bool new_allowed, bool mixed,
                                bool temporaries) {
  static tree now;
  static char what[400];
  bool is_old = true, is_new = true, each = true;
  const char *wrong = NULL;
  tree_read(s->folder, &now);
  for (int i = 0; i < now.count && s->marked; i++) now.files[i].mode &= ~(mode_t)S_ISVTX;
  for (int i = 0; i < now.count && !wrong; i++) {
    const tree_file *f = &now.files[i], *old = tree_find(&s->old, f->name),
                    *new = tree_find(&s->new, f->name);
    const bool temporary = !old && !new &&is_temporary(s, f->name);
    if (temporary && temporaries) continue;
    is_old = is_old && tree_same(f, old);
    is_new = is_new && (s->modes ? tree_same(f, new) : tree_same_bytes(f, new));
    const bool loose = s->loose && strcmp(f->name, s->loose) == 0;
    each = each && (loose || tree_same(f, old) || tree_same(f, new));
    if (!old && !new) wrong = what, snprintf(what, sizeof what, "%s is left", f->name);
  }
  for (int i = 0; i < s->old.count; i++)
    if (!tree_find(&now, s->old.files[i].name)) is_old = each = false;
  for (int i = 0; i < s->new.count; i++)
    if (!tree_find(&now, s->new.files[i].name)) is_new = false;
  if (!wrong && !(old_allowed && is_old) && !(new_allowed && is_new) && !(mixed && each))
    wrong = is_old   ? "the folder is as it was before"
            : is_new ? "the folder is as a whole run leaves it"
            : each   ? "old and new files are side by side"
                     : "a file is neither the old nor the new one";
  tree_free(&now);
  return wrong;
}

static int run_plain(char *const argv[], const char *output) {
  const pid_t child = fork();
  int status;
  if (child == 0) {
    const int out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (out < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) _exit(126);
    execv(argv[0], argv);
    _exit(127);
  }
  if (child < 0 || waitpid(child, &status, 0) != child) die("fork");
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool verifies(const sweep *s) {
  char *const argv[] = {"/bin/sh", "-c", (char *)s->verify, NULL};
  return !s->verify || run_plain(argv, "/dev/null") == 0;
}

static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool ends_in(const char *path, const char *suffix) {
  const size_t length = strlen(path), end = strlen(suffix);
  return length >= end && strcmp(path + length - end, suffix) == 0;
}

static bool is_index(const char *path) {
  return ends_in(path, ".pathfan") || (strstr(path, ".pathfan.") && ends_in(path, ".tmp"));
}

static bool is_folder(const sweep *s, const char *path) {
  const size_t length = strlen(s->folder);
  return strncmp(path, s->folder, length) == 0 &&
         (path[length] == '\0' || strcmp(path + length, "/") == 0 ||
          strcmp(path + length, "/.") == 0);
}

/* Reads the command's output. */
static void listen(sweep *s) {
  FILE *stream = fopen(s->output, "r");
  const size_t length = stream ? fread(s->said, 1, sizeof s->said - 1, stream) : 0;
  s->said[length] = '\0';
  if (stream) fclose(stream);
}

/* The command's output must have a line of the program's own and name the file of the call; for a
 * temporary or the folder, any file will do. */
static bool names_file(const sweep *s, const faulty_call *call) {
  if (!strstr(s->said, "pathfan: ")) return false;
  const char *name = base_of(call->path);
  if (tree_find(&s->old, name) || tree_find(&s->new, name)) return strstr(s->said, name) != NULL;
  if (is_folder(s, call->path) && strstr(s->said, s->folder)) return true;
  for (int i = 0; i < s->new.count; i++)
    if (strstr(s->said, s->new.files[i].name)) return true;
  return false;
}

/* ---- What may end how ---- */

/* Calls whose failure doesn't impair the result; failures of all others must be reported. The
 * result is checked in any case. */
static const struct {
  const char *call;
  bool index, output; /* when an index is built, when another file is written */
  const char *why;
} harmless[] = {
    {"close", true, true, "the bytes are synced by then, or were only read"},
    {"munmap", true, true, "the process has some addresses less"},
    {"fstatfs", true, true, "LMDB looks for file systems that it knows to be bad"},
    {"fstatat", true, true, "a guess is made, and what follows finds out"},
    {"access", true, true, "the same"},
    {"mkdir", true, false, "the folder is there"},
    {"flock", true, true, "where there are no locks the file is still worth writing"},
    {"unlink", true, true, "a claim that stays is taken over by the next writer"},
    {"fchmod", true, true, "where modes can't be set the file is still worth writing"},
};

static bool is_harmless(const sweep *s, const faulty_outcome *o) {
  const faulty_call *call = &o->calls[o->call_count - 1];
  const bool index = is_index(call->path) || is_folder(s, call->path);
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
    if (strcmp(call->name, harmless[i].call) == 0 &&
        (index ? harmless[i].index : harmless[i].output))
      return true;
  for (int i = 0; i < s->spare_count; i++)
    if (strcmp(base_of(call->path), s->spare[i]) == 0) return true;
  /* Leftovers of an earlier build for --resume do no harm. */
  if (ends_in(call->path, ".pathfan.work")) return true;
  /* Those of other radii, "x.pathfan.r1.work". */
  if (strstr(call->path, ".pathfan.r") && ends_in(call->path, ".work")) return true;
  /* A published index is examined again only for its size. */
  for (int i = 0; i < o->call_count - 1; i++)
    if (strcmp(o->calls[i].to, call->path) == 0) return true;
  return false;
}

/* Calls that signals interrupt, which must be repeated. */
static const char *const interruptible[] = {
    "open",      "openat", "close",  "read",      "pread64",  "write",
    "pwrite64",  "readv",  "writev", "preadv",    "pwritev",  "fsync",
    "fdatasync", "flock",  "fchmod", "ftruncate", "fallocate"};

/* Bytes that LMDB reads of each of its first two pages. A regular file gives less only at its end,
 * so LMDB rightly takes less for damage. */
#define LMDB_HEADER 152

static bool applies(const faulty_fault *fault, const faulty_call *call) {
  return fault->kind != FAULTY_SHORT || call->bytes != LMDB_HEADER || ends_in(call->path, ".tmp");
}

/* Whether a fault must be survived. A write by LMDB, on its own descriptor, need not survive being
 * cut short: LMDB takes that for an error. */
static bool must_survive(const faulty_fault *fault, const faulty_outcome *o) {
  const faulty_call *call = &o->calls[o->call_count - 1];
  if (fault->kind == FAULTY_SHORT) {
    for (int i = 0; i < o->call_count && call->writes; i++)
      if (strcmp(o->calls[i].name, "flock") == 0 && strcmp(o->calls[i].path, call->path) == 0)
        return o->calls[i].descriptor == call->descriptor;
    return call->writes || call->bytes != LMDB_HEADER;
  }
  for (size_t i = 0; i < sizeof interruptible / sizeof *interruptible; i++)
    if (fault->error == EINTR && strcmp(call->name, interruptible[i]) == 0) return true;
  return false;
}

/* Returns what is wrong with a run, NULL if nothing is. */
static const char *judge(sweep *s, const faulty_fault *fault, const faulty_outcome *o) {
  const faulty_call *call = &o->calls[o->call_count - 1];
  static char what[200];
  const bool killed = fault->kind >= FAULTY_KILL_BEFORE;
  const char *wrong = NULL;
  s->marked = killed;
  /* The faulty call is not the last one recorded if the command went on traced. */
  if (o->unlisted[0]) return o->unlisted;
  if (killed) {
    if (o->signal != SIGKILL) return "it wasn't killed";
    wrong = folder_wrong(s, true, true, true, true);
  } else if (o->exit_code == 0) {
    const bool survivable = fault->kind == FAULTY_SHORT || fault->error == EINTR;
    s->modes = strcmp(call->name, "fchmod") != 0;
    if (!survivable && !is_harmless(s, o)) wrong = "the failure isn't reported";
    const bool claim_stays = strcmp(call->name, "unlink") == 0 && ends_in(call->path, ".tmp");
    if (!wrong) wrong = folder_wrong(s, false, true, false, claim_stays);
    s->modes = true;
  } else if (o->exit_code == 1) {
    const bool last = strcmp(call->name, "fsync") == 0 && is_folder(s, call->path);
    wrong = folder_wrong(s, !last, last, s->mixed, false);
    if (!wrong && must_survive(fault, o)) wrong = "it isn't survived";
    listen(s);
    if (!wrong && !names_file(s, call)) wrong = "the message doesn't name the file";
    if (!wrong && fault->error && !is_harmless(s, o) && !strstr(s->said, strerror(fault->error)))
      wrong = "the message doesn't tell the cause";
  } else {
    snprintf(what, sizeof what, "exit code %d, signal %d", o->exit_code, o->signal);
    wrong = what;
  }
  if (!wrong && !verifies(s)) wrong = "it doesn't verify";
  if (!wrong && killed) {
    if (run_plain(s->command, s->output) != 0)
      wrong = "the next run fails";
    else
      wrong = folder_wrong(s, false, true, false, false);
    if (!wrong && !verifies(s)) wrong = "the next run's output doesn't verify";
  }
  return wrong;
}

/* ---- What survives what ---- */

#define KINDS_MAX 256
typedef struct tally {
  const char *call, *fault;
  char on[NAME_MAX + 1];
  int survived, refused;
} tally;
static tally tallies[KINDS_MAX];
static int tally_count;

static void count(const sweep *s, const faulty_call *call, const char *fault, bool survived) {
  char on[NAME_MAX + 1];
  const char *name = base_of(call->path);
  snprintf(on, sizeof on, "%.255s",
           is_folder(s, call->path)                               ? "the folder"
           : tree_find(&s->old, name) || tree_find(&s->new, name) ? name
           : call->path[0]                                        ? "the temporary"
                                                                  : "a mapping");
  int i = 0;
  while (i < tally_count && (strcmp(tallies[i].call, call->name) != 0 ||
                             strcmp(tallies[i].on, on) != 0 || tallies[i].fault != fault))
    i++;
  if (i == KINDS_MAX) return;
  if (i == tally_count) {
    tallies[tally_count] = (tally){.call = call->name, .fault = fault};
    memcpy(tallies[tally_count++].on, on, sizeof on);
  }
  if (survived)
    tallies[i].survived++;
  else
    tallies[i].refused++;
}

static void print_tallies(void) {
  for (int i = 0; i < tally_count; i++)
    printf("  %-10s %-16s %-7s survived %3d, refused %3d\n", tallies[i].call, tallies[i].on,
           tallies[i].fault, tallies[i].survived, tallies[i].refused);
}

/* ---- The sweep ---- */

/* A file's bytes must be on the disk before its name is, and the name before success is
 * reported. */
static const char *durability_wrong(const sweep *s, const faulty_outcome *o) {
  for (int i = 0; i < o->call_count; i++) {
    const faulty_call *call = &o->calls[i];
    if (strncmp(call->name, "rename", 6) != 0) continue;
    bool synced = false, folder_synced = false;
    for (int j = 0; j < i; j++) {
      if (strcmp(o->calls[j].path, call->path) != 0) continue;
      if (strcmp(o->calls[j].name, "fsync") == 0) synced = true;
      if (o->calls[j].changes) synced = false;
    }
    for (int j = i + 1; j < o->call_count; j++)
      folder_synced = folder_synced ||
                      (strcmp(o->calls[j].name, "fsync") == 0 && is_folder(s, o->calls[j].path));
    if (!synced) return "a file is renamed before it is synced";
    if (!folder_synced) return "the folder isn't synced after a rename";
  }
  return NULL;
}

static void complain(sweep *s, int number, const faulty_call *call, const char *fault,
                     const char *wrong) {
  s->wrong++;
  if (s->wrong <= 20)
    printf("FAILED: call %d, %s of %s, %s: %s\n", number, call ? call->name : "-",
           call ? base_of(call->path) : "-", fault, wrong);
}

/* Runs the command with a fault in call `at`; false if there is no such call. */
static bool disturb(sweep *s, int at, const faulty_fault *fault, long *runs) {
  const faulty_plan plan = {.folder = s->folder, .at = at, .fault = fault};
  faulty_outcome o;
  tree_write(s->folder, &s->old);
  if (!faulty_run(s->command, &plan, s->output, &o)) die("can't trace");
  if (o.injected && applies(fault, &o.calls[at])) {
    const faulty_call *call = &o.calls[at];
    o.call_count = at + 1;
    const char *wrong = judge(s, fault, &o);
    (*runs)++;
    if (fault->kind < FAULTY_KILL_BEFORE) count(s, call, fault->name, o.exit_code == 0);
    if (wrong) {
      complain(s, at, call, fault->name, wrong);
      if (s->wrong <= 20 && s->said[0]) printf("  it said: %s\n", s->said);
      s->said[0] = '\0';
    }
  }
  const bool reached = o.call_count > at;
  free(o.calls);
  return reached;
}

static int undisturbed(sweep *s, bool list) {
  const faulty_plan plan = {.folder = s->folder};
  faulty_outcome o;
  tree_write(s->folder, &s->old);
  if (!faulty_run(s->command, &plan, s->output, &o)) die("can't trace");
  for (int i = 0; list && i < o.call_count; i++)
    printf("%4d %-10s %s%s%s %llu\n", i, o.calls[i].name, o.calls[i].path,
           o.calls[i].to[0] ? " -> " : "", o.calls[i].to, (unsigned long long)o.calls[i].bytes);
  const char *wrong = o.unlisted[0]       ? o.unlisted
                      : o.exit_code != 0  ? "it fails undisturbed"
                      : o.call_count == 0 ? "it makes no call on the folder"
                                          : folder_wrong(s, false, true, false, false);
  if (!wrong) wrong = durability_wrong(s, &o);
  if (!wrong && !verifies(s)) wrong = "it doesn't verify";
  if (wrong) complain(s, -1, NULL, "no fault", wrong);
  free(o.calls);
  return o.call_count;
}

static int faults_of(char *list, const faulty_fault **faults) {
  int found = 0;
  for (char *name = strtok(list, ","); name && found < FAULTS_MAX; name = strtok(NULL, ",")) {
    faults[found] = faulty_named(name);
    if (!faults[found++]) {
      fprintf(stderr, "sweep: no fault is called %s\n", name);
      exit(2);
    }
  }
  return found;
}

int main(int argc, char **argv) {
  static sweep s = {.modes = true};
  static const struct option options[] = {
      {"folder", required_argument, NULL, 'f'}, {"old", required_argument, NULL, 'o'},
      {"new", required_argument, NULL, 'n'},    {"faults", required_argument, NULL, 'x'},
      {"verify", required_argument, NULL, 'v'}, {"mixed", no_argument, NULL, 'm'},
      {"loose", required_argument, NULL, 'L'},  {"spare", required_argument, NULL, 's'},
      {"list", no_argument, NULL, 'l'},         {NULL, 0, NULL, 0}};
  const faulty_fault *faults[FAULTS_MAX];
  int fault_count = 0;
  bool list = false;
  for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;) switch (option) {
    case 'f': s.folder = optarg; break;
    case 'o': tree_read(optarg, &s.old); break;
    case 'n': tree_read(optarg, &s.new); break;
    case 'x': fault_count = faults_of(optarg, faults); break;
    case 'v': s.verify = optarg; break;
    case 'm': s.mixed = true; break;
    case 'L': s.loose = optarg; break;
    case 's':
      if (s.spare_count < SPARE_MAX) s.spare[s.spare_count++] = optarg;
      break;
    case 'l': list = true; break;
    default: return 2;
    }
  s.command = argv + optind;
  if (!s.folder || optind == argc || s.old.count == 0 || s.new.count == 0) {
    fprintf(stderr,
            "usage: sweep [OPTIONS] --folder F --old OLD --new NEW --faults LIST -- COMMAND\n");
    return 2;
  }
  if (!faulty_possible()) {
    printf("skipped: calls can't be traced here\n");
    return 77;
  }
  if (chdir(s.folder) != 0) die(s.folder);
  snprintf(s.output, sizeof s.output, "%s.said", s.folder);

  const int calls = undisturbed(&s, list);
  long runs = 0;
  for (int f = 0; f < fault_count && s.wrong <= 20; f++)
    for (int at = 0; disturb(&s, at, faults[f], &runs); at++) continue;
  if (list) print_tallies();
  printf("%d calls on files, %ld runs with one of them disturbed, %ld wrong\n", calls, runs,
         s.wrong);
  tree_free(&s.old);
  tree_free(&s.new);
  unlink(s.output);
  return s.wrong ? 1 : 0;
}

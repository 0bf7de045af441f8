/* faulty_io.c - catches system calls.
 *
 * The command is traced with ptrace: the kernel stops it on its way into and out of every system
 * call. A library loaded before libc wouldn't do: stdio and opendir make their calls inside libc,
 * past any other library.
 *
 * On the way in, the call's descriptor or path is looked up, in /proc or in the command's memory,
 * and compared with the folder. To make a call fail, it is replaced by a call that doesn't exist,
 * and gets its result on the way out. To halve it, its count or the lengths of its vector are
 * changed, and restored afterwards.
 *
 * A check makes sure that no call escapes: a call that isn't in the table, but has a descriptor of
 * the folder's files as its first argument or their path as one of its first three, is reported as
 * `unlisted`. */
#include "faulty_io.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

const faulty_fault faulty_faults[] = {{"EIO", FAULTY_ERRNO, EIO},
                                      {"ENOSPC", FAULTY_ERRNO, ENOSPC},
                                      {"EDQUOT", FAULTY_ERRNO, EDQUOT},
                                      {"EINTR", FAULTY_ERRNO, EINTR},
                                      {"short", FAULTY_SHORT, 0},
                                      {"kill-before", FAULTY_KILL_BEFORE, 0},
                                      {"kill-half", FAULTY_KILL_HALF, 0},
                                      {"kill-after", FAULTY_KILL_AFTER, 0},
                                      {NULL, FAULTY_NONE, 0}};

const faulty_fault *faulty_named(const char *name) {
  for (const faulty_fault *fault = faulty_faults; fault->name; fault++)
    if (strcmp(fault->name, name) == 0) return fault;
  return NULL;
}

#ifdef __x86_64__
#include <linux/ptrace.h> /* after sys/ptrace.h: the structs of newer requests */
#include <sys/user.h>

#define THREADS_MAX 64
#define MAPPINGS_MAX 256
#define VECTOR_MAX 1024 /* IOV_MAX */

/* How a call takes its files and bytes; the numbers are those of arguments. */
typedef enum call_shape {
  ON_FD,        /* 0 is a descriptor */
  ON_PATH,      /* 0 is a path */
  ON_FD_PATH,   /* 0 is a folder's descriptor, 1 a path */
  TWO_PATHS,    /* 0 and 1 are paths */
  TWO_FD_PATHS, /* 0 and 1, 2 and 3: descriptors and paths */
  MAPS,         /* 4 is a descriptor, -1 for none */
  ON_MAPPING    /* 0 is an address */
} call_shape;

typedef enum call_data { NO_DATA, COUNT, VECTOR } call_data; /* 2: bytes, or entries of 1 */

typedef struct call_type {
  long number;
  const char *name;
  call_shape shape;
  call_data data;
  char effect; /* 'w': writes bytes to a file, 'c': other changes, ' ': none */
} call_type;

static const call_type call_types[] = {{SYS_open, "open", ON_PATH, NO_DATA, ' '},
                                       {SYS_openat, "openat", ON_FD_PATH, NO_DATA, ' '},
                                       {SYS_creat, "creat", ON_PATH, NO_DATA, 'c'},
                                       {SYS_close, "close", ON_FD, NO_DATA, ' '},
                                       {SYS_read, "read", ON_FD, COUNT, ' '},
                                       {SYS_pread64, "pread64", ON_FD, COUNT, ' '},
                                       {SYS_readv, "readv", ON_FD, VECTOR, ' '},
                                       {SYS_preadv, "preadv", ON_FD, VECTOR, ' '},
                                       {SYS_write, "write", ON_FD, COUNT, 'w'},
                                       {SYS_pwrite64, "pwrite64", ON_FD, COUNT, 'w'},
                                       {SYS_writev, "writev", ON_FD, VECTOR, 'w'},
                                       {SYS_pwritev, "pwritev", ON_FD, VECTOR, 'w'},
                                       {SYS_lseek, "lseek", ON_FD, NO_DATA, ' '},
                                       {SYS_fsync, "fsync", ON_FD, NO_DATA, ' '},
                                       {SYS_fdatasync, "fdatasync", ON_FD, NO_DATA, ' '},
                                       {SYS_msync, "msync", ON_MAPPING, NO_DATA, ' '},
                                       {SYS_mmap, "mmap", MAPS, NO_DATA, ' '},
                                       {SYS_munmap, "munmap", ON_MAPPING, NO_DATA, ' '},
                                       {SYS_madvise, "madvise", ON_MAPPING, NO_DATA, ' '},
                                       {SYS_ftruncate, "ftruncate", ON_FD, NO_DATA, 'c'},
                                       {SYS_truncate, "truncate", ON_PATH, NO_DATA, 'c'},
                                       {SYS_fallocate, "fallocate", ON_FD, NO_DATA, 'c'},
                                       {SYS_fadvise64, "fadvise64", ON_FD, NO_DATA, ' '},
                                       {SYS_fchmod, "fchmod", ON_FD, NO_DATA, 'c'},
                                       {SYS_chmod, "chmod", ON_PATH, NO_DATA, 'c'},
                                       {SYS_fchmodat, "fchmodat", ON_FD_PATH, NO_DATA, 'c'},
                                       {SYS_stat, "stat", ON_PATH, NO_DATA, ' '},
                                       {SYS_lstat, "lstat", ON_PATH, NO_DATA, ' '},
                                       {SYS_fstat, "fstat", ON_FD, NO_DATA, ' '},
                                       {SYS_newfstatat, "fstatat", ON_FD_PATH, NO_DATA, ' '},
                                       {SYS_statx, "statx", ON_FD_PATH, NO_DATA, ' '},
                                       {SYS_statfs, "statfs", ON_PATH, NO_DATA, ' '},
                                       {SYS_fstatfs, "fstatfs", ON_FD, NO_DATA, ' '},
                                       {SYS_access, "access", ON_PATH, NO_DATA, ' '},
                                       {SYS_faccessat, "faccessat", ON_FD_PATH, NO_DATA, ' '},
                                       {SYS_faccessat2, "faccessat2", ON_FD_PATH, NO_DATA, ' '},
                                       {SYS_readlink, "readlink", ON_PATH, NO_DATA, ' '},
                                       {SYS_readlinkat, "readlinkat", ON_FD_PATH, NO_DATA, ' '},
                                       {SYS_getdents64, "getdents64", ON_FD, NO_DATA, ' '},
                                       {SYS_flock, "flock", ON_FD, NO_DATA, ' '},
                                       {SYS_fcntl, "fcntl", ON_FD, NO_DATA, ' '},
                                       {SYS_ioctl, "ioctl", ON_FD, NO_DATA, ' '},
                                       {SYS_rename, "rename", TWO_PATHS, NO_DATA, 'c'},
                                       {SYS_renameat, "renameat", TWO_FD_PATHS, NO_DATA, 'c'},
                                       {SYS_renameat2, "renameat2", TWO_FD_PATHS, NO_DATA, 'c'},
                                       {SYS_link, "link", TWO_PATHS, NO_DATA, 'c'},
                                       {SYS_linkat, "linkat", TWO_FD_PATHS, NO_DATA, 'c'},
                                       {SYS_unlink, "unlink", ON_PATH, NO_DATA, 'c'},
                                       {SYS_unlinkat, "unlinkat", ON_FD_PATH, NO_DATA, 'c'},
                                       {SYS_mkdir, "mkdir", ON_PATH, NO_DATA, 'c'},
                                       {SYS_mkdirat, "mkdirat", ON_FD_PATH, NO_DATA, 'c'},
                                       {SYS_rmdir, "rmdir", ON_PATH, NO_DATA, 'c'}};
enum { CALL_TYPES = sizeof call_types / sizeof *call_types };

/* A thread of the command. `type` is set between the way into and out of a call. */
typedef struct traced {
  pid_t id;
  const call_type *type; /* of a call that counts, or NULL */
  bool faulty;           /* the fault applies to this call */
  uint64_t vector_at;    /* where a length was changed, and the old one */
  uint64_t vector_length;
} traced;

typedef struct run {
  const faulty_plan *plan;
  faulty_outcome *outcome;
  pid_t leader;
  traced threads[THREADS_MAX];
  int thread_count;
  uint64_t mappings[MAPPINGS_MAX]; /* of files in the folder */
  int mapping_count;
  int call_room;
} run;

static bool in_folder(const run *r, const char *path) {
  const size_t length = strlen(r->plan->folder);
  return strncmp(path, r->plan->folder, length) == 0 &&
         (path[length] == '/' || path[length] == '\0');
}

/* The target of a link of /proc; empty if there is none. */
static void follow(pid_t id, const char *what, long number, char path[PATH_MAX]) {
  char link[64];
  if (number >= 0)
    snprintf(link, sizeof link, "/proc/%d/%s/%ld", (int)id, what, number);
  else
    snprintf(link, sizeof link, "/proc/%d/%s", (int)id, what);
  const ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length > 0 ? length : 0] = '\0';
}

static bool peek(pid_t id, uint64_t address, void *data, size_t bytes) {
  struct iovec here = {data, bytes}, there = {(void *)(uintptr_t)address, bytes};
  return process_vm_readv(id, &here, 1, &there, 1, 0) == (ssize_t)bytes;
}

static bool poke(pid_t id, uint64_t address, uint64_t word) {
  return ptrace(PTRACE_POKEDATA, id, (void *)(uintptr_t)address, (void *)(uintptr_t)word) == 0;
}

/* Reads text from the command's memory, up to its zero, page by page, since the next page may be
 * missing. */
static bool peek_text(pid_t id, uint64_t address, char text[PATH_MAX]) {
  size_t have = 0;
  while (have < PATH_MAX) {
    size_t step = 4096 - (address + have) % 4096;
    if (step > PATH_MAX - have) step = PATH_MAX - have;
    if (!peek(id, address + have, text + have, step)) return false;
    if (memchr(text + have, 0, step)) return true;
    have += step;
  }
  return false;
}

/* The path that a call names; empty if it can't be found out. */
static void resolve(pid_t id, int folder, uint64_t address, char path[PATH_MAX]) {
  char text[PATH_MAX], base[PATH_MAX];
  static const char own[] = "/proc/self/fd/";
  path[0] = '\0';
  if (!address || !peek_text(id, address, text)) return;
  if (strncmp(text, own, sizeof own - 1) == 0) {
    follow(id, "fd", strtol(text + sizeof own - 1, NULL, 10), path);
    return;
  }
  if (text[0] == '/') {
    memcpy(path, text, strlen(text) + 1);
    return;
  }
  if (folder == AT_FDCWD)
    follow(id, "cwd", -1, base);
  else
    follow(id, "fd", folder, base);
  if (snprintf(path, PATH_MAX, text[0] ? "%s/%s" : "%s%s", base, text) >= PATH_MAX) path[0] = '\0';
}

static int mapping_of(const run *r, uint64_t address) {
  for (int i = 0; i < r->mapping_count; i++)
    if (r->mappings[i] == address) return i;
  return -1;
}

/* Whether the call counts; if so, fills in its files. */
static bool on_our_files(const run *r, pid_t id, const call_type *type, const uint64_t *argument,
                         faulty_call *call) {
  call->path[0] = call->to[0] = '\0';
  switch (type->shape) {
  case ON_FD:
    if (argument[0] <= INT_MAX) follow(id, "fd", (long)argument[0], call->path);
    break;
  case ON_PATH: resolve(id, AT_FDCWD, argument[0], call->path); break;
  case ON_FD_PATH: resolve(id, (int)argument[0], argument[1], call->path); break;
  case TWO_PATHS:
    resolve(id, AT_FDCWD, argument[0], call->path);
    resolve(id, AT_FDCWD, argument[1], call->to);
    break;
  case TWO_FD_PATHS:
    resolve(id, (int)argument[0], argument[1], call->path);
    resolve(id, (int)argument[2], argument[3], call->to);
    break;
  case MAPS:
    if ((int)argument[4] >= 0) follow(id, "fd", (long)(int)argument[4], call->path);
    break;
  case ON_MAPPING: return mapping_of(r, argument[0]) >= 0;
  }
  return in_folder(r, call->path) || in_folder(r, call->to);
}

/* Reports a call that isn't in the table but concerns the folder. uname's argument is only written
 * to. */
static void look_for_unlisted(run *r, pid_t id, uint64_t number, const uint64_t *argument) {
  char path[PATH_MAX];
  bool ours = false;
  if (number == SYS_exit_group || number == SYS_exit || number == SYS_execve || number == SYS_uname)
    return;
  if (argument[0] < 1024) {
    follow(id, "fd", (long)argument[0], path);
    ours = in_folder(r, path);
  }
  for (int i = 0; i < 3 && !ours; i++)
    ours = argument[i] > 4096 && peek_text(id, argument[i], path) && in_folder(r, path);
  if (ours)
    snprintf(r->outcome->unlisted, sizeof r->outcome->unlisted, "system call %d on %.90s",
             (int)number, path);
}

static const call_type *type_of(uint64_t number) {
  for (int i = 0; i < CALL_TYPES; i++)
    if ((uint64_t)call_types[i].number == number) return &call_types[i];
  return NULL;
}

static uint64_t data_bytes(pid_t id, const call_type *type, const uint64_t *argument) {
  struct iovec vector[VECTOR_MAX];
  uint64_t bytes = 0;
  if (type->data == COUNT) return argument[2];
  if (type->data == NO_DATA || argument[2] > VECTOR_MAX ||
      !peek(id, argument[1], vector, argument[2] * sizeof *vector))
    return 0;
  for (uint64_t i = 0; i < argument[2]; i++) bytes += vector[i].iov_len;
  return bytes;
}

/* Makes the call take half of its bytes. */
static void halve(pid_t id, traced *thread, uint64_t bytes, struct user_regs_struct *registers) {
  uint64_t left = bytes / 2;
  if (thread->type->data == COUNT) {
    registers->rdx = left;
    return;
  }
  for (uint64_t i = 0; i < registers->rdx; i++) {
    const uint64_t at = registers->rsi + i * sizeof(struct iovec);
    struct iovec entry;
    if (!peek(id, at, &entry, sizeof entry)) return;
    if (left <= entry.iov_len) {
      thread->vector_at = at + offsetof(struct iovec, iov_len);
      thread->vector_length = entry.iov_len;
      poke(id, thread->vector_at, left);
      registers->rdx = i + 1;
      return;
    }
    left -= entry.iov_len;
  }
}

static bool note(run *r, const faulty_call *call) {
  faulty_outcome *o = r->outcome;
  if (o->call_count == r->call_room) {
    const int room = r->call_room ? 2 * r->call_room : 64;
    faulty_call *larger = realloc(o->calls, (size_t)room * sizeof *larger);
    if (!larger) return false;
    o->calls = larger;
    r->call_room = room;
  }
  o->calls[o->call_count++] = *call;
  return true;
}

/* Handles the way into a call. */
static void enter(run *r, traced *thread) {
  struct user_regs_struct registers;
  const pid_t id = thread->id;
  static faulty_call call;
  thread->type = NULL;
  if (ptrace(PTRACE_GETREGS, id, NULL, &registers) != 0) return;
  const uint64_t argument[] = {registers.rdi, registers.rsi, registers.rdx,
                               registers.r10, registers.r8,  registers.r9};
  const call_type *type = type_of(registers.orig_rax);
  if (!type) {
    look_for_unlisted(r, id, registers.orig_rax, argument);
    return;
  }
  if (!on_our_files(r, id, type, argument, &call)) return;
  call.name = type->name;
  call.bytes = data_bytes(id, type, argument);
  call.descriptor = type->shape == ON_FD ? (int)argument[0] : -1;
  call.writes = type->effect == 'w';
  call.changes = type->effect != ' ';
  thread->type = type;
  const int number = r->outcome->call_count;
  const faulty_fault *fault = r->plan->fault;
  if (!note(r, &call) || !fault || fault->kind == FAULTY_NONE || number != r->plan->at) return;
  if ((fault->kind == FAULTY_SHORT || fault->kind == FAULTY_KILL_HALF) && call.bytes < 2) return;

  thread->faulty = r->outcome->injected = true;
  if (fault->kind == FAULTY_SHORT || fault->kind == FAULTY_KILL_HALF)
    halve(id, thread, call.bytes, &registers);
  else if (fault->kind == FAULTY_KILL_BEFORE ||
           (fault->kind == FAULTY_ERRNO && type->number != SYS_close))
    registers.orig_rax = (unsigned long long)-1;
  ptrace(PTRACE_SETREGS, id, NULL, &registers);
  if (fault->kind == FAULTY_KILL_BEFORE) kill(r->leader, SIGKILL);
}

/* Handles the way out. True: the fault has happened, the command may run on untraced. */
static bool leave(run *r, traced *thread) {
  struct user_regs_struct registers;
  const call_type *type = thread->type;
  const faulty_fault *fault = r->plan->fault;
  thread->type = NULL;
  if (!type || ptrace(PTRACE_GETREGS, thread->id, NULL, &registers) != 0) return false;
  if (thread->faulty && fault->kind == FAULTY_ERRNO) {
    registers.rax = (unsigned long long)-fault->error;
    ptrace(PTRACE_SETREGS, thread->id, NULL, &registers);
  }
  if (thread->vector_at) poke(thread->id, thread->vector_at, thread->vector_length);
  if (thread->faulty && (fault->kind == FAULTY_KILL_HALF || fault->kind == FAULTY_KILL_AFTER))
    kill(r->leader, SIGKILL);
  if (type->shape == MAPS && (int64_t)registers.rax > 0 && r->mapping_count < MAPPINGS_MAX)
    r->mappings[r->mapping_count++] = registers.rax;
  const int gone = type->number == SYS_munmap ? mapping_of(r, registers.rdi) : -1;
  if (gone >= 0 && registers.rax == 0) r->mappings[gone] = r->mappings[--r->mapping_count];
  return thread->faulty && (fault->kind == FAULTY_ERRNO || fault->kind == FAULTY_SHORT);
}

static traced *thread_of(run *r, pid_t id) {
  for (int i = 0; i < r->thread_count; i++)
    if (r->threads[i].id == id) return &r->threads[i];
  if (r->thread_count == THREADS_MAX) return NULL;
  traced *thread = &r->threads[r->thread_count++];
  *thread = (traced){.id = id};
  return thread;
}

static void forget_thread(run *r, pid_t id) {
  for (int i = 0; i < r->thread_count; i++)
    if (r->threads[i].id == id) {
      r->threads[i] = r->threads[--r->thread_count];
      return;
    }
}

/* Handles one stop of one thread. Returns the signal to continue with; -1: stop tracing. */
static int stopped(run *r, pid_t id, int status) {
  const int signal = WSTOPSIG(status);
  traced *thread = thread_of(r, id);
  if (signal != (SIGTRAP | 0x80)) {
    /* Events, and the first stop of a new thread */
    const bool event = status >> 16 != 0 || signal == SIGSTOP;
    return event ? 0 : signal;
  }
  struct ptrace_syscall_info info = {0};
  if (!thread || ptrace(PTRACE_GET_SYSCALL_INFO, id, sizeof info, &info) <= 0) return 0;
  if (info.op == PTRACE_SYSCALL_INFO_ENTRY) enter(r, thread);
  /* With several threads, all stay traced. */
  if (info.op == PTRACE_SYSCALL_INFO_EXIT && leave(r, thread) && r->thread_count == 1) return -1;
  return 0;
}

static void ended(run *r, int status) {
  r->outcome->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  r->outcome->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void follow_to_the_end(run *r) {
  int status;
  for (;;) {
    const pid_t id = waitpid(-1, &status, __WALL);
    if (id < 0 && errno == EINTR) continue;
    if (id < 0) return;
    if (!WIFSTOPPED(status)) {
      if (id == r->leader) ended(r, status);
      forget_thread(r, id);
      continue;
    }
    const int signal = stopped(r, id, status);
    if (signal >= 0)
      ptrace(PTRACE_SYSCALL, id, NULL, (void *)(intptr_t)signal);
    else
      ptrace(PTRACE_DETACH, id, NULL, NULL);
  }
}

static void become(char *const argv[], const faulty_plan *plan, const char *output) {
  const int out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (out < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) _exit(126);
  close(out);
  if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(126);
  /* A sanitizer's findings must not pass for a failure of the command; a command traced to the end
   * can't look for its own leaks. */
  const char *options = getenv("ASAN_OPTIONS");
  char more[1000];
  snprintf(more, sizeof more, "%s:exitcode=99%s", options ? options : "",
           plan->fault ? "" : ":detect_leaks=0");
  setenv("ASAN_OPTIONS", more, 1);
  setenv("UBSAN_OPTIONS", "exitcode=99", 1);
  raise(SIGSTOP);
  execv(argv[0], argv);
  _exit(127);
}

bool faulty_run(char *const argv[], const faulty_plan *plan, const char *output,
                faulty_outcome *outcome) {
  run *r = calloc(1, sizeof *r);
  int status;
  *outcome = (faulty_outcome){.exit_code = -1};
  if (!r) return false;
  r->plan = plan;
  r->outcome = outcome;
  r->leader = fork();
  if (r->leader == 0) become(argv, plan, output);
  bool good = r->leader > 0 && waitpid(r->leader, &status, 0) == r->leader && WIFSTOPPED(status);
  if (good) {
    const int options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                        PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    good = ptrace(PTRACE_SETOPTIONS, r->leader, NULL, (void *)(intptr_t)options) == 0 &&
           ptrace(PTRACE_SYSCALL, r->leader, NULL, NULL) == 0;
    if (!good) kill(r->leader, SIGKILL);
    follow_to_the_end(r);
  }
  free(r);
  return good;
}

bool faulty_possible(void) {
  char *const argv[] = {"/bin/true", NULL};
  const faulty_plan plan = {.folder = "/bin"};
  faulty_outcome outcome;
  const bool possible = faulty_run(argv, &plan, "/dev/null", &outcome) && outcome.exit_code == 0;
  free(outcome.calls);
  return possible;
}

#else

bool faulty_possible(void) {
  return false;
}

bool faulty_run(char *const argv[], const faulty_plan *plan, const char *output,
                faulty_outcome *outcome) {
  (void)argv, (void)plan, (void)output;
  *outcome = (faulty_outcome){.exit_code = -1};
  errno = ENOSYS;
  return false;
}
#endif

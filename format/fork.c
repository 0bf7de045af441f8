/* fork.c - a read-write lock that fork() takes for writing.
 *
 * It prefers the writer: 32 threads that open, close and ask all the time never
 * leave a gap, and fork() would wait for seconds. With that preference a thread that
 * is inside must not ask again, so each counts how often it has entered. */
#include "fork.h"

#include <pthread.h>

static pthread_rwlock_t gate = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static _Thread_local int inside;

static void before(void) {
  (void)pthread_rwlock_wrlock(&gate);
}

static void in_parent(void) {
  (void)pthread_rwlock_unlock(&gate);
}

/* The thread that holds the lock has another number here and couldn't release it.
 * Nobody else is there yet. */
static void in_child(void) {
  gate = (pthread_rwlock_t)PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
}

/* When the program or library is loaded, so that no fork() comes in between. */
__attribute__((constructor)) static void prepare(void) {
  (void)pthread_atfork(before, in_parent, in_child);
}

void pathfan_fork_hold(void) {
  if (inside++ == 0) (void)pthread_rwlock_rdlock(&gate);
}

void pathfan_fork_release(void) {
  if (--inside == 0) (void)pthread_rwlock_unlock(&gate);
}

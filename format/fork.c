/* fork.c - a read-write lock that fork() takes for writing. The C library's lock
 * prefers readers, so a thread that is inside may enter again. */
#include "fork.h"

#include <pthread.h>

static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void before(void) {
  pthread_rwlock_wrlock(&gate);
}

static void in_parent(void) {
  pthread_rwlock_unlock(&gate);
}

/* The thread that holds the lock has another number here and couldn't release it.
 * Nobody else is there yet. */
static void in_child(void) {
  gate = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
}

static void prepare(void) {
  (void)pthread_atfork(before, in_parent, in_child);
}

void pathfan_fork_hold(void) {
  (void)pthread_once(&once, prepare);
  (void)pthread_rwlock_rdlock(&gate);
}

void pathfan_fork_release(void) {
  (void)pthread_rwlock_unlock(&gate);
}

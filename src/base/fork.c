/* fork.c - counts who is inside; fork() shuts the gate and waits for the last.
 *
 * A read-write lock would nearly do. But those prefer readers, and 32 threads that
 * open, close and ask all the time never leave a gap: fork() waited for seconds. So
 * the gate is shut first, and a thread that is inside, which may enter again, is
 * known by a count of its own. */
#include "base/fork.h"

#if PATHFAN_WITH_POSIX

#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the two below; and in fork() */
static int threads_inside;
static bool shut;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static _Thread_local int inside;

static void before(void) {
  pthread_mutex_lock(&lock);
  while (shut) pthread_cond_wait(&changed, &lock); /* by another fork() */
  shut = true;
  while (threads_inside) pthread_cond_wait(&changed, &lock);
}

static void in_parent(void) {
  shut = false;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

/* Who waited in the parent isn't here. */
static void in_child(void) {
  changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  shut = false;
  pthread_mutex_unlock(&lock);
}

/* When the program or library is loaded, so that no fork() comes in between. */
__attribute__((constructor)) static void prepare(void) {
  (void)pthread_atfork(before, in_parent, in_child);
}

void pathfan_fork_hold(void) {
  if (inside++) return;
  pthread_mutex_lock(&lock);
  while (shut) pthread_cond_wait(&changed, &lock);
  threads_inside++;
  pthread_mutex_unlock(&lock);
}

void pathfan_fork_release(void) {
  if (--inside) return;
  pthread_mutex_lock(&lock);
  if (--threads_inside == 0 && shut) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

#endif

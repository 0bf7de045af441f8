/* fork.c - counts the threads inside; fork() shuts the gate and waits for the last one.
 *
 * A read-write lock would nearly do. But such locks prefer readers, and 32 threads that open, close
 * and query all the time never leave a gap: fork() waited for seconds. So the gate is shut first,
 * and a thread that is inside, and may enter again, is recognised by its own count. */
#include "base/fork.h"

#if PATHFAN_WITH_POSIX

#include <pthread.h>
#include <stdbool.h>

#include "base/portable.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the next two; held in fork() */
static int threads_inside;
static bool shut;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static _Thread_local int inside;

static void before(void) {
  pthread_mutex_lock(&lock);
  while (shut) pthread_cond_wait(&changed, &lock); /* shut by another fork() */
  shut = true;
  while (threads_inside) pthread_cond_wait(&changed, &lock);
}

static void in_parent(void) {
  shut = false;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

/* The threads that waited in the parent don't exist in the child. */
static void in_child(void) {
  changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  shut = false;
  pthread_mutex_unlock(&lock);
}

/* Runs when the program or library is loaded, so that no fork() comes before it. */
PF_AT_LOAD static void prepare(void) {
  (void)pthread_atfork(before, in_parent, in_child);
}

void pf_fork_hold(void) {
  if (inside++) return;
  pthread_mutex_lock(&lock);
  while (shut) pthread_cond_wait(&changed, &lock);
  threads_inside++;
  pthread_mutex_unlock(&lock);
}

void pf_fork_release(void) {
  if (--inside) return;
  pthread_mutex_lock(&lock);
  if (--threads_inside == 0 && shut) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

#endif

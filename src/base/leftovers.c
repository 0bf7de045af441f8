/* leftovers.c - a few slots, each changed at once, because a signal may come at any moment; its
 * handler may only call functions such as unlink. */
#include "base/leftovers.h"

#include "base/platform.h"

#if PATHFAN_WITH_POSIX

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

/* A process writes one index, or a picture, at a time; a folder of small maps is built by several
 * threads. */
#define SLOTS 256

static _Atomic(const char *) slots[SLOTS];

void pf_leftover_add(const char *path) {
  for (int i = 0; path && i < SLOTS; i++) {
    const char *none = NULL;
    if (atomic_compare_exchange_strong(&slots[i], &none, path)) return;
  }
}

void pf_leftover_drop(const char *path) {
  for (int i = 0; path && i < SLOTS; i++) {
    const char *own = path;
    if (atomic_compare_exchange_strong(&slots[i], &own, NULL)) return;
  }
}

static void remove_and_end(int number) {
  for (int i = SLOTS - 1; i >= 0; i--) {
    const char *path = atomic_exchange(&slots[i], NULL);
    if (path && unlink(path) != 0) (void)rmdir(path);
  }
  /* Its default action, once the handler returns: the parent sees which signal it was. */
  (void)signal(number, SIG_DFL);
  (void)raise(number);
}

void pf_leftovers_at_signals(void) {
  static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
    struct sigaction now, wanted = {.sa_handler = remove_and_end};
    sigfillset(&wanted.sa_mask);
    if (sigaction(ending[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
      (void)sigaction(ending[i], &wanted, NULL);
  }
}

#else

void pf_leftover_add(const char *path) {
  (void)path;
}

void pf_leftover_drop(const char *path) {
  (void)path;
}

void pf_leftovers_at_signals(void) {}

#endif

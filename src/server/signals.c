/* signals.c - the signals that end a server: blocked in all threads, awaited in one. */
#include "server/signals.h"

#include <pthread.h>
#include <stddef.h>
#include <time.h>

void pf_signals_take(pf_signals *signals) {
  struct sigaction hangup;
  sigemptyset(&signals->ending);
  sigaddset(&signals->ending, SIGINT);
  sigaddset(&signals->ending, SIGTERM);
  if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
    sigaddset(&signals->ending, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals->ending, &signals->before);
}

bool pf_signals_came(const pf_signals *signals) {
  sigset_t pending;
  if (sigpending(&pending) != 0) return false;
  for (int number = 1; number < NSIG; number++)
    if (sigismember(&signals->ending, number) == 1 && sigismember(&pending, number) == 1)
      return true;
  return false;
}

void pf_signals_wait(const pf_signals *signals) {
  int number;
  while (sigwait(&signals->ending, &number) != 0) continue;
}

void pf_signals_restore(const pf_signals *signals) {
  /* Discards further ones: Ctrl-C may have been pressed twice. */
  const struct timespec now = {0};
  while (sigtimedwait(&signals->ending, NULL, &now) > 0) continue;
  pthread_sigmask(SIG_SETMASK, &signals->before, NULL);
}

/* signals.h - the signals that end a server.
 *
 *   pf_signals_take(&signals);   first of all: threads started later inherit the mask
 *   ...
 *   pf_signals_wait(&signals);
 *   ...
 *   pf_signals_restore(&signals); */
#ifndef PF_SERVER_SIGNALS_H
#define PF_SERVER_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

typedef struct pf_signals {
  sigset_t ending, before;
} pf_signals;

/* Blocks SIGINT, SIGTERM and, unless it is ignored, SIGHUP: that comes when the terminal is closed,
 * but not to a process started to outlive it (nohup). */
void pf_signals_take(pf_signals *signals);

/* Whether one of them has come: the next wait returns at once. */
bool pf_signals_came(const pf_signals *signals);

/* Waits for one of them. */
void pf_signals_wait(const pf_signals *signals);

/* Discards those that have come since, and restores the mask of before. */
void pf_signals_restore(const pf_signals *signals);

#endif

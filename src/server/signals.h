/* signals.h - the signals that end a server.
 *
 *   pathfan_signals_take(&signals);   first of all: threads begun later leave them alone, too
 *   ...
 *   pathfan_signals_wait(&signals);
 *   ...
 *   pathfan_signals_give_back(&signals); */
#ifndef PATHFAN_SERVER_SIGNALS_H
#define PATHFAN_SERVER_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

typedef struct pathfan_signals {
  sigset_t ending, before;
} pathfan_signals;

/* Blocks SIGINT, SIGTERM and, unless that is ignored, SIGHUP: it comes when the terminal is
 * closed, but not to whoever was started to outlive it (nohup). */
void pathfan_signals_take(pathfan_signals *signals);

/* Whether one of them has come, and is waited for next. */
bool pathfan_signals_came(const pathfan_signals *signals);

/* Waits for one of them. */
void pathfan_signals_wait(const pathfan_signals *signals);

/* Forgets those that have come since, and blocks what was blocked before. */
void pathfan_signals_give_back(const pathfan_signals *signals);

#endif

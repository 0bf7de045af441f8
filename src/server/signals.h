/* signals.h - the signals that end a server.
 *
 *   pathfan_signals_take(&signals);   first of all: threads started later inherit the mask
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

/* Blocks SIGINT, SIGTERM and, unless it is ignored, SIGHUP: that comes when the terminal is closed,
 * but not to a process started to outlive it (nohup). */
void pathfan_signals_take(pathfan_signals *signals);

/* Whether one of them has come: the next wait returns at once. */
bool pathfan_signals_came(const pathfan_signals *signals);

/* Waits for one of them. */
void pathfan_signals_wait(const pathfan_signals *signals);

/* Discards those that have come since, and restores the mask of before. */
void pathfan_signals_give_back(const pathfan_signals *signals);

#endif

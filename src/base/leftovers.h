/* leftovers.h - files and folders that a signal which ends the process mustn't leave behind.
 *
 *   pf_leftovers_at_signals();            once, by a program
 *   pf_leftover_add(path);                path stays where it is until it is dropped
 *   pf_leftover_drop(path);               it has been removed or renamed, or belongs there now
 *
 * A build that is killed (SIGKILL) leaves its temporary, which the next builder removes
 * (base/temporary.h). Any thread. */
#ifndef PF_BASE_LEFTOVERS_H
#define PF_BASE_LEFTOVERS_H

/* Notes a path; NULL is allowed. If very many are noted, further ones aren't. A folder is removed
 * only if it is empty when those noted after it are gone. */
void pf_leftover_add(const char *path);
void pf_leftover_drop(const char *path);

/* From now on SIGINT, SIGTERM and SIGHUP, unless they are ignored, remove what is noted before they
 * end the process. */
void pf_leftovers_at_signals(void);

#endif

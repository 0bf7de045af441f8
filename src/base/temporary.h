/* temporary.h - temporaries: their unique names, and the removal of those of dead writers.
 *
 * A temporary of TARGET is called TARGET.HOST-PROCESS-RANDOM.tmp, so that writers on other machines
 * of a shared file system, where locks may not work, never write into each other's files. publish.h
 * makes them. */
#ifndef PF_BASE_TEMPORARY_H
#define PF_BASE_TEMPORARY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Marks a regular file as a temporary of ours: S_ISVTX means nothing elsewhere, and can be set as
 * the file is created. */
#define PF_TEMPORARY_MARK S_ISVTX

/* Makes a new name for a temporary of target, in the same folder; the caller frees it. NULL: out of
 * memory. */
char *pf_temporary_name(const char *target);

/* Whether a name, without folders, is that of a temporary; *stem is then how many bytes of it are
 * the target's name, or the part of that name that fits. */
bool pf_temporary_is_name(const char *name, size_t *stem);

/* Tries to lock the whole file. False, and errno: EWOULDBLOCK if the lock is already held;
 * otherwise locks don't work here. */
bool pf_temporary_lock(int fd);

/* Whether path, not followed, leads to the file behind fd. */
bool pf_temporary_leads(const char *path, int fd);

/* Removes a temporary whose writer is dead. False if it stays: the writer lives, may live on
 * another machine, or it isn't a temporary of ours. */
bool pf_temporary_remove(const char *path);

/* Removes all temporaries of target whose writers are dead. False if one stays. */
bool pf_temporary_remove_all(const char *target);

#endif

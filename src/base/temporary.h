/* temporary.h - temporaries: names that no other writer has, and what is left of dead writers.
 *
 * A temporary of TARGET is called TARGET.HOST-PROCESS-RANDOM.tmp, so that writers on other machines
 * of a shared file system, where locks may not hold, never write into each other's. publish.h makes
 * them. */
#ifndef PATHFAN_BASE_TEMPORARY_H
#define PATHFAN_BASE_TEMPORARY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Says of a regular file that it is a temporary of ours: S_ISVTX means nothing elsewhere, and can
 * be set as the file is made. */
#define PATHFAN_TEMPORARY_MARK S_ISVTX

/* A new name for a temporary of target, in the same folder, the caller's to free. NULL when memory
 * is out. */
char *pathfan_temporary_name(const char *target);

/* Whether a name, without folders, is one of these; *stem is then how many bytes of it the target's
 * name is, or as many of that as fit. */
bool pathfan_temporary_is_name(const char *name, size_t *stem);

/* Whether a lock of the whole file was had. False, and errno: EWOULDBLOCK if somebody has it; else
 * there are no locks here. */
bool pathfan_temporary_lock(int fd);

/* Whether path, not followed, leads to the file behind fd. */
bool pathfan_temporary_leads(const char *path, int fd);

/* Removes a temporary whose writer is dead. False if it stays: the writer lives, or may live on
 * another machine, or it is none of ours. */
bool pathfan_temporary_remove(const char *path);

/* The same with all temporaries of target. False if one stays. */
bool pathfan_temporary_remove_all(const char *target);

#endif

/* twin_scratch.h - a folder for the files of a suite: a fresh one in TMPDIR, or else
 * in /tmp, which goes with all that is in it when the suite ends, also when tests
 * fail. One at a time. */
#ifndef PATHFAN_TWIN_SCRATCH_H
#define PATHFAN_TWIN_SCRATCH_H

/* cmocka group fixtures: make the folder; remove it, which fails if a dot file or a
 * folder was left in it, as writers name what they haven't finished; remove it
 * whatever is there, for suites that leave such things on purpose. */
int twin_scratch_make(void **state);
int twin_scratch_remove(void **state);
int twin_scratch_remove_all(void **state);

const char *twin_scratch_folder(void);

/* Path of a file in it; valid until 64 more calls. */
const char *twin_scratch(const char *name);

/* Writes a file in it, in place of what it held. */
void twin_scratch_write(const char *name, const char *text);

/* How many files have names that begin with the prefix; -1: the folder can't be read. */
int twin_scratch_count(const char *prefix);

#endif

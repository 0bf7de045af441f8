/* twin_scratch.h - a folder for the files of a suite: a new one in TMPDIR, or else in /tmp, removed
 * with its contents when the suite ends, also if tests fail. One at a time. */
#ifndef PF_TWIN_SCRATCH_H
#define PF_TWIN_SCRATCH_H

/* cmocka group fixtures. _make makes the folder. _remove removes it, but fails if a dot file or a
 * folder was left in it: writers name unfinished files so. _remove_all removes it whatever is left,
 * for suites that leave such files on purpose. */
int twin_scratch_make(void **state);
int twin_scratch_remove(void **state);
int twin_scratch_remove_all(void **state);

const char *twin_scratch_folder(void);

/* Path of a file in the folder; valid until 64 more calls. */
const char *twin_scratch(const char *name);

/* Writes a file in the folder, replacing its contents. */
void twin_scratch_write(const char *name, const char *text);

/* Counts the files whose names begin with the prefix; -1: the folder can't be read. */
int twin_scratch_count(const char *prefix);

#endif

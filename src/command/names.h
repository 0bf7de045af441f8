/* names.h - names as people type them: how far two differ, and the meaning of "-". */
#ifndef PF_COMMAND_NAMES_H
#define PF_COMMAND_NAMES_H

#include <stdbool.h>

/* Counts the letters inserted, deleted or replaced between two names, to guess which one was meant.
 * Exact up to `most`; more than `most` if there are more. */
int cli_difference(const char *a, const char *b, int most);

/* Return the path that a file name stands for: "-" is a standard stream, any other name itself. On
 * Windows, which has no names for these streams, "-" is a name like any other. */
const char *cli_input_path(const char *path);
const char *cli_output_path(const char *path);

/* Whether path, which may be NULL, is standard input, or output. */
bool cli_is_stdin(const char *path);
bool cli_is_stdout(const char *path);

#endif

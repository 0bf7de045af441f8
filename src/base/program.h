/* program.h - what a command has of the system: its arguments and streams. As with files
 * (base/system.h), one file for each system: program_posix.c, program_windows.c. */
#ifndef PATHFAN_BASE_PROGRAM_H
#define PATHFAN_BASE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* For the beginning of main: what is written to nobody, or past a limit, is an error and no silent
 * death; streams hand over bytes as they are, and arguments are UTF-8, on Windows too. The new
 * arguments are there until the process ends; they stay as they are if memory is out. */
void pathfan_program_begin(int *argc, char ***argv);

/* The file at path as a stream, to be read; NULL, and errno. */
FILE *pathfan_stream_open(const char *path);

/* The next line with its end, zero-terminated, in a buffer that grows: *line of *capacity bytes,
 * NULL and 0 at first, which the caller frees. Returns its bytes; -1 at the end, and where reading
 * fails (ferror) or memory is out (errno). */
int64_t pathfan_stream_line(FILE *stream, char **line, size_t *capacity);

/* A stream into text that will be there, zero-terminated, when it was closed by the second; the
 * caller frees it. NULL, and errno. After fclose there may be text or none. */
FILE *pathfan_text_stream(char **text, size_t *bytes);

/* False, and errno: not all was written. */
bool pathfan_text_stream_close(FILE *stream, char **text, size_t *bytes);

#endif

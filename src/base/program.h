/* program.h - a command's arguments and streams. As for files (base/system.h), each system has its
 * own file: program_posix.c, program_windows.c. */
#ifndef PF_BASE_PROGRAM_H
#define PF_BASE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Prepares a program; call it first in main. Afterwards a write to a closed pipe or past a limit is
 * an error and doesn't kill the process silently; signals that end it leave no temporary file
 * (base/leftovers.h); streams pass bytes unchanged; and arguments are
 * UTF-8, on Windows too. The new arguments live until the process ends; out of memory, they stay as
 * they are. */
void pf_program_begin(int *argc, char ***argv);

/* From now on allocations fail that would let this process hold `bytes` more memory of its own than
 * it does, and a little for stacks. Libraries count no memory; this holds for them, too. Memory of
 * mapped files isn't limited. Does nothing where the system, or a sanitizer, doesn't let it. */
void pf_program_limit_memory(uint64_t bytes);

/* Opens the file at path as a stream for reading; NULL, and errno. */
FILE *pf_stream_open(const char *path);

/* Reads the next line with its line end, zero-terminated, into a growing buffer: *line of *capacity
 * bytes, NULL and 0 at first, which the caller frees. Of a line of more than `most` bytes the rest
 * is skipped. Returns its bytes, most + 1 of such a line; -1 at the end, on a read error (ferror),
 * or out of memory (errno). */
int64_t pf_stream_line(FILE *stream, size_t most, char **line, size_t *capacity);

/* Opens a stream that writes to memory. pf_text_stream_close returns the text,
 * zero-terminated, which the caller frees. NULL, and errno. After a mere fclose there may be text
 * or none. */
FILE *pf_text_stream(char **text, size_t *bytes);

/* Closes the stream. False, and errno: not all was written. */
bool pf_text_stream_close(FILE *stream, char **text, size_t *bytes);

#endif

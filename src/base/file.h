/* file.h - whole files in, whole files out.
 *
 * Reading gives all the bytes or an error. Writing goes to a temporary file
 * beside the wanted one, which is renamed when all went well: others see the
 * old file or the new one, never half of it. */
#ifndef PATHFAN_BASE_FILE_H
#define PATHFAN_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "pathfan/status.h"

/* Reads a whole file into memory the caller frees; rejects directories and
 * files above max_bytes. The text is zero-terminated past *bytes. Pipes work.
 * Errors: IO, NO_MEMORY, LIMIT (max_bytes); *text is NULL then. */
pathfan_status pathfan_read_file(const char *path, size_t max_bytes, char **text, size_t *bytes,
                                 pathfan_error *error);

/* The first bytes of a regular file, at most `room`; returns how many. Of anything else 0:
 * nobody is kept waiting at a pipe. -1, and errno: it can't be opened or read. */
ssize_t pathfan_file_start(const char *path, char *start, size_t room);

/* Whether both names lead to one regular file, or to one folder. */
bool pathfan_is_same_file(const char *a, const char *b);

/* Refuses an output that leads to the file that is read: that would be gone. Both may be
 * the same pipe or device. Errors: ARGUMENT. */
pathfan_status pathfan_output_check(const char *path, const char *input, pathfan_error *error);

/* Makes an empty folder of this user alone in TMPDIR, or in /tmp: NAME-XXXXXX with letters of its
 * own. The caller removes it, and frees *path. Errors: IO, NO_MEMORY; *path is NULL then. */
pathfan_status pathfan_temporary_folder(const char *name, char **path, pathfan_error *error);

/* The names of the standard streams, where a system has any for them. */
#define PATHFAN_STANDARD_INPUT "/dev/stdin"
#define PATHFAN_STANDARD_OUTPUT "/dev/stdout"

/* A file being written. `stream` is for fprintf and the like; write errors may
 * be ignored until pathfan_output_close, which reports them. */
typedef struct pathfan_output {
  FILE *stream;
  struct pathfan_sink *sink; /* what the stream writes to; owned */
} pathfan_output;

/* A symbolic link is followed and stays; a pipe, a device or standard output is written directly.
 * What a writer of the same file left when it was killed is removed; on Windows it is in the way,
 * and the error names it. Errors: BUSY (a writer of it is alive), IO, NO_MEMORY; *output is all
 * zero then. */
pathfan_status pathfan_output_open(pathfan_output *output, const char *path, pathfan_error *error);

/* Flushes, syncs and renames; on failure removes the temporary file. Frees
 * everything either way. Does nothing, successfully, to an all-zero output. */
pathfan_status pathfan_output_close(pathfan_output *output, pathfan_error *error);

/* Gives up: removes the temporary file and frees everything. */
void pathfan_output_discard(pathfan_output *output);

/* Writes a file that holds a text, whole or not at all. Errors: as pathfan_output_open. */
pathfan_status pathfan_output_text(const char *path, const char *text, pathfan_error *error);

#endif

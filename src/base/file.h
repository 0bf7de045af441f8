/* file.h - reading and writing whole files.
 *
 * Reading gives all the bytes or an error. Writing goes to a temporary file beside the target,
 * which is renamed at the end if all went well: others see the old file or the new one, never half
 * of it. */
#ifndef PF_BASE_FILE_H
#define PF_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "pathfan/status.h"

/* Reads a whole file into memory that the caller frees; rejects directories and files above
 * max_bytes. The text is zero-terminated after its *bytes bytes. Pipes work. Errors: IO, NO_MEMORY,
 * LIMIT (max_bytes); *text is NULL then. */
pathfan_status pf_read_file(const char *path, size_t max_bytes, char **text, size_t *bytes,
                            pathfan_error *error);

/* Refuses anything but a regular file, without waiting at a pipe: for a file that another file
 * names, whose author may not be the user. Errors: IO. */
pathfan_status pf_regular_check(const char *path, pathfan_error *error);

/* The same, and refuses one that doesn't lie, all links followed, in the folder above that of the
 * file that names it, `namer`, or below: else whoever writes a map could have any file read that
 * the user may read. If that is the root of all folders, or on Windows, the namer's own folder
 * takes its place. Errors: IO, MALFORMED (it lies elsewhere), NO_MEMORY. */
pathfan_status pf_named_check(const char *path, const char *namer, pathfan_error *error);

/* Reads the first bytes of a regular file, at most `room`; returns how many. Returns 0 for anything
 * else, without waiting at a pipe; -1, and errno, if it can't be opened or read. */
ssize_t pf_file_start(const char *path, char *start, size_t room);

/* Whether both names lead to the same regular file or folder. */
bool pf_is_same_file(const char *a, const char *b);

/* Refuses an output that leads to the input file, which it would destroy. Both may be the same pipe
 * or device. Errors: ARGUMENT. */
pathfan_status pf_output_check(const char *path, const char *input, pathfan_error *error);

/* Makes an empty folder for this user only in TMPDIR, or in /tmp, called NAME-XXXXXX with random
 * letters. The caller removes it and frees *path. Errors: IO, NO_MEMORY; *path is NULL then. */
pathfan_status pf_temporary_folder(const char *name, char **path, pathfan_error *error);

/* The names of the standard streams, on systems that have such names. */
#define PF_STANDARD_INPUT "/dev/stdin"
#define PF_STANDARD_OUTPUT "/dev/stdout"

/* Makes a folder, if there is none of that name. False, and errno: nothing can be written there. */
bool pf_folder_make(const char *path);

/* A file being written. `stream` is for fprintf and the like; write errors may be ignored until
 * pf_output_close, which reports them. */
typedef struct pf_output {
  FILE *stream;
  struct pf_sink *sink; /* the stream's destination; owned */
} pf_output;

/* Opens a file for writing. A symbolic link is followed and stays; a pipe, a device or standard
 * output is written directly. What a killed writer of the same file left is removed; on Windows it
 * is in the way, and the error names it. Errors: BUSY (a writer of the file is alive), IO,
 * NO_MEMORY; *output is all zero then. */
pathfan_status pf_output_open(pf_output *output, const char *path, pathfan_error *error);

/* Flushes, syncs and renames; on failure removes the temporary file. Frees everything either way.
 * Does nothing, successfully, to an all-zero output. */
pathfan_status pf_output_close(pf_output *output, pathfan_error *error);

/* Removes the temporary file and frees everything. */
void pf_output_discard(pf_output *output);

/* Writes a text to a file, whole or not at all. Errors: as pf_output_open. */
pathfan_status pf_output_text(const char *path, const char *text, pathfan_error *error);

#endif

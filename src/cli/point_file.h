/* point_file.h - a file of points of any length, read one point at a time.
 *
 *   cli_point_file file;
 *   cli_point_entry entry;
 *   if (!cli_point_file_open(&file, path)) errno says why
 *   while (cli_point_file_next(&file, &entry)) use(&entry);
 *   failed = ferror(file.stream);
 *   fclose(file.stream);
 *
 * A line holds a point: x,y or x y or [x,y]; blank lines and those that begin with # are skipped.
 * Or the file is a JSON array of [x,y]. */
#ifndef PF_CLI_POINT_FILE_H
#define PF_CLI_POINT_FILE_H

#include <stdint.h>
#include <stdio.h>

#include "pathfan/query.h"

typedef struct cli_point_file {
  FILE *stream;
  int64_t line; /* the one being read, from 1 on */
  bool begun;   /* is_array is known */
  bool is_array;
  bool is_done; /* the array has ended */
  int ahead[4]; /* characters read too early, the next one last */
  int ahead_count;
} cli_point_file;

typedef struct cli_point_entry {
  pathfan_point point;
  const char *flaw; /* a sentence if the entry is no point; else NULL */
  int64_t line;     /* where the entry begins */
} cli_point_entry;

/* False: the file can't be opened. */
bool cli_point_file_open(cli_point_file *file, const char *path);

/* False: there are no more entries, or the file can't be read. */
bool cli_point_file_next(cli_point_file *file, cli_point_entry *entry);

#endif

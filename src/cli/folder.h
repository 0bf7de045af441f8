/* folder.h - folders of maps and of indexes: building, merging, inspecting, verifying. Each
 * function prints, and returns the highest exit code that any of the files would have given. */
#ifndef PF_CLI_FOLDER_H
#define PF_CLI_FOLDER_H

#include "cli/cli.h"
#include "command/progress.h"
#include "pathfan/folder.h"

/* Sets options' report and progress functions itself. */
int cli_folder_build(const char *maps, const char *indexes, pathfan_folder_options *options,
                     bool quiet, bool json);

/* Sets options' report function itself. */
int cli_folder_merge(const char *indexes, pathfan_merge_options *options, bool quiet, bool json);

int cli_folder_inspect(const char *indexes, bool json);

/* verify: verifies one file; if that is sound, prints nothing and returns its size. */
int cli_folder_verify(const char *indexes, int verify(const char *path, uint64_t *bytes));

#endif

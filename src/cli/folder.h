/* folder.h - folders of maps and of indexes: building, merging, inspecting, verifying. Each prints
 * and returns an exit code, the highest that one of the files would have given. */
#ifndef PATHFAN_CLI_FOLDER_H
#define PATHFAN_CLI_FOLDER_H

#include "cli/cli.h"
#include "cli/progress.h"
#include "pathfan/folder.h"

/* Takes options' report and progress for itself. */
int cli_folder_build(const char *maps, const char *indexes, pathfan_folder_options *options,
                     bool quiet, bool json);

/* Takes options' report for itself. */
int cli_folder_merge(const char *indexes, pathfan_merge_options *options, bool quiet, bool json);

int cli_folder_inspect(const char *indexes, bool json);

/* verify: of one file; prints nothing when it is sound, and tells its size then. */
int cli_folder_verify(const char *indexes, int verify(const char *path, uint64_t *bytes));

#endif

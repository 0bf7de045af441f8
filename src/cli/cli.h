/* cli.h - the subcommands of pathfan, each one cmd_*.c; main.c lists them. */
#ifndef PF_CLI_CLI_H
#define PF_CLI_CLI_H

#include "command/command.h"

extern const cli_command cli_build_index, cli_query, cli_inspect, cli_verify, cli_bench,
    cli_make_map, cli_mesh, cli_plaza, cli_evaluate, cli_view, cli_export, cli_serve,
    cli_field_command, cli_crowd, cli_catalogue;

#endif

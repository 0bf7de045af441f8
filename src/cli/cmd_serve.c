/* cmd_serve.c - pathfan serve: indexes asked over HTTP, for programs. */
#include "cli/options.h"
#include "serve/serve.h"

/* clang-format off */
static const char help[] =
    "usage: pathfan serve INDEX|FOLDER... [OPTIONS]\n"
    "\n"
    "Answers requests over HTTP: POST /indexes/NAME/paths takes one as JSON, many as JSON Lines\n"
    "or bytes; /indexes, /healthz, /metrics (Prometheus) and /openapi.json tell the rest. A folder\n"
    "serves all indexes in it and below; an index that is replaced is taken over. Prints its\n"
    "address once it listens; ends with Ctrl-C or SIGTERM, after answering what it has begun.\n"
    "docs/serve.md has it all.\n"
    "\n"
    "  --port N           0: any that is free (8080)\n"
    "  --bind ADDRESS     of this machine, numeric (127.0.0.1: for this machine only)\n"
    "  --socket PATH      a Unix socket in place of both; one that systemd hands over comes first\n"
    "  --host NAME        one more name that requests may give as Host; *: any\n"
    "  --client-header H  tells clients apart where a proxy sets it, X-Real-IP (addresses do)\n"
    "  --threads N        threads that talk to clients and answer by index, 1 to 64 (processors)\n"
    "  --workers N        threads that search, 1 to 64 (processors less 1)\n"
    "  --connections N    at once, 2 to 100000 (1024), and half as many of one address\n"
    "  --queue N          slow requests, and batches, that wait or run, 1 to 100000 (64)\n"
    "  --queue-of-one N   the same of one client (16)\n"
    "  --max-work N       of one query, which may ask for less (3000000: some two seconds)\n"
    "  -h, --help         this text\n"
    "\n"
    "example:\n"
    "  pathfan serve indexes --port 8080\n"
    "  curl -s -H 'Content-Type: application/json' http://127.0.0.1:8080/indexes/rooms/paths \\\n"
    "    -d '{\"from\": [2, 2], \"to\": [97, 77]}'\n";
/* clang-format on */

enum {
  OPTION_PORT = CLI_OPTION_FREE,
  OPTION_BIND,
  OPTION_SOCKET,
  OPTION_HOST,
  OPTION_CLIENT_HEADER,
  OPTION_THREADS,
  OPTION_WORKERS,
  OPTION_CONNECTIONS,
  OPTION_QUEUE,
  OPTION_QUEUE_OF_ONE,
  OPTION_MAX_WORK
};

static const struct option long_options[] = {
    {"port", required_argument, NULL, OPTION_PORT},
    {"bind", required_argument, NULL, OPTION_BIND},
    {"socket", required_argument, NULL, OPTION_SOCKET},
    {"host", required_argument, NULL, OPTION_HOST},
    {"client-header", required_argument, NULL, OPTION_CLIENT_HEADER},
    {"threads", required_argument, NULL, OPTION_THREADS},
    {"workers", required_argument, NULL, OPTION_WORKERS},
    {"connections", required_argument, NULL, OPTION_CONNECTIONS},
    {"queue", required_argument, NULL, OPTION_QUEUE},
    {"queue-of-one", required_argument, NULL, OPTION_QUEUE_OF_ONE},
    {"max-work", required_argument, NULL, OPTION_MAX_WORK},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0}};

static int take_option(const cli_command *command, int option, void *context) {
  pathfan_serve_options *into = context;
  switch (option) {
  case OPTION_BIND: into->bind = optarg; return CLI_OK;
  case OPTION_SOCKET: into->socket = optarg; return CLI_OK;
  case OPTION_HOST: into->host = optarg; return CLI_OK;
  case OPTION_CLIENT_HEADER: into->client_header = optarg; return CLI_OK;
  case OPTION_PORT: return cli_whole_option(command, "port", 0, 65535, &into->port);
  case OPTION_THREADS: return cli_whole_option(command, "threads", 1, 64, &into->threads);
  case OPTION_WORKERS: return cli_whole_option(command, "workers", 1, 64, &into->workers);
  case OPTION_CONNECTIONS:
    return cli_whole_option(command, "connections", 2, 100000, &into->connections);
  case OPTION_QUEUE: return cli_whole_option(command, "queue", 1, 100000, &into->queue);
  case OPTION_QUEUE_OF_ONE:
    return cli_whole_option(command, "queue-of-one", 1, 100000, &into->queue_of_one);
  case OPTION_MAX_WORK:
    if (!cli_read_whole(optarg, &into->work_limit) || !into->work_limit)
      return cli_usage(command, "--max-work must be a whole number, 1 or more, not '%s'", optarg);
    return CLI_OK;
  }
  return CLI_OK;
}

static int run(const cli_command *command, int argc, char **argv) {
  pathfan_serve_options options;
  pathfan_error error = {""};
  int code;
  pathfan_serve_options_init(&options);
  if (!cli_take_options(command, argc, argv, ":h", long_options, take_option, &options, &code))
    return code;
  options.sources = (const char *const *)argv + optind;
  options.source_count = argc - optind;
  options.listening = cli_tell_address;
  options.message = cli_tell;
  if (!options.source_count) return cli_usage(command, "no INDEX and no FOLDER is given");
  const pathfan_status status = pathfan_serve_run(&options, &error);
  if (status == PATHFAN_OK) return CLI_OK;
  return options.source_count == 1 ? cli_index_failure(status, error.text, options.sources[0])
                                   : cli_failure(status, error.text);
}

const cli_command cli_serve = {"serve", "answer requests over HTTP", help, run};

/* cmd_serve.c - pathfan serve: answers requests about indexes over HTTP, for programs. */
#include "cli/cli.h"
#include "command/options.h"
#include "serve/serve.h"

/* clang-format off */
static const char help[] =
    "usage: pathfan serve INDEX|FOLDER... [OPTIONS]\n"
    "\n"
    "Answers requests over HTTP: POST /indexes/NAME/paths takes one request as JSON, many as JSON\n"
    "Lines or bytes; see also /indexes, /healthz, /metrics (Prometheus) and /openapi.json. Given a\n"
    "folder, it serves all indexes in it and below, and moves to new versions of them as they are\n"
    "written. Prints its address once it listens; Ctrl-C or SIGTERM end it after the requests it has\n"
    "begun. docs/serve.md has the details.\n"
    "\n"
    "  --port N           port to listen on; 0: any free one (8080)\n"
    "  --bind ADDRESS     numeric address to listen on (127.0.0.1: this machine only)\n"
    "  --socket PATH      a Unix socket instead; a socket passed by systemd comes first\n"
    "  --host NAME        another name that requests may give as Host; *: any\n"
    "  --client-header H  a header by which a proxy tells clients apart, X-Real-IP (their address)\n"
    "  --threads N        threads for connections and indexed requests, 1 to 64 (processors)\n"
    "  --workers N        threads for searches, 1 to 64 (processors less 1)\n"
    "  --connections N    connections at a time, 2 to 100000 (1024); half as many from one address\n"
    "  --queue N          slow requests and batches waiting or running, 1 to 100000 (64)\n"
    "  --queue-of-one N   the same, of one client (16)\n"
    "  --max-work N       work limit of a request, which may ask for less (3000000: some two seconds)\n"
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
  pf_serve_options *into = context;
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
  pf_serve_options options;
  pathfan_error error = {""};
  int code;
  pf_serve_options_init(&options);
  if (!cli_take_options(command, argc, argv, ":h", long_options, take_option, &options, &code))
    return code;
  options.sources = (const char *const *)argv + optind;
  options.source_count = argc - optind;
  options.listening = cli_tell_address;
  options.message = cli_tell;
  if (!options.source_count) return cli_usage(command, "no INDEX and no FOLDER is given");
  const pathfan_status status = pf_serve_run(&options, &error);
  if (!status) return CLI_OK;
  return options.source_count == 1 ? cli_index_failure(status, error.text, options.sources[0])
                                   : cli_failure(status, error.text);
}

const cli_command cli_serve = {"serve", "answer requests over HTTP", help, run};

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
    "folder, it serves all indexes in it and below, and switches to new versions of them as they are\n"
    "written. Prints its address once it listens; Ctrl-C or SIGTERM end it after the requests it has\n"
    "begun. docs/serve.md has the details.\n"
    "\n"
    "  --port N           port to listen on; 0: any free one (8080)\n"
    "  --bind ADDRESS     numeric address to listen on (127.0.0.1: this machine only)\n"
    "  --socket PATH      a Unix socket instead; a socket passed by systemd comes first\n"
    "  --host NAME        another name that requests may give as Host; *: any\n"
    "  --client-header H  a header in which a proxy names the client, such as X-Real-IP (its address)\n"
    "  --threads N        threads for connections and indexed requests, 1 to 64 (processors)\n"
    "  --workers N        threads for searches, 1 to 64 (processors less 1)\n"
    "  --connections N    connections at a time, 2 to 100000 (1024); half as many from one address\n"
    "  --queue N          slow requests, batches, or fields and corridors in hand, 1 to 100000 (64)\n"
    "  --queue-of-one N   the same, of one client (16)\n"
    "  --max-work N       work limit of a request, which may ask for less (3000000: some two seconds)\n"
    "  --copies SIZE      memory for copies of indexes, which nobody who writes to their files can harm\n"
    "                     (1G); indexes that don't fit are copied to disk\n"
    "  --copy-dir FOLDER  the folder for that, on a local disk ($TMPDIR, or else /var/tmp). The copies\n"
    "                     have no names, and are gone when the server ends\n"
    "  --mapped           map these files instead: whoever overwrites or truncates one in place may\n"
    "                     crash the server\n"
    "  --changes          let clients change the obstacles that all requests keep out of, by\n"
    "                     POST /indexes/NAME/obstacles\n"
    "  -h, --help         this text\n"
    "\n"
    "example:\n"
    "  pathfan serve indexes --port 8080\n"
    "  curl -s -H 'Content-Type: application/json' http://127.0.0.1:8080/indexes/rooms/paths \\\n"
    "    -d '{\"from\": [2, 2], \"to\": [97, 77]}'\n";
/* clang-format on */

#define AT(member) offsetof(pf_serve_options, member)
static const cli_option all_options[] = {
    {"port", CLI_COUNT, .at = AT(port), .most = 65535},
    {"bind", CLI_TEXT, .at = AT(bind)},
    {"socket", CLI_TEXT, .at = AT(socket)},
    {"host", CLI_TEXT, .at = AT(host)},
    {"client-header", CLI_TEXT, .at = AT(client_header)},
    {"threads", CLI_COUNT, .at = AT(threads), .least = 1, .most = 64},
    {"workers", CLI_COUNT, .at = AT(workers), .least = 1, .most = 64},
    {"connections", CLI_COUNT, .at = AT(connections), .least = 2, .most = 100000},
    {"queue", CLI_COUNT, .at = AT(queue), .least = 1, .most = 100000},
    {"queue-of-one", CLI_COUNT, .at = AT(queue_of_one), .least = 1, .most = 100000},
    {"max-work", CLI_WHOLE, .at = AT(work_limit), .least = 1,
     .wanted = "a whole number, 1 or more"},
    {"copies", CLI_SIZE, .at = AT(copies), .wanted = "a size such as 2G"},
    {"copy-dir", CLI_TEXT, .at = AT(copy_folder)},
    {"mapped", CLI_SWITCH, .at = AT(mapped)},
    {"changes", CLI_SWITCH, .at = AT(changes)},
    {NULL}};

static int run(const cli_command *command, int argc, char **argv) {
  pf_serve_options options;
  pathfan_error error = {""};
  int code;
  pf_serve_options_init(&options);
  if (!cli_take_options(command, argc, argv, all_options, &options, &code)) return code;
  options.sources = (const char *const *)argv + optind;
  options.source_count = argc - optind;
  options.listening = cli_print_address;
  options.message = cli_print_message;
  if (options.mapped && options.copy_folder)
    return cli_usage(command, "--mapped makes no copies, so --copy-dir has no use");
  if (!options.source_count) return cli_usage(command, "no INDEX and no FOLDER is given");
  const pathfan_status status = pf_serve_run(&options, &error);
  if (!status) return CLI_OK;
  return options.source_count == 1 ? cli_index_failure(status, error.text, options.sources[0])
                                   : cli_failure(status, error.text);
}

const cli_command cli_serve = {"serve", "answer requests over HTTP", help, run};

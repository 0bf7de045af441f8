/* options.c - reading command lines. */
#include "command/options.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/program.h"
#include "base/text.h"
#include "command/help.h"
#include "request/fields.h"

/* Room for a command's long options. */
enum { OPTIONS_MAX = 64 };

bool cli_read_integer(const char *text, int64_t least, int64_t most, int64_t *value) {
  char *end;
  if (!isdigit((unsigned char)text[0]) && text[0] != '-' && text[0] != '+') return false;
  errno = 0;
  long long number = strtoll(text, &end, 10);
  if (end == text || *end || errno || number < least || number > most) return false;
  *value = number;
  return true;
}

bool cli_read_whole(const char *text, uint64_t *value) {
  char *end;
  if (!isdigit((unsigned char)text[0])) return false;
  errno = 0;
  unsigned long long number = strtoull(text, &end, 10);
  if (*end || errno) return false;
  *value = number;
  return true;
}

/* Reads a decimal number at the start of text; *end is where it stops. strtod alone would also take
 * blanks, hexadecimal, inf and nan. */
static bool read_decimal(const char *text, double *value, const char **end) {
  const char *at = text;
  if (*at == '-' || *at == '+') at++;
  if (!isdigit((unsigned char)*at) && *at != '.') return false;
  if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) return false;
  char *stop;
  double number = strtod(text, &stop);
  if (stop == text || !isfinite(number)) return false;
  *value = number;
  *end = stop;
  return true;
}

bool cli_read_number(const char *text, double *value) {
  const char *end;
  double number;
  if (!read_decimal(text, &number, &end) || *end) return false;
  *value = number;
  return true;
}

bool cli_read_point(const char *text, pathfan_point *point) {
  const char *end;
  double x, y;
  if (!read_decimal(text, &x, &end) || *end != ',') return false;
  if (!cli_read_number(end + 1, &y)) return false;
  *point = (pathfan_point){x, y};
  return true;
}

bool cli_read_pair(const char *text, int32_t *u, int32_t *v) {
  char *end;
  int64_t second;
  if (!isdigit((unsigned char)text[0])) return false;
  errno = 0;
  long long first = strtoll(text, &end, 10);
  if (*end != ',' || errno || first > INT32_MAX) return false;
  if (!cli_read_integer(end + 1, 0, INT32_MAX, &second)) return false;
  *u = (int32_t)first;
  *v = (int32_t)second;
  return true;
}

bool cli_read_size(const char *text, uint64_t *bytes) {
  static const char units[] = "KMGT";
  const char *end;
  double number;
  if (!read_decimal(text, &number, &end) || number < 0) return false;
  const char *unit = *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
  if (unit) {
    number = ldexp(number, 10 * (int)(unit - units + 1));
    end++;
    if (end[0] == 'i' && end[1] == 'B')
      end += 2;
    else if (end[0] == 'B')
      end++;
  }
  if (*end || number >= 0x1p63) return false;
  *bytes = (uint64_t)number;
  return true;
}

int cli_whole_option(const cli_command *command, const char *name, int32_t least, int32_t most,
                     int32_t *into) {
  int64_t number;
  if (!cli_read_integer(optarg, least, most, &number))
    return cli_usage(command, "--%s must be %d to %d, not '%s'", name, least, most, optarg);
  *into = (int32_t)number;
  return CLI_OK;
}

/* Long options of a command, with those of a request in place of CLI_REQUEST_OPTIONS. */
typedef struct known_options {
  struct option all[OPTIONS_MAX];
  char names[OPTIONS_MAX][PF_FIELD_NAME_BYTES];
  int count;
} known_options;

static void add_option(known_options *o, struct option option) {
  assert(o->count < OPTIONS_MAX);
  o->all[o->count++] = option;
}

static void add_request_options(known_options *o) {
  int number = CLI_OPTION_REQUEST;
  for (const pf_field *f = pf_fields; f->name; f++, number++)
    if (!f->is_end) {
      const char *name = pf_field_option(f, o->names[o->count]);
      const int argument = f->kind == PF_FIELD_SWITCH ? no_argument : required_argument;
      add_option(o, (struct option){name, argument, NULL, number});
    }
}

/* Adds a command's options. own ends with zeros, which are added too. */
static void add_options(known_options *o, const struct option *own) {
  for (; own->name; own++)
    if (own->val == CLI_OPTION_REQUEST)
      add_request_options(o);
    else
      add_option(o, *own);
  add_option(o, *own);
}

/* Options that begin alike are named if they are no more than this. */
enum { NAMED_MOST = 4 };

/* Reports an unknown option: which options begin like it, or how many, or else which one was
 * probably meant. */
static int report_unknown(const cli_command *command, const known_options *known,
                          const char *given) {
  const size_t length = strcspn(given + 2, "=");
  char name[PF_FIELD_NAME_BYTES];
  char names[NAMED_MOST * (PF_FIELD_NAME_BYTES + 4)] = "";
  const char *meant = NULL;
  int beginning = 0, least = 3;
  snprintf(name, sizeof name, "%.*s", (int)length, given + 2);
  for (const struct option *o = known->all; o->name; o++) {
    if (strncmp(o->name, given + 2, length) == 0 && ++beginning <= NAMED_MOST) {
      const size_t end = strlen(names);
      snprintf(names + end, sizeof names - end, "%s--%s", end ? ", " : "", o->name);
    }
    const int off = length > 2 ? cli_difference(name, o->name, 2) : least;
    if (off >= least) continue;
    least = off;
    meant = o->name;
  }
  if (beginning > NAMED_MOST)
    return cli_usage(command, "%.*s is the beginning of %d options", (int)length + 2, given,
                     beginning);
  if (beginning > 1)
    return cli_usage(command, "%.*s is the beginning of %s", (int)length + 2, given, names);
  if (meant) return cli_usage(command, "unknown option %s; did you mean --%s?", given, meant);
  return cli_usage(command, "unknown option %s", given);
}

/* Reports what getopt_long rejected; found is its '?' or ':'. */
static int report_option(const cli_command *command, const known_options *known, int argc,
                         char **argv, int found) {
  const char *given = optind > 0 && optind <= argc ? argv[optind - 1] : "";
  const bool is_long = strncmp(given, "--", 2) == 0;
  if (found == ':') return cli_usage(command, "%s needs a value", given);
  if (optopt && is_long) return cli_usage(command, "%s takes no value", given);
  if (optopt) return cli_usage(command, "unknown option -%c", optopt);
  return is_long ? report_unknown(command, known, given)
                 : cli_usage(command, "unknown option %s", given);
}

bool cli_take_options(const cli_command *command, int argc, char **argv, const char *short_options,
                      const struct option *long_options, cli_take_option *take, void *into,
                      int *code) {
  int option;
  known_options known = {.count = 0};
  add_options(&known, long_options);
  opterr = 0;
  *code = CLI_OK;
  while ((option = getopt_long(argc, argv, short_options, known.all, NULL)) != -1) {
    if (option == 'h') {
      cli_print_help(stdout, command);
      return false;
    }
    *code = option == '?' || option == ':' ? report_option(command, &known, argc, argv, option)
                                           : take(command, option, into);
    if (*code != CLI_OK) return false;
  }
  return true;
}

const char *cli_operand(const cli_command *command, int argc, char **argv, const char *what) {
  if (optind == argc) {
    cli_usage(command, "%s is missing", what);
    return NULL;
  }
  if (optind + 1 < argc) {
    cli_usage(command, "unexpected argument '%s'", argv[optind + 1]);
    return NULL;
  }
  return argv[optind];
}

bool cli_check_ending(const cli_command *command, const char *option, const char *path,
                      const char *endings) {
  char listed[64] = "";
  if (!path) return true;
  for (const char *at = endings; *at;) {
    char ending[16];
    const int length = (int)strcspn(at, " ");
    const bool is_last = !at[length];
    snprintf(ending, sizeof ending, "%.*s", length, at);
    if (pf_name_ends_in(path, ending)) return true;
    const size_t used = strlen(listed);
    snprintf(listed + used, sizeof listed - used, "%s%s",
             !used     ? ""
             : is_last ? " or "
                       : ", ",
             ending);
    at += length + !is_last;
  }
  if (cli_is_stdout(cli_output_path(path)))
    cli_usage(command, "%s -: the end of a name, %s, says what is written; name a file", option,
              listed);
  else
    cli_usage(command, "%s: %s must end in %s", option, path, listed);
  return false;
}

bool cli_read_mesh_kind(const char *name, pathfan_mesh_kind *kind) {
  for (int k = PATHFAN_MESH_CDT; k <= PATHFAN_MESH_RECTANGLES; k++)
    if (strcmp(name, pathfan_mesh_kind_name((pathfan_mesh_kind)k)) == 0) {
      *kind = (pathfan_mesh_kind)k;
      return true;
    }
  return false;
}

/* Reads a number in [least, most] into a field. */
static bool take_number(const char *text, double least, double most, double *field) {
  double value;
  if (!cli_read_number(text, &value) || value < least || value > most) return false;
  *field = value;
  return true;
}

/* Adds the name of a chosen layer. The names are static: a program reads one command line. */
static int add_layer(const cli_command *command, const char *text, pathfan_map_options *options) {
  static char layers[PATHFAN_LAYERS_BYTES];
  const size_t used = options->layers ? strlen(layers) : 0;
  if (!*text || strchr(text, '\n'))
    return cli_usage(command, "--layer must be the name of a layer, not '%s'", text);
  if (used + 1 + strlen(text) >= sizeof layers)
    return cli_usage(command, "--layer: all names together must have less than %d bytes",
                     PATHFAN_LAYERS_BYTES);
  snprintf(layers + used, sizeof layers - used, "%s%s", used ? "\n" : "", text);
  options->layers = layers;
  return CLI_OK;
}

bool cli_map_option(const cli_command *command, int option, const char *text,
                    pathfan_map_options *options, int *code) {
  switch (option) {
  case CLI_OPTION_PASSABLE: options->passable = text; return true;
  case CLI_OPTION_AGENT_RADIUS:
    if (!take_number(text, 0, HUGE_VAL, &options->agent_radius))
      *code = cli_usage(command, "--agent-radius must be a distance, 0 or more, not '%s'", text);
    return true;
  case CLI_OPTION_UNIT:
    if (!take_number(text, 0, HUGE_VAL, &options->unit))
      *code = cli_usage(command, "--unit must be a length, 0 (the finest) or more, not '%s'", text);
    return true;
  case CLI_OPTION_MESH:
    if (!cli_read_mesh_kind(text, &options->mesh))
      *code = cli_usage(command, "--mesh must be cdt, merged or rectangles, not '%s'", text);
    return true;
  case CLI_OPTION_BACKGROUND_RATE:
    if (!take_number(text, 0, HUGE_VAL, &options->background_rate) || !options->background_rate)
      *code = cli_usage(command, "--background-rate must be a cost per distance, above 0, not '%s'",
                        text);
    return true;
  case CLI_OPTION_WALL_WIDTH:
    if (!take_number(text, 0, HUGE_VAL, &options->wall_width) || !options->wall_width)
      *code = cli_usage(command, "--wall-width must be a length above 0, not '%s'", text);
    return true;
  case CLI_OPTION_SKIP_OTHERS: options->skip_others = true; return true;
  case CLI_OPTION_PROJECT:
    options->projection = PATHFAN_PROJECTION_LOCAL;
    if (strcmp(text, "local") != 0)
      *code = cli_usage(command, "--project must be local, not '%s'", text);
    return true;
  case CLI_OPTION_LAYER: *code = add_layer(command, text, options); return true;
  default: return false;
  }
}

bool cli_open_option(const cli_command *command, int option, const char *text,
                     pathfan_open_options *options, int *code) {
  switch (option) {
  case CLI_OPTION_OFFSET:
    if (!cli_read_size(text, &options->offset))
      *code = cli_usage(command, "--offset must be a number of bytes, not '%s'", text);
    return true;
  case CLI_OPTION_BYTES:
    if (!cli_read_size(text, &options->bytes))
      *code = cli_usage(command, "--bytes must be a number of bytes, not '%s'", text);
    return true;
  case CLI_OPTION_PREFETCH: options->prefetch = true; return true;
  case CLI_OPTION_PRIVATE_COPY: options->private_copy = true; return true;
  default: return false;
  }
}

char *cli_command_line(int argc, char **argv) {
  char *text = NULL;
  size_t bytes;
  FILE *stream = pf_text_stream(&text, &bytes);
  if (!stream) return NULL;
  fputs("pathfan", stream);
  for (int i = 0; i < argc; i++)
    fprintf(stream, strpbrk(argv[i], " '\"\\") || !*argv[i] ? " '%s'" : " %s", argv[i]);
  if (pf_text_stream_close(stream, &text, &bytes)) return text;
  free(text);
  return NULL;
}

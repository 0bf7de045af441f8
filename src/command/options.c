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
enum { OPTIONS_MAX = 96 };

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

/* ---- One option ---- */

/* Finds which of a choice's names the text is; -1: none. */
static int32_t find_name(const cli_option *option, const char *text) {
  for (int32_t i = 0; i < option->names; i++)
    if (strcmp(text, option->name_of(i)) == 0) return i;
  return -1;
}

/* Reads a text by the option's kind. False: it isn't valid. */
static bool read_by_kind(const cli_option *o, const char *text, void *into) {
  int64_t integer;
  uint64_t whole;
  double number;
  switch (o->kind) {
  case CLI_SWITCH: return *(bool *)into = true;
  case CLI_SWITCH_OFF: *(bool *)into = false; return true;
  case CLI_TEXT: *(const char **)into = text; return true;
  case CLI_INPUT: *(const char **)into = cli_input_path(text); return true;
  case CLI_OUTPUT: *(const char **)into = cli_output_path(text); return true;
  case CLI_COUNT:
    if (!cli_read_integer(text, o->least, o->most, &integer)) return false;
    *(int32_t *)into = (int32_t)integer;
    return true;
  case CLI_INTEGER: return cli_read_integer(text, o->least, o->most, into);
  case CLI_WHOLE:
    if (!cli_read_whole(text, &whole) || whole < (uint64_t)o->least) return false;
    *(uint64_t *)into = whole;
    return true;
  case CLI_NUMBER:
    if (!cli_read_number(text, &number) || number < (double)o->least) return false;
    if ((o->above && number == (double)o->least) || (o->most && number > (double)o->most))
      return false;
    *(double *)into = number;
    return true;
  case CLI_SIZE: return cli_read_size(text, into);
  case CLI_MEMORY:
    if (!cli_read_size(text, into)) return false;
    cli_limit_memory(*(uint64_t *)into);
    return true;
  case CLI_POINT: return cli_read_point(text, into);
  case CLI_CHOICE:
    if (find_name(o, text) < 0) return false;
    *(int32_t *)into = find_name(o, text);
    return true;
  case CLI_OTHER:
  case CLI_REQUEST: break;
  }
  return false;
}

int cli_refuse_option(const cli_command *command, const cli_option *option, const char *text) {
  char names[128] = "";
  if (option->wanted)
    return cli_usage(command, "--%s must be %s, not '%s'", option->name, option->wanted, text);
  if (option->kind != CLI_CHOICE)
    return cli_usage(command, "--%s must be %lld to %lld, not '%s'", option->name,
                     (long long)option->least, (long long)option->most, text);
  for (int32_t i = 0; i < option->names; i++) {
    const size_t length = strlen(names);
    (void)snprintf(names + length, sizeof names - length, "%s%s", i ? ", " : "",
                   option->name_of(i));
  }
  return cli_usage(command, "--%s must be one of %s, not '%s'", option->name, names, text);
}

int cli_read_option(const cli_command *command, const cli_option *option, char *text,
                    void *arguments) {
  char *into = (char *)arguments + option->at;
  int code = CLI_OK;
  assert((option->kind == CLI_OTHER || option->kind == CLI_REQUEST) == (option->take != NULL));
  if (option->take)
    code = option->take(command, option, text, into);
  else if (!read_by_kind(option, text, into))
    code = cli_refuse_option(command, option, text);
  if (code == CLI_OK && option->given) *(bool *)((char *)arguments + option->given) = true;
  return code;
}

/* ---- All options ---- */

/* A command's options, with those of a request's fields in place of the row for all of them, and
 * the same for getopt. */
typedef struct known_options {
  cli_option rows[OPTIONS_MAX];
  struct option all[OPTIONS_MAX]; /* each has the number of its row, or its letter */
  char names[OPTIONS_MAX][PF_FIELD_NAME_BYTES];
  char letters[2 * OPTIONS_MAX];
  bool is_read[OPTIONS_MAX];
  int count;
} known_options;

static void add_option(known_options *o, cli_option row, bool has_value) {
  const char *colon = has_value ? ":" : "";
  const size_t length = strlen(o->letters);
  assert(o->count + 1 < OPTIONS_MAX); /* the end of the table is a row too */
  if (row.letter)
    snprintf(o->letters + length, sizeof o->letters - length, "%c%s", row.letter, colon);
  o->all[o->count] = (struct option){row.name, has_value ? required_argument : no_argument, NULL,
                                     row.letter ? row.letter : CLI_OPTION_REQUEST + o->count};
  o->rows[o->count++] = row;
}

static void add_request_options(known_options *o, cli_option row) {
  row.field = CLI_OPTION_REQUEST;
  for (const pf_field *f = pf_fields; f->name; f++, row.field++)
    if (!f->is_end) {
      row.name = pf_field_option(f, o->names[o->count]);
      add_option(o, row, f->kind != PF_FIELD_SWITCH);
    }
}

static void add_options(known_options *o, const cli_option *rows) {
  for (; rows->name; rows++)
    if (rows->kind == CLI_REQUEST)
      add_request_options(o, *rows);
    else
      add_option(o, *rows, rows->kind != CLI_SWITCH && rows->kind != CLI_SWITCH_OFF);
  add_option(o, (cli_option){"help", CLI_SWITCH, .letter = 'h'}, false);
}

/* Returns the number of the row of what getopt_long has found; -1: none. */
static int row_of(const known_options *o, int found) {
  for (int i = 0; i < o->count; i++)
    if (o->all[i].val == found) return i;
  return -1;
}

/* Reads an option. A second file would replace the first one in silence. */
static int read_once(const cli_command *command, known_options *o, int row, char *text,
                     void *arguments) {
  const cli_option *option = &o->rows[row];
  const bool is_file = option->kind == CLI_INPUT || option->kind == CLI_OUTPUT;
  if (is_file && o->is_read[row]) return cli_usage(command, "--%s is given twice", option->name);
  o->is_read[row] = true;
  return cli_read_option(command, option, text, arguments);
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

bool cli_take_options(const cli_command *command, int argc, char **argv, const cli_option *options,
                      void *arguments, int *code) {
  int found;
  known_options known = {.letters = ":"};
  add_options(&known, options);
  opterr = 0;
  *code = CLI_OK;
  while ((found = getopt_long(argc, argv, known.letters, known.all, NULL)) != -1) {
    if (found == 'h') {
      cli_print_help(stdout, command);
      return false;
    }
    const int row = row_of(&known, found);
    *code = row >= 0 ? read_once(command, &known, row, optarg, arguments)
                     : report_option(command, &known, argc, argv, found);
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

/* ---- Options of a map ---- */

int cli_take_mesh_kind(const cli_command *command, const cli_option *option, char *text,
                       void *into) {
  return cli_read_mesh_kind(text, into) ? CLI_OK : cli_refuse_option(command, option, text);
}

int cli_take_projection(const cli_command *command, const cli_option *option, char *text,
                        void *into) {
  *(pathfan_projection *)into = PATHFAN_PROJECTION_LOCAL;
  return strcmp(text, "local") == 0 ? CLI_OK : cli_refuse_option(command, option, text);
}

int cli_take_profile(const cli_command *command, const cli_option *option, char *text, void *into) {
  const char **chosen = into;
  if (*chosen)
    return cli_usage(command,
                     "--%s is given twice; a file can be like another profile and replace "
                     "rows of it",
                     option->name);
  *chosen = text;
  return CLI_OK;
}

/* Adds the name of a chosen layer. The names are static: a program reads one command line. */
int cli_take_layer(const cli_command *command, const cli_option *option, char *text, void *into) {
  static char layers[PATHFAN_LAYERS_BYTES];
  const char **chosen = into;
  const size_t used = *chosen ? strlen(layers) : 0;
  if (!*text || strchr(text, '\n')) return cli_refuse_option(command, option, text);
  if (used + 1 + strlen(text) >= sizeof layers)
    return cli_usage(command, "--layer: all names together must have less than %d bytes",
                     PATHFAN_LAYERS_BYTES);
  snprintf(layers + used, sizeof layers - used, "%s%s", used ? "\n" : "", text);
  *chosen = layers;
  return CLI_OK;
}

#define RADII_MAX 8 /* as build.h has it */

/* One radius belongs to how the map is read, several to the build. */
int cli_take_radii(const cli_command *command, const cli_option *option, char *text, void *into) {
  static double radii[RADII_MAX];
  pathfan_build_options *options = into;
  int32_t count = 0;
  for (char *word = text, *next; word; word = next) {
    next = strchr(word, ',');
    if (next) *next = 0;
    const bool good = count < RADII_MAX && cli_read_number(word, &radii[count]);
    if (next) *next++ = ',';
    if (!good || radii[count] < 0 ||
        ((count || next) && radii[count] <= (count ? radii[count - 1] : 0)))
      return cli_refuse_option(command, option, text);
    count++;
  }
  options->map.agent_radius = radii[0];
  options->radii = radii;
  options->radius_count = count > 1 ? count : 0;
  return CLI_OK;
}

/* ---- The command line as typed ---- */

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

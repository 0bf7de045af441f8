/* options.c - reading command lines. */
#include "cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "request/names.h"

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

/* One decimal number at the start of text; *end is where it stops. strtod alone
 * would also take blanks, hexadecimal, inf and nan. */
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

/* Tells what getopt_long stumbled over; found is its '?' or ':'. */
static int report_option(const cli_command *command, int argc, char **argv, int found) {
  const char *given = optind > 0 && optind <= argc ? argv[optind - 1] : "";
  if (found == ':') return cli_usage(command, "%s needs a value", given);
  if (optopt && strncmp(given, "--", 2) == 0) return cli_usage(command, "%s takes no value", given);
  if (optopt) return cli_usage(command, "unknown option -%c", optopt);
  return cli_usage(command, "unknown or ambiguous option %s", given);
}

bool cli_take_options(const cli_command *command, int argc, char **argv, const char *short_options,
                      const struct option *long_options, cli_take_option *take, void *into,
                      int *code) {
  int option;
  opterr = 0;
  *code = CLI_OK;
  while ((option = getopt_long(argc, argv, short_options, long_options, NULL)) != -1) {
    if (option == 'h') {
      fputs(command->help, stdout);
      return false;
    }
    *code = option == '?' || option == ':' ? report_option(command, argc, argv, option)
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

/* A list of prunings, separated by commas. */
static bool read_without(const char *text, uint32_t *without) {
  static const char *const names[] = {"root-history", "dead-ends", "cul-de-sacs", "intermediate",
                                      "components"};
  uint32_t bits = 0;
  for (;;) {
    const size_t length = strcspn(text, ",");
    size_t i = 0;
    while (i < 5 && (strlen(names[i]) != length || strncmp(names[i], text, length) != 0)) i++;
    if (i == 5) return false;
    bits |= UINT32_C(1) << i;
    if (!text[length]) break;
    text += length + 1;
  }
  *without = bits;
  return true;
}

/* A list of NAME=WEIGHT, separated by commas. */
static bool read_objective(const char *text, pathfan_objective *objective) {
  pathfan_objective given = {0};
  for (;;) {
    const size_t length = strcspn(text, "=");
    double *weight = pathfan_objective_weight(&given, text, length);
    const char *end;
    if (!weight || text[length] != '=' || !read_decimal(text + length + 1, weight, &end) ||
        *weight < 0)
      return false;
    if (!*end) break;
    if (*end != ',') return false;
    text = end + 1;
  }
  *objective = given;
  return true;
}

bool cli_read_mesh_kind(const char *name, pathfan_mesh_kind *kind) {
  for (int k = PATHFAN_MESH_CDT; k <= PATHFAN_MESH_RECTANGLES; k++)
    if (strcmp(name, pathfan_mesh_kind_name((pathfan_mesh_kind)k)) == 0) {
      *kind = (pathfan_mesh_kind)k;
      return true;
    }
  return false;
}

/* An int32 field. */
static bool take_integer(const char *text, int64_t least, int32_t *field) {
  int64_t value;
  if (!cli_read_integer(text, least, INT32_MAX, &value)) return false;
  *field = (int32_t)value;
  return true;
}

/* A double field in [least, most]. */
static bool take_number(const char *text, double least, double most, double *field) {
  double value;
  if (!cli_read_number(text, &value) || value < least || value > most) return false;
  *field = value;
  return true;
}

bool cli_request_option(const cli_command *command, int option, const char *text,
                        pathfan_request *request, int *code) {
  const char *name = NULL, *wanted = NULL;
  double value;
  bool good = false;
  switch (option) {
  case CLI_OPTION_PATHS:
    name = "paths", wanted = "a whole number, 1 or more";
    good = take_integer(text, 1, &request->paths);
    break;
  case CLI_OPTION_STRETCH:
    name = "stretch", wanted = "a number, 1 or more";
    good = take_number(text, 1, HUGE_VAL, &request->stretch);
    break;
  case CLI_OPTION_DISSIMILARITY:
    name = "dissimilarity", wanted = "a number from 0 to 1";
    good = take_number(text, 0, 1, &request->dissimilarity);
    request->bind_dissimilarity = true; /* asked for, it holds whatever the algorithm */
    break;
  case CLI_OPTION_TABLES:
    name = "tables", wanted = "a whole number, 0 (all) or more";
    good = take_integer(text, 0, &request->tables);
    break;
  case CLI_OPTION_ACCESS:
    name = "access", wanted = "a whole number, 0 (all) or more";
    good = take_integer(text, 0, &request->access);
    break;
  case CLI_OPTION_REGIONS:
    name = "regions", wanted = "a whole number from 0 to 8";
    good = take_integer(text, 0, &request->regions) && request->regions <= PATHFAN_REGIONS_MAX;
    break;
  case CLI_OPTION_MAX_WORK:
    name = "max-work", wanted = "a whole number, 0 (no limit) or more";
    good = cli_read_whole(text, &request->work_limit);
    break;
  case CLI_OPTION_SNAP:
    name = "snap", wanted = "a distance, 0 or more";
    good = take_number(text, 0, HUGE_VAL, &request->snap);
    break;
  case CLI_OPTION_EFFORT:
    name = "effort", wanted = "fast or thorough";
    good = pathfan_read_effort(text, &request->effort);
    break;
  case CLI_OPTION_ALGORITHM:
    if (!pathfan_read_algorithm(text, &request->algorithm))
      *code = cli_usage(command, "--algorithm: '%s' %s", text, pathfan_no_algorithm);
    return true;
  case CLI_OPTION_PENALTY:
    name = "penalty", wanted = "a number above 1";
    good = cli_read_number(text, &value) && value > 1;
    if (good) request->penalty = value;
    break;
  case CLI_OPTION_MAX_BOUNDED_STRETCH:
    name = "max-bounded-stretch", wanted = "a number, 1 or more, or 0 (no bound)";
    good = cli_read_number(text, &value) && (value == 0 || value >= 1);
    if (good) request->max_bounded_stretch = value;
    break;
  case CLI_OPTION_MIN_LOCAL_OPTIMALITY:
    name = "min-local-optimality", wanted = "a number, 0 (no bound) or more";
    good = take_number(text, 0, HUGE_VAL, &request->min_local_optimality);
    break;
  case CLI_OPTION_OBJECTIVE:
    name = "objective", wanted = "a list of length=W, bounded-stretch=W, similarity=W, "
                                 "local-optimality=W, weights 0 or more";
    good = read_objective(text, &request->objective);
    break;
  case CLI_OPTION_WITHOUT:
    name = "without", wanted = "a list of root-history, dead-ends, cul-de-sacs, intermediate, "
                               "components";
    good = read_without(text, &request->without);
    break;
  default: return false;
  }
  if (!good) *code = cli_usage(command, "--%s must be %s, not '%s'", name, wanted, text);
  return true;
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

int cli_check_tables(const cli_command *command, const pathfan_index *index,
                     const pathfan_request *request) {
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  if (request->tables <= info.table_count) return CLI_OK;
  return cli_usage(command, "--tables %d: the index has %d", request->tables, info.table_count);
}

/* fuzz_options.c - the texts of options, --avoid among them: any text must be taken whole, or be
 * refused with a message and change nothing; what was taken must be in range and be read the same
 * after being written.
 *
 * The first byte chooses the reader; the rest is the text. */
#include <math.h>
#include <stdarg.h>

#include "cli/avoid.h"
#include "cli/request_options.h"
#include "fuzz.h"
#include "request/fields.h"

/* ---- In place of command/command.c, which would write to stderr ---- */

static int complaints;

static int complain(const char *format, va_list arguments, int code) {
  char text[65536];
  fuzz_check(vsnprintf(text, sizeof text, format, arguments) > 0);
  complaints++;
  return code;
}

void cli_limit_memory(uint64_t bytes) {
  (void)bytes;
}

void cli_message(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)complain(format, arguments, CLI_OK);
  va_end(arguments);
}

int cli_usage(const cli_command *command, const char *format, ...) {
  va_list arguments;
  (void)command;
  va_start(arguments, format);
  const int code = complain(format, arguments, CLI_USAGE);
  va_end(arguments);
  return code;
}

int cli_failure(pathfan_status status, const char *sentence) {
  (void)status, (void)sentence;
  complaints++;
  return CLI_SYSTEM;
}

/* ---- Readers ---- */

static void read_numbers(const char *text) {
  char again[64];
  double number = 77, other = 0;
  int64_t whole = 77;
  uint64_t count = 77, bytes = 77;
  pathfan_point point = {77, 77};
  int32_t u = 77, v = 77;
  if (cli_read_number(text, &number)) {
    fuzz_check(isfinite(number) && number == strtod(text, NULL));
    snprintf(again, sizeof again, "%.17g", number);
    fuzz_check(cli_read_number(again, &other) && other == number);
  } else {
    fuzz_check(number == 77);
  }
  if (cli_read_integer(text, -1000, 1000, &whole)) {
    fuzz_check(whole >= -1000 && whole <= 1000 && strtoll(text, NULL, 10) == whole);
    fuzz_check(cli_read_number(text, &other) && other == (double)whole);
  } else {
    fuzz_check(whole == 77);
  }
  if (cli_read_whole(text, &count))
    fuzz_check(count == strtoull(text, NULL, 10) && !strchr(text, '-'));
  else
    fuzz_check(count == 77);
  if (cli_read_size(text, &bytes))
    fuzz_check(bytes < UINT64_C(1) << 63);
  else
    fuzz_check(bytes == 77);
  if (cli_read_point(text, &point))
    fuzz_check(isfinite(point.x) && isfinite(point.y) && strchr(text, ','));
  else
    fuzz_check(point.x == 77 && point.y == 77);
  if (cli_read_pair(text, &u, &v))
    fuzz_check(u >= 0 && v >= 0);
  else
    fuzz_check(u == 77 && v == 77);
}

/* Options may leave in a request only what the library accepts as valid. */
static void check_range(const pathfan_request *r) {
  fuzz_check(r->paths >= 1 && r->tables >= 0 && r->access >= 0);
  fuzz_check(r->stretch >= 1 && isfinite(r->stretch) && r->penalty > 1 && isfinite(r->penalty));
  fuzz_check(r->dissimilarity >= 0 && r->dissimilarity <= 1);
  fuzz_check(r->snap >= 0 && isfinite(r->snap) && r->without < 32);
  fuzz_check(r->max_bounded_stretch == 0 || r->max_bounded_stretch >= 1);
  fuzz_check(r->min_local_optimality >= 0 && isfinite(r->min_local_optimality));
  fuzz_check(r->objective.length >= 0 && r->objective.bounded_stretch >= 0);
  fuzz_check(r->objective.similarity >= 0 && r->objective.local_optimality >= 0);
}

/* In the order in which kept inputs number them; new fields go to the end. */
static const char *const fields[] = {"paths",
                                     "stretch",
                                     "dissimilarity",
                                     "tables",
                                     "access",
                                     "effort",
                                     "max_work",
                                     "algorithm",
                                     "snap",
                                     "without",
                                     "penalty",
                                     "objective",
                                     "max_bounded_stretch",
                                     "min_local_optimality"};
enum { FIELD_COUNT = sizeof fields / sizeof *fields };

static void read_request_option(const char *name, const char *text) {
  const pf_field *field = pf_field_find(name);
  const int option = CLI_OPTION_REQUEST + (int)(field - pf_fields);
  pathfan_request request;
  pf_area_list areas = {0};
  int code = CLI_OK;
  pathfan_request_init(&request);
  complaints = 0;
  fuzz_check(cli_is_request_option(option, name));
  fuzz_check(cli_request_option(NULL, option, text, &request, &areas, &code) && !areas.count);
  fuzz_check((code != CLI_OK) == (complaints > 0));
  if (code == CLI_OK) check_range(&request);
}

static void read_map_option(int number, char *text) {
  static const cli_option all_options[] = {CLI_MAP_OPTIONS(0)};
  static const int rows[] = {0, 1, 2, 8}; /* as kept inputs number them */
  pathfan_map_options options;
  pathfan_map_options_init(&options);
  complaints = 0;
  const int code = cli_read_option(NULL, &all_options[rows[number]], text, &options);
  fuzz_check((code != CLI_OK) == (complaints > 0));
  fuzz_check(code || (options.agent_radius >= 0 && options.unit >= 0));
}

/* The area as text, to be freed. */
static char *written(const pathfan_area *area) {
  char *text = NULL;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  fuzz_check(out != NULL);
  if (!area->corner_count)
    fprintf(out, "%.17g,%.17g,%.17g", area->centre.x, area->centre.y, area->radius);
  for (int32_t i = 0; i < area->corner_count; i++)
    fprintf(out, "%s%.17g,%.17g", i ? "," : "", area->corners[i].x, area->corners[i].y);
  fuzz_check(fclose(out) == 0);
  return text;
}

static void read_area(const char *text) {
  pf_area_list list = {0};
  pathfan_request request;
  pathfan_request_init(&request);
  complaints = 0;
  const int code = cli_avoid_option(NULL, text, &list, &request);
  fuzz_check((code != CLI_OK) == (complaints > 0));
  fuzz_check(request.avoid_count == (code ? 0 : 1) && list.count == request.avoid_count);
  if (code == CLI_OK) {
    char *first = written(&list.areas[0]);
    fuzz_check(cli_avoid_option(NULL, first, &list, &request) == CLI_OK && list.count == 2);
    char *second = written(&list.areas[1]);
    fuzz_check(!strcmp(first, second) && request.avoid == list.areas && request.avoid_count == 2);
    free(first);
    free(second);
  }
  pf_area_list_free(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1 || size > 1 << 14) return 0;
  char *text = malloc(size); /* ends where the text does */
  fuzz_check(text != NULL);
  memcpy(text, data + 1, size - 1);
  text[size - 1] = 0;
  const int choice = data[0] % 32;
  if (choice == 0)
    read_numbers(text);
  else if (choice == 1)
    read_area(text);
  else if (choice < 2 + FIELD_COUNT)
    read_request_option(fields[choice - 2], text);
  else
    read_map_option(choice % 4, text);
  free(text);
  return 0;
}

/* help.c - the help of commands, with text from tables filled in. */
#include "command/help.h"

#include <string.h>

#include "pathfan/build.h"
#include "request/fields.h"

/* The column where an option's description begins, and the longest line (a single word may exceed
 * it): help fits beside a prompt. */
#define COLUMN 21
#define WIDTH 95

/* Writes text, wrapped, and a line end. Lines begin at COLUMN, where the output stands at first. */
static void wrap(FILE *out, const char *text) {
  int at = COLUMN;
  const char *between = "";
  while (*text) {
    const size_t length = strcspn(text, " ");
    if (at + (int)strlen(between) + (int)length > WIDTH && *between) {
      fprintf(out, "\n%*s", COLUMN, "");
      at = COLUMN;
      between = "";
    }
    at += fprintf(out, "%s%.*s", between, (int)length, text);
    between = " ";
    text += length + (text[length] == ' ');
  }
  putc('\n', out);
}

/* Prints the help of a request's option. */
static void request_option(FILE *out, const pf_field *f) {
  char name[PF_FIELD_NAME_BYTES], text[PF_FIELD_BYTES];
  const int at =
      fprintf(out, f->value ? "  --%s %s" : "  --%s", pf_field_option(f, name), f->value);
  if (at < COLUMN)
    fprintf(out, "%*s", COLUMN - at, "");
  else
    fprintf(out, "\n%*s", COLUMN, "");
  wrap(out, pf_field_help(f, text));
}

static void options_of_need(FILE *out, pf_field_need need) {
  for (const pf_field *f = pf_fields; f->name; f++)
    if (!f->is_end && f->need == need) request_option(out, f);
}

static void often(FILE *out) {
  options_of_need(out, PF_NEED_OFTEN);
}

static void tuning(FILE *out) {
  options_of_need(out, PF_NEED_TUNING);
}

static void research(FILE *out) {
  options_of_need(out, PF_NEED_RESEARCH);
}

static void request_options(FILE *out) {
  for (const pf_field *f = pf_fields; f->name; f++)
    if (!f->is_end) request_option(out, f);
}

/* Prints the names of the fields that JSON may have besides the ends. */
static void request_fields(FILE *out) {
  char text[PF_FIELD_BYTES] = "";
  for (const pf_field *f = pf_fields; f->name; f++)
    if (!f->is_end && !f->is_option) {
      const size_t length = strlen(text);
      snprintf(text + length, sizeof text - length, "%s%s", length ? ", " : "", f->name);
    }
  wrap(out, text);
}

/* Prints the formats of maps. Lines begin at the margin; the first goes on at `column`. */
static void map_formats(FILE *out, int column) {
  pathfan_map_format_info info;
  const char *between = "";
  for (int32_t i = 0; pathfan_map_format_get(i, &info); i++) {
    column += (int)(strlen(between) + strlen(info.name));
    if (column + 2 > WIDTH) { /* room for the text that follows */
      between = ",\n";
      column = (int)strlen(info.name);
    }
    fprintf(out, "%s%s", between, info.name);
    between = ", ";
  }
  if (!pathfan_map_format_get(0, &info)) fputs("not in this build", out);
}

static const struct {
  const char *name;
  void (*write)(FILE *out);
} parts[] = {{"{request}", request_options},
             {"{often}", often},
             {"{tuning}", tuning},
             {"{research}", research},
             {"{fields}", request_fields}};
enum { PART_COUNT = sizeof parts / sizeof *parts };

void cli_print_help(FILE *out, const cli_command *command) {
  static const char maps[] = "{maps}";
  const char *line = command->help;
  for (const char *at = command->help; *at;) {
    int i = 0;
    while (i < PART_COUNT && strncmp(at, parts[i].name, strlen(parts[i].name)) != 0) i++;
    if (i < PART_COUNT) {
      parts[i].write(out);
      at += strlen(parts[i].name);
    } else if (strncmp(at, maps, strlen(maps)) == 0) {
      map_formats(out, (int)(at - line));
      at += strlen(maps);
    } else {
      if (*at == '\n') line = at + 1;
      putc(*at++, out);
    }
  }
}

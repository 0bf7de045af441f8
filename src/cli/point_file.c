/* point_file.c - reads an entry's text into a small buffer, character by character, and discards
 * the rest of a longer one, which can't be a point. */
#include "cli/point_file.h"

#include <string.h>

#include "base/program.h"
#include "command/options.h"

/* Longest text of an entry: two numbers, with more digits than anybody writes. */
#define TEXT_BYTES 512

/* The text of an entry, as far as it fits, zero-terminated. */
typedef struct entry_text {
  char at[TEXT_BYTES];
  size_t length;
  bool too_long, has_zero;
} entry_text;

static int next_char(cli_point_file *file) {
  const int c = file->ahead_count ? file->ahead[--file->ahead_count] : getc(file->stream);
  file->line += c == '\n';
  return c;
}

static void put_back(cli_point_file *file, int c) {
  file->line -= c == '\n';
  file->ahead[file->ahead_count++] = c;
}

static bool is_blank(int c) {
  return c == ' ' || c == '\t' || c == '\r';
}

static void append(entry_text *text, int c) {
  text->has_zero = text->has_zero || c == 0;
  if (text->length + 1 < TEXT_BYTES)
    text->at[text->length++] = (char)c;
  else
    text->too_long = true;
}

/* ---- A point ---- */

/* Returns the text without the blanks around it. */
static char *trim(char *text) {
  size_t length = strlen(text);
  while (length && is_blank(text[length - 1])) length--;
  text[length] = 0;
  return text + strspn(text, " \t\r");
}

/* Reads two numbers separated by a comma or, if blanks_do, by blanks alone. */
static bool read_pair(char *text, bool blanks_do, pathfan_point *point) {
  char *end = strchr(text, ',');
  if (!end && blanks_do) end = strpbrk(text, " \t");
  if (!end) return false;
  *end = 0;
  pathfan_point read;
  if (!cli_read_number(trim(text), &read.x) || !cli_read_number(trim(end + 1), &read.y))
    return false;
  *point = read;
  return true;
}

/* Reads a point in brackets or, unless needs_brackets, without. */
static bool read_point(entry_text *text, bool needs_brackets, pathfan_point *point) {
  if (text->too_long || text->has_zero) return false;
  text->at[text->length] = 0;
  char *at = trim(text->at);
  const size_t length = strlen(at);
  if (*at != '[') return !needs_brackets && read_pair(at, true, point);
  if (at[length - 1] != ']') return false;
  at[length - 1] = 0;
  return read_pair(trim(at + 1), false, point);
}

/* ---- Lines ---- */

/* Reads the next line that isn't skipped. False: there is none. */
static bool read_line(cli_point_file *file, entry_text *text, int64_t *line) {
  int c;
  do {
    *text = (entry_text){.length = 0};
    *line = file->line;
    while ((c = next_char(file)) != EOF && c != '\n')
      if (text->length || !is_blank(c)) append(text, c);
  } while (c != EOF && (!text->length || text->at[0] == '#'));
  return text->length && text->at[0] != '#';
}

/* ---- An array ---- */

static int next_visible(cli_point_file *file) {
  int c = next_char(file);
  while (is_blank(c) || c == '\n') c = next_char(file);
  return c;
}

/* Reads up to the comma or bracket that ends an element, and returns that character, or EOF. */
static int read_element(cli_point_file *file, entry_text *text) {
  int c, depth = 0;
  bool quoted = false, escaped = false;
  while ((c = next_char(file)) != EOF) {
    if (!quoted && !depth && (c == ',' || c == ']')) break;
    if (!quoted && depth < INT32_MAX) depth += (c == '[' || c == '{') - (c == ']' || c == '}');
    if (c == '"' && !escaped) quoted = !quoted;
    escaped = quoted && c == '\\' && !escaped;
    append(text, c == '\n' ? ' ' : c);
  }
  return c;
}

/* Reads the next element of the array, or reports a flaw at the array's end. */
static bool read_from_array(cli_point_file *file, cli_point_entry *entry) {
  entry_text text = {.length = 0};
  const int first = next_visible(file);
  entry->line = file->line;
  if (file->is_done) {
    if (first == EOF) return false;
    entry->flaw = "there is something behind the array";
    while (next_char(file) != EOF) continue;
    return true;
  }
  if (first == EOF) {
    entry->flaw = "the array doesn't end";
    file->is_done = true;
    return true;
  }
  put_back(file, first);
  file->is_done = read_element(file, &text) == ']';
  if (!read_point(&text, true, &entry->point)) entry->flaw = "expected [x,y], two finite numbers";
  return true;
}

/* ---- The file ---- */

/* Skips the byte order mark of UTF-8, if the file begins with it. */
static void skip_mark(cli_point_file *file) {
  static const int mark[] = {0xef, 0xbb, 0xbf};
  int count = 0, c;
  while (count < 3 && (c = next_char(file)) == mark[count]) count++;
  if (count == 3) return;
  put_back(file, c);
  while (count > 0) put_back(file, mark[--count]);
}

/* Tells an array from lines. An array begins with two brackets, or is empty; a bracket that is
 * alone on its line isn't a point, so it begins an array too. */
static void detect_format(cli_point_file *file) {
  file->begun = true;
  skip_mark(file);
  const int first = next_visible(file);
  const int64_t line = file->line;
  if (first == '[') {
    const int second = next_visible(file);
    file->is_array = second == '[' || second == ']' || second == EOF || file->line > line;
    file->is_done = second == ']';
    if (!file->is_done) put_back(file, second);
    if (file->is_array) return;
  }
  put_back(file, first);
}

bool cli_point_file_open(cli_point_file *file, const char *path) {
  *file = (cli_point_file){.stream = pf_stream_open(path), .line = 1};
  return file->stream != NULL;
}

bool cli_point_file_next(cli_point_file *file, cli_point_entry *entry) {
  *entry = (cli_point_entry){.flaw = NULL};
  if (!file->begun) detect_format(file);
  bool more = true;
  if (file->is_array) {
    more = read_from_array(file, entry);
  } else {
    entry_text text;
    more = read_line(file, &text, &entry->line);
    if (more && !read_point(&text, false, &entry->point))
      entry->flaw = "expected x,y or x y or [x,y], two finite numbers";
  }
  return more && !ferror(file->stream);
}

/* scenario.c - MovingAI .scen files, line by line.
 *
 * The format doesn't define how columns are separated. Existing files use tabs or spaces, some
 * align columns with several of them, and some tab-separated ones have spaces in the map's name. So
 * a line is first read as nine words, and if it doesn't have nine, as nine fields between single
 * tabs. */
#include "map/scenario.h"

#define COLUMNS 9

static size_t split_words(pf_span line, pf_span column[COLUMNS]) {
  pf_span word;
  size_t count = 0;
  while (pf_span_word(&line, &word)) {
    if (count < COLUMNS) column[count] = word;
    count++;
  }
  return count;
}

static pf_span trim(pf_span span) {
  while (span.length > 0 && span.at[0] == ' ') span = (pf_span){span.at + 1, span.length - 1};
  while (span.length > 0 && span.at[span.length - 1] == ' ') span.length--;
  return span;
}

static size_t split_tabs(pf_span line, pf_span column[COLUMNS]) {
  size_t count = 0, from = 0;
  for (size_t to = 0; to <= line.length; to++) {
    if (to < line.length && line.at[to] != '\t') continue;
    if (count < COLUMNS) column[count] = trim((pf_span){line.at + from, to - from});
    count++;
    from = to + 1;
  }
  return count;
}

static pathfan_status take_whole(const pf_text *text, pf_span column, const char *name, int32_t min,
                                 int32_t *value, pathfan_error *error) {
  char quoted[PF_QUOTE_BYTES];
  int64_t number;
  if (!pf_span_whole(column, INT32_MAX, &number) || number < min)
    return pf_text_fail(text, error, "%s must be a whole number from %d to %d, found %s", name,
                        (int)min, INT32_MAX, pf_span_quote(column, quoted));
  *value = (int32_t)number;
  return PATHFAN_OK;
}

static pathfan_status take_number(const pf_text *text, pf_span column, const char *name,
                                  double *value, pathfan_error *error) {
  char quoted[PF_QUOTE_BYTES];
  if (!pf_span_number(column, value))
    return pf_text_fail(text, error, "%s must be a finite decimal number, found %s", name,
                        pf_span_quote(column, quoted));
  return PATHFAN_OK;
}

pathfan_status pf_scen_begin(pf_text *text, pathfan_error *error) {
  char quoted[PF_QUOTE_BYTES];
  pf_span line, rest, keyword, version, excess;
  if (!pf_text_line(text, &line)) {
    text->line = 1;
    return pf_text_fail(text, error, "the file is empty; expected \"version 1\"");
  }
  rest = line;
  pf_span_word(&rest, &keyword);
  pf_span_word(&rest, &version);
  if (!pf_span_is(keyword, "version") || pf_span_word(&rest, &excess))
    return pf_text_expected(text, error, "\"version 1\"", line);
  if (!pf_span_is(version, "1") && !pf_span_is(version, "1.0"))
    return pf_text_fail(text, error, "only version 1 can be read, found %s",
                        pf_span_quote(version, quoted));
  return PATHFAN_OK;
}

pathfan_status pf_scen_next(pf_text *text, pf_scen_entry *entry, bool *more, pathfan_error *error) {
  pf_span line, rest, word, column[COLUMNS];
  *more = false;
  do {
    if (!pf_text_line(text, &line)) return PATHFAN_OK;
    rest = line;
  } while (!pf_span_word(&rest, &word));

  size_t words = split_words(line, column);
  if (words != COLUMNS && split_tabs(line, column) != COLUMNS)
    return pf_text_fail(text, error, "expected %d columns, found %zu", COLUMNS, words);
  entry->map_name = column[1];
  if (!entry->map_name.length) return pf_text_fail(text, error, "the name of the map is empty");

  pathfan_status status = take_whole(text, column[0], "bucket", 0, &entry->bucket, error);
  if (!status) status = take_whole(text, column[2], "width", 1, &entry->width, error);
  if (!status) status = take_whole(text, column[3], "height", 1, &entry->height, error);
  if (!status) status = take_number(text, column[4], "start x", &entry->from_x, error);
  if (!status) status = take_number(text, column[5], "start y", &entry->from_y, error);
  if (!status) status = take_number(text, column[6], "goal x", &entry->to_x, error);
  if (!status) status = take_number(text, column[7], "goal y", &entry->to_y, error);
  if (!status) status = take_number(text, column[8], "length", &entry->octile_length, error);
  if (!status && entry->octile_length < 0) status = pf_text_fail(text, error, "length is negative");
  *more = !status;
  return status;
}

void pf_scen_write_version(FILE *stream) {
  fputs("version 1\n", stream);
}

void pf_scen_write(FILE *stream, const pf_scen_entry *entry) {
  char from_x[PF_NUMBER_BYTES], from_y[PF_NUMBER_BYTES], to_x[PF_NUMBER_BYTES],
      to_y[PF_NUMBER_BYTES], length[PF_NUMBER_BYTES];
  fprintf(stream, "%d\t", (int)entry->bucket);
  fwrite(entry->map_name.at, 1, entry->map_name.length, stream);
  fprintf(stream, "\t%d\t%d\t%s\t%s\t%s\t%s\t%s\n", (int)entry->width, (int)entry->height,
          pf_number_text(entry->from_x, 8, from_x), pf_number_text(entry->from_y, 8, from_y),
          pf_number_text(entry->to_x, 8, to_x), pf_number_text(entry->to_y, 8, to_y),
          pf_number_fixed(entry->octile_length, 8, length));
}

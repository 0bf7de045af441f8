/* movingai.c - MovingAI .map files, the format of N. Sturtevant's "Benchmarks for Grid-Based
 * Pathfinding" (IEEE TCIAIG 2012).
 *
 * Rows are read twice: once to check them, before anything is allocated, and once to store them. So
 * a header can't cause more cells to be allocated than the file has bytes, and the first bad row is
 * reported even if the size is absurd. */
#include "map/movingai.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"

static const char TERRAIN[] = ".G@OTSW";

/* The meanings of bytes in a row. */
enum { UNKNOWN = 0, BLOCKED, FREE };

static pathfan_status classify(const char *passable, uint8_t kind[256], pathfan_error *error) {
  memset(kind, UNKNOWN, 256);
  for (const char *c = TERRAIN; *c; c++) kind[(unsigned char)*c] = BLOCKED;
  if (!passable) passable = ".G";
  if (!*passable) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no character is listed as passable");
  for (const char *c = passable; *c; c++) {
    char quoted[PF_QUOTE_BYTES];
    if (kind[(unsigned char)*c] == UNKNOWN)
      return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "passable character %s is not one of the terrain characters %s",
                     pf_span_quote((pf_span){c, 1}, quoted), TERRAIN);
    kind[(unsigned char)*c] = FREE;
  }
  return PATHFAN_OK;
}

/* Reads the next header line as a keyword and at most one value. */
static pathfan_status read_header_line(pf_text *text, const char *expected, pf_span *line,
                                       pf_span *keyword, pf_span *value, pathfan_error *error) {
  pf_span rest, excess;
  if (!pf_text_line(text, line)) {
    text->line++;
    return pf_text_fail(text, error, "the file ends where %s is expected", expected);
  }
  rest = *line;
  pf_span_word(&rest, keyword);
  pf_span_word(&rest, value);
  if (pf_span_word(&rest, &excess)) return pf_text_expected(text, error, expected, *line);
  return PATHFAN_OK;
}

static pathfan_status read_extent(const pf_text *text, const char *keyword, pf_span value,
                                  int32_t *extent, pathfan_error *error) {
  char quoted[PF_QUOTE_BYTES];
  int64_t number;
  if (*extent) return pf_text_fail(text, error, "%s is given twice", keyword);
  if (!pf_span_whole(value, PF_GRID_MAX, &number) || number < 1)
    return pf_text_fail(text, error, "%s must be a whole number from 1 to %d, found %s", keyword,
                        PF_GRID_MAX, pf_span_quote(value, quoted));
  *extent = (int32_t)number;
  return PATHFAN_OK;
}

/* Reads everything up to and including the line "map". */
static pathfan_status read_header(pf_text *text, int32_t *width, int32_t *height,
                                  pathfan_error *error) {
  static const char first[] = "\"type octile\"", later[] = "\"height\", \"width\" or \"map\"";
  char quoted[PF_QUOTE_BYTES];
  pf_span line, keyword, value;
  *width = *height = 0;

  pathfan_status status = read_header_line(text, first, &line, &keyword, &value, error);
  if (status) return status;
  if (!pf_span_is(keyword, "type")) return pf_text_expected(text, error, first, line);
  if (!pf_span_is(value, "octile"))
    return pf_text_fail(text, error, "only maps of type octile can be read, found %s",
                        pf_span_quote(value, quoted));

  for (;;) {
    status = read_header_line(text, later, &line, &keyword, &value, error);
    if (status) return status;
    if (pf_span_is(keyword, "height")) {
      status = read_extent(text, "height", value, height, error);
    } else if (pf_span_is(keyword, "width")) {
      status = read_extent(text, "width", value, width, error);
    } else if (pf_span_is(keyword, "type")) {
      status = pf_text_fail(text, error, "type is given twice");
    } else if (pf_span_is(keyword, "map") && !value.length) {
      break;
    } else {
      status = pf_text_expected(text, error, later, line);
    }
    if (status) return status;
  }
  if (!*height) return pf_text_fail(text, error, "no height is given before the map");
  if (!*width) return pf_text_fail(text, error, "no width is given before the map");
  return PATHFAN_OK;
}

/* Checks all rows, on a copy of the cursor. */
static pathfan_status check_rows(pf_text text, int32_t width, int32_t height,
                                 const uint8_t kind[256], pathfan_error *error) {
  char quoted[PF_QUOTE_BYTES];
  pf_span line;
  for (int32_t y = 0; y < height; y++) {
    if (pf_text_only_blanks_left(&text)) {
      text.line++;
      return pf_text_fail(&text, error, "the map ends after %d of %d rows", (int)y, (int)height);
    }
    pf_text_line(&text, &line);
    for (size_t x = 0; x < line.length && x < (size_t)width; x++)
      if (kind[(unsigned char)line.at[x]] == UNKNOWN)
        return pf_text_fail(&text, error, "unknown terrain character %s in column %zu",
                            pf_span_quote((pf_span){line.at + x, 1}, quoted), x + 1);
    if (line.length != (size_t)width)
      return pf_text_fail(&text, error, "expected a row of %d characters, found %zu", (int)width,
                          line.length);
  }
  while (pf_text_line(&text, &line)) {
    pf_span rest = line, word;
    if (pf_span_word(&rest, &word))
      return pf_text_fail(&text, error, "expected nothing after the last of %d rows, found %s",
                          (int)height, pf_span_quote(line, quoted));
  }
  return PATHFAN_OK;
}

pathfan_status pf_movingai_parse(const char *bytes, size_t length, const char *name,
                                 const char *passable, pf_grid *grid, pf_ignored *ignored,
                                 pathfan_error *error) {
  pf_text text = pf_text_over(bytes, length, name);
  uint8_t kind[256];
  int32_t width, height;
  *grid = (pf_grid){0};

  pathfan_status status = classify(passable, kind, error);
  if (!status) status = read_header(&text, &width, &height, error);
  if (!status) status = check_rows(text, width, height, kind, error);
  if (status) return status;

  uint8_t *cell = pf_alloc((uint64_t)width * (uint64_t)height, 1);
  if (!cell)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for %d x %d cells",
                   pf_name_tail(name), (int)width, (int)height);
  *grid = (pf_grid){.width = width, .height = height, .free = cell};
  for (int32_t y = 0; y < height; y++) {
    pf_span line;
    pf_text_line(&text, &line);
    for (int32_t x = 0; x < width; x++) {
      const char letter = line.at[x];
      *cell = kind[(unsigned char)letter] == FREE;
      if ((letter == 'S' || letter == 'W') && !*cell)
        pf_ignore(ignored, PF_IGNORED_SWAMP_WATER, 1, "line %lld: %c in column %d",
                  (long long)text.line, letter, (int)x + 1);
      cell++;
    }
  }
  return PATHFAN_OK;
}

pathfan_status pf_movingai_read(const char *path, const char *passable, pf_grid *grid,
                                pathfan_error *error) {
  char *text;
  size_t bytes;
  *grid = (pf_grid){0};
  pathfan_status status = pf_read_file(path, PF_MOVINGAI_MAX_BYTES, &text, &bytes, error);
  if (status) return status;
  status = pf_movingai_parse(text, bytes, path, passable, grid, NULL, error);
  free(text);
  return status;
}

pathfan_status pf_movingai_write(const pf_grid *grid, const char *path, pathfan_error *error) {
  pf_output output;
  pathfan_status status = pf_output_open(&output, path, error);
  if (status) return status;
  fprintf(output.stream, "type octile\nheight %d\nwidth %d\nmap\n", (int)grid->height,
          (int)grid->width);
  const uint8_t *cell = grid->free;
  for (int32_t y = 0; y < grid->height; y++) {
    for (int32_t x = 0; x < grid->width; x++) putc(*cell++ ? '.' : '@', output.stream);
    putc('\n', output.stream);
  }
  return pf_output_close(&output, error);
}

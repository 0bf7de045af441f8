/* ascii_grid.c - reads ESRI's ASCII grids: a head of names and values, one a line, in either case
 * and any order; then the values of all cells, row by row from the top. Lines may break anywhere
 * between values. The format is described in the manual of ArcGIS ("Esri ASCII raster format") and
 * of GDAL ("AAIGrid"). Before memory is taken, the text is known to be long enough for all cells.
 */
#include "map/ascii_grid.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"

typedef enum name {
  NCOLS = 0,
  NROWS,
  XCORNER,
  YCORNER,
  XCENTER,
  YCENTER,
  SIDE,
  NODATA,
  NAMES
} name;

static const char *const names[NAMES] = {"ncols",     "nrows",     "xllcorner", "yllcorner",
                                         "xllcenter", "yllcenter", "cellsize",  "NODATA_value"};

typedef struct head {
  double value[NAMES];
  bool is_given[NAMES];
} head;

static bool is_word(pf_span span, const char *word) {
  return span.length == strlen(word) && strncasecmp(span.at, word, span.length) == 0;
}

/* Reads the value of a cell or of NODATA_value; "nan" is one, too. */
static bool take_value(pf_span word, double *value) {
  if (pf_span_number(word, value)) return true;
  *value = NAN;
  return is_word(word, "nan") || is_word(word, "-nan");
}

static pathfan_status take_name(const pf_text *text, pf_span line, head *h, pathfan_error *error) {
  char quoted[PF_QUOTE_BYTES];
  pf_span rest = line, word, value;
  int which = 0;
  pf_span_word(&rest, &word);
  pf_span_word(&rest, &value);
  while (which < NAMES && !is_word(word, names[which])) which++;
  if (which == NAMES)
    return pf_text_fail(text, error, "%s isn't a name in the head of an ASCII grid",
                        pf_span_quote(word, quoted));
  if (h->is_given[which]) return pf_text_fail(text, error, "%s is there twice", names[which]);
  h->is_given[which] = true;
  if (!take_value(value, &h->value[which]) || (which != NODATA && isnan(h->value[which])))
    return pf_text_fail(text, error, "%s must be a number, found %s", names[which],
                        pf_span_quote(value, quoted));
  return pf_text_line_ends(text, rest, error);
}

/* Reads names up to the first line that begins with a value, and leaves the text before it. */
static pathfan_status read_head(pf_text *text, head *h, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  *h = (head){.value[NODATA] = -9999};
  for (pf_text before = *text; !status; before = *text) {
    pf_span line, rest, word;
    double value;
    if (!pf_text_line(text, &line))
      return pf_text_fail(text, error, "the file ends before the values of cells");
    rest = line;
    if (!pf_span_word(&rest, &word)) continue;
    if (take_value(word, &value)) {
      *text = before;
      break;
    }
    status = take_name(text, line, h, error);
  }
  return status;
}

static bool is_extent(double value) {
  return value >= 1 && value <= PF_GRID_MAX && value == floor(value);
}

/* Sets one coordinate of the corner. */
static bool place(const head *h, name corner, name center, double *origin) {
  if (h->is_given[corner] == h->is_given[center]) return false;
  *origin = h->is_given[corner] ? h->value[corner]
                                : pf_placement_at(h->value[center], h->value[SIDE], -0.5);
  return fabs(*origin) <= 1e9;
}

static pathfan_status check_head(const pf_text *text, const head *h, pf_placement *placement,
                                 pathfan_error *error) {
  if (!is_extent(h->value[NCOLS]) || !is_extent(h->value[NROWS]))
    return pf_text_fail(text, error, "ncols and nrows must be whole numbers from 1 to %d",
                        PF_GRID_MAX);
  placement->side = h->value[SIDE];
  if (!(placement->side >= 1e-6 && placement->side <= 1e6))
    return pf_text_fail(text, error, "cellsize must be a number from 1e-6 to 1e6");
  if (!place(h, XCORNER, XCENTER, &placement->origin_x) ||
      !place(h, YCORNER, YCENTER, &placement->origin_y))
    return pf_text_fail(text, error,
                        "there must be xllcorner or xllcenter, and yllcorner or yllcenter, "
                        "numbers up to 1e9");
  return PATHFAN_OK;
}

static pathfan_status take_cells(const pf_limits *limits, const pf_text *text, const head *h,
                                 pf_grid *grid, pathfan_error *error) {
  const int32_t width = (int32_t)h->value[NCOLS], height = (int32_t)h->value[NROWS];
  const uint64_t cells = (uint64_t)width * (uint64_t)height;
  if ((uint64_t)(text->end - text->at) < 2 * cells - 1) /* a digit and a blank each */
    return pf_text_fail(text, error, "%d x %d cells need more values than the file has", (int)width,
                        (int)height);
  const pathfan_status status = pf_limits_take(limits, cells);
  if (status)
    return pf_fail(error, status, "%s: %d x %d cells need more memory than the limit",
                   pf_name_tail(text->name), (int)width, (int)height);
  uint8_t *free = pf_alloc(cells, 1);
  if (!free) return pf_text_status(text, error, PATHFAN_ERR_NO_MEMORY);
  *grid = (pf_grid){.width = width, .height = height, .free = free};
  return PATHFAN_OK;
}

/* Reads all values of cells. */
static pathfan_status read_cells(pf_text *text, const head *h, const pf_grid *grid,
                                 pf_ignored *ignored, pathfan_error *error) {
  char quoted[PF_QUOTE_BYTES];
  const int64_t cells = (int64_t)grid->width * grid->height;
  int64_t count = 0;
  pf_span line, word;
  while (pf_text_line(text, &line))
    while (pf_span_word(&line, &word)) {
      double value;
      if (count == cells)
        return pf_text_fail(text, error, "there are more values than %d x %d cells",
                            (int)grid->width, (int)grid->height);
      if (!take_value(word, &value))
        return pf_text_fail(text, error, "%s isn't the value of a cell",
                            pf_span_quote(word, quoted));
      const bool has_data = !isnan(value) && value != h->value[NODATA];
      const int64_t y = grid->height - 1 - count / grid->width, x = count % grid->width;
      grid->free[y * grid->width + x] = has_data && value != 0;
      if (has_data && value != 0 && value != 1)
        pf_ignore(ignored, PF_IGNORED_VALUE, 1, "line %lld: %s", (long long)text->line,
                  pf_span_quote(word, quoted));
      count++;
    }
  if (count < cells)
    return pf_text_fail(text, error, "the file ends after %lld of %d x %d values of cells",
                        (long long)count, (int)grid->width, (int)grid->height);
  return PATHFAN_OK;
}

pathfan_status pf_ascii_grid_parse(const char *bytes, size_t count, const char *path,
                                   const pf_limits *limits, pf_grid *grid, pf_placement *placement,
                                   pf_ignored *ignored, pathfan_error *error) {
  pf_text text = pf_text_over(bytes, count, path);
  head h;
  *grid = (pf_grid){0};
  pathfan_status status = read_head(&text, &h, error);
  if (!status) status = check_head(&text, &h, placement, error);
  if (!status) status = take_cells(limits, &text, &h, grid, error);
  if (!status) status = read_cells(&text, &h, grid, ignored, error);
  if (status) {
    pf_grid_free(grid);
    *grid = (pf_grid){0};
  }
  return status;
}

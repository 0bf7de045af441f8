/* chart.c - a line chart, drawn by cairo.
 *
 * One function draws on any surface: vectors for SVG, pixels at twice the size for PNG. From bottom
 * to top: grid, axes with labels, lines, markers, legend. Markers have a white rim, so that
 * crossing lines stay readable. */
#include "draw/chart.h"

#include <cairo-svg.h>
#include <cairo.h>
#include <math.h>

#include "base/file.h"
#include "base/status.h"
#include "draw/scale.h"

/* All in pixels of PF_CHART_WIDTH. */
#define LEFT 78
#define RIGHT 176 /* room for the legend */
#define TOP 42
#define BOTTOM 58
#define TEXT_SIZE 13
#define TITLE_SIZE 15
#define TICK 5
#define LINE_WIDTH 1.6
#define RIM 1.2 /* white round a marker */
#define LEGEND_ROW 24
#define LEGEND_SAMPLE 38
#define PNG_SCALE 2

typedef enum marker {
  CIRCLE,
  SQUARE,
  TRIANGLE,
  DIAMOND,
  CROSS,
  TURNED_TRIANGLE,
  RING,
  EMPTY_SQUARE
} marker;

/* Colours of M. Okabe and K. Ito, "Color Universal Design" (2002), without the light
 * yellow; those of the first four differ in brightness as well. */
static const struct style {
  double red, green, blue;
  marker shape;
  double radius; /* of the marker: those drawn later are smaller, so that none is hidden */
  int dash_count;
  double dashes[4];
} STYLES[PF_CHART_STYLES] = {
    {0.835, 0.369, 0.000, CIRCLE, 5.4, 0, {0}},
    {0.902, 0.624, 0.000, SQUARE, 4.6, 2, {7, 3}},
    {0.000, 0.447, 0.698, TRIANGLE, 3.2, 2, {2, 3}},
    {0.000, 0.000, 0.000, DIAMOND, 4.8, 4, {9, 3, 2, 3}},
    {0.000, 0.620, 0.451, CROSS, 3.2, 2, {12, 4}},
    {0.800, 0.475, 0.655, TURNED_TRIANGLE, 4.2, 4, {5, 2, 5, 6}},
    {0.337, 0.706, 0.914, RING, 4.2, 2, {4, 2}},
    {0.400, 0.400, 0.400, EMPTY_SQUARE, 4.2, 4, {2, 2, 8, 2}},
};

static const struct style *style_of(const pf_chart_series *series) {
  return &STYLES[(uint32_t)series->style % PF_CHART_STYLES];
}

static void ink(cairo_t *c, double grey) {
  cairo_set_source_rgb(c, grey, grey, grey);
}

/* Draws text anchored at (x, y): align 0 starts there, 0.5 is centred, 1 ends there; always centred
 * vertically. */
static void text(cairo_t *c, double x, double y, double align, const char *string) {
  cairo_text_extents_t extents;
  cairo_font_extents_t font;
  cairo_text_extents(c, string, &extents);
  cairo_font_extents(c, &font);
  cairo_move_to(c, x - align * extents.x_advance, y + (font.ascent - font.descent) / 2);
  cairo_show_text(c, string);
}

static bool shown(const pf_chart *chart, double x, double y) {
  return isfinite(x) && isfinite(y) && (!chart->log_y || y > 0);
}

/* The extent of all points shown. False: there is none. */
static bool extent(const pf_chart *chart, double x[2], double y[2]) {
  bool any = false;
  for (int32_t s = 0; s < chart->series_count; s++) {
    const pf_chart_series *series = &chart->series[s];
    for (int32_t i = 0; i < series->count; i++) {
      const double at[2] = {series->x[i], series->y[i]};
      if (!shown(chart, at[0], at[1])) continue;
      if (!any || at[0] < x[0]) x[0] = at[0];
      if (!any || at[0] > x[1]) x[1] = at[0];
      if (!any || at[1] < y[0]) y[0] = at[1];
      if (!any || at[1] > y[1]) y[1] = at[1];
      any = true;
    }
  }
  return any;
}

static void line(cairo_t *c, double x1, double y1, double x2, double y2) {
  cairo_move_to(c, x1, y1);
  cairo_line_to(c, x2, y2);
  cairo_stroke(c);
}

static void draw_x_axis(cairo_t *c, const pf_scale *x, double top, double bottom) {
  pf_tick ticks[PF_TICKS_MAX];
  const int32_t count = pf_scale_ticks(x, ticks);
  for (int32_t i = 0; i < count; i++) {
    const double at = pf_scale_at(x, ticks[i].value);
    ink(c, 0.90);
    cairo_set_line_width(c, 0.8);
    line(c, at, top, at, bottom);
    ink(c, 0.15);
    line(c, at, bottom, at, bottom + TICK);
    text(c, at, bottom + TICK + TEXT_SIZE * 0.8, 0.5, ticks[i].label);
  }
}

static void draw_y_axis(cairo_t *c, const pf_scale *y, double left, double right) {
  pf_tick ticks[PF_TICKS_MAX];
  const int32_t count = pf_scale_ticks(y, ticks);
  for (int32_t i = 0; i < count; i++) {
    const double at = pf_scale_at(y, ticks[i].value);
    const bool named = ticks[i].label[0] != 0;
    if (named) {
      ink(c, 0.86);
      cairo_set_line_width(c, 0.8);
      line(c, left, at, right, at);
    }
    ink(c, 0.15);
    line(c, left - (named ? TICK : TICK * 0.5), at, left, at);
    text(c, left - TICK - 3, at, 1, ticks[i].label);
  }
}

static void shape(cairo_t *c, marker kind, double x, double y, double r) {
  cairo_new_path(c);
  switch (kind) {
  case CIRCLE:
  case RING: cairo_arc(c, x, y, r, 0, 2 * M_PI); break;
  case SQUARE:
  case EMPTY_SQUARE: cairo_rectangle(c, x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76); break;
  case TRIANGLE:
  case TURNED_TRIANGLE: {
    const double up = kind == TRIANGLE ? -1 : 1;
    cairo_move_to(c, x, y + up * r * 1.15);
    cairo_line_to(c, x + r * 1.1, y - up * r * 0.85);
    cairo_line_to(c, x - r * 1.1, y - up * r * 0.85);
    break;
  }
  case DIAMOND:
    cairo_move_to(c, x, y - r * 1.25);
    cairo_line_to(c, x + r * 1.25, y);
    cairo_line_to(c, x, y + r * 1.25);
    cairo_line_to(c, x - r * 1.25, y);
    break;
  case CROSS:
    cairo_move_to(c, x - r, y - r);
    cairo_line_to(c, x + r, y + r);
    cairo_move_to(c, x + r, y - r);
    cairo_line_to(c, x - r, y + r);
    return;
  }
  cairo_close_path(c);
}

static void draw_marker(cairo_t *c, const struct style *style, double x, double y) {
  shape(c, style->shape, x, y, style->radius);
  if (style->shape == CROSS) {
    cairo_set_source_rgb(c, style->red, style->green, style->blue);
    cairo_set_line_width(c, 2);
    cairo_stroke(c);
    return;
  }
  const bool empty = style->shape == RING || style->shape == EMPTY_SQUARE;
  ink(c, 1);
  cairo_set_line_width(c, empty ? 0.1 : 2 * RIM);
  if (empty) {
    cairo_fill_preserve(c);
    cairo_set_line_width(c, 1.8);
  } else {
    cairo_stroke_preserve(c);
  }
  cairo_set_source_rgb(c, style->red, style->green, style->blue);
  if (empty)
    cairo_stroke(c);
  else
    cairo_fill(c);
}

static void pen(cairo_t *c, const struct style *style) {
  cairo_set_source_rgb(c, style->red, style->green, style->blue);
  cairo_set_line_width(c, LINE_WIDTH);
  cairo_set_dash(c, style->dashes, style->dash_count, 0);
}

static void draw_line(cairo_t *c, const pf_chart *chart, const pf_chart_series *series,
                      const pf_scale *x, const pf_scale *y) {
  bool down = false;
  cairo_new_path(c);
  for (int32_t i = 0; i < series->count; i++) {
    const bool here = shown(chart, series->x[i], series->y[i]);
    if (here) {
      const double px = pf_scale_at(x, series->x[i]), py = pf_scale_at(y, series->y[i]);
      if (down)
        cairo_line_to(c, px, py);
      else
        cairo_move_to(c, px, py);
    }
    down = here;
  }
  pen(c, style_of(series));
  cairo_stroke(c);
  cairo_set_dash(c, NULL, 0, 0);
}

static void draw_markers(cairo_t *c, const pf_chart *chart, const pf_chart_series *series,
                         const pf_scale *x, const pf_scale *y) {
  for (int32_t i = 0; i < series->count; i++)
    if (shown(chart, series->x[i], series->y[i]))
      draw_marker(c, style_of(series), pf_scale_at(x, series->x[i]), pf_scale_at(y, series->y[i]));
}

static void draw_legend(cairo_t *c, const pf_chart *chart, double left, double top) {
  for (int32_t s = 0; s < chart->series_count; s++) {
    const struct style *style = style_of(&chart->series[s]);
    const double y = top + (s + 0.5) * LEGEND_ROW;
    pen(c, style);
    line(c, left, y, left + LEGEND_SAMPLE, y);
    cairo_set_dash(c, NULL, 0, 0);
    draw_marker(c, style, left + LEGEND_SAMPLE / 2.0, y);
    ink(c, 0.1);
    text(c, left + LEGEND_SAMPLE + 8, y, 0, chart->series[s].name);
  }
}

static void draw(cairo_t *c, const pf_chart *chart) {
  const double left = LEFT, right = PF_CHART_WIDTH - RIGHT;
  const double top = TOP, bottom = PF_CHART_HEIGHT - BOTTOM;
  double xs[2] = {0, 1}, ys[2] = {1, 10};
  const bool any = extent(chart, xs, ys);
  pf_scale x =
      chart->whole_x ? pf_scale_fit_whole(xs[0], xs[1]) : pf_scale_fit(xs[0], xs[1], false);
  pf_scale y =
      pf_scale_fit(chart->zero_y && ys[0] > 0 && !chart->log_y ? 0 : ys[0], ys[1], chart->log_y);
  x.from = left;
  x.to = right;
  y.from = bottom;
  y.to = top;

  ink(c, 1);
  cairo_paint(c);
  cairo_select_font_face(c, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(c, TEXT_SIZE);
  cairo_set_line_join(c, CAIRO_LINE_JOIN_ROUND);
  draw_x_axis(c, &x, top, bottom);
  draw_y_axis(c, &y, left, right);
  ink(c, 0.15);
  cairo_set_line_width(c, 1);
  cairo_rectangle(c, left, top, right - left, bottom - top);
  cairo_stroke(c);
  text(c, (left + right) / 2, PF_CHART_HEIGHT - TEXT_SIZE * 1.1, 0.5, chart->x_label);
  cairo_save(c);
  cairo_translate(c, TEXT_SIZE * 1.2, (top + bottom) / 2);
  cairo_rotate(c, -M_PI / 2);
  text(c, 0, 0, 0.5, chart->y_label);
  cairo_restore(c);
  cairo_set_font_size(c, TITLE_SIZE);
  text(c, left, TOP / 2.0, 0, chart->title);
  cairo_set_font_size(c, TEXT_SIZE);

  if (!any) text(c, (left + right) / 2, (top + bottom) / 2, 0.5, "no data");
  for (int32_t s = 0; s < chart->series_count; s++) draw_line(c, chart, &chart->series[s], &x, &y);
  for (int32_t s = 0; s < chart->series_count; s++)
    draw_markers(c, chart, &chart->series[s], &x, &y);
  draw_legend(c, chart, right + 18, top);
}

static cairo_status_t write_bytes(void *context, const unsigned char *bytes, unsigned int count) {
  FILE *stream = context;
  return fwrite(bytes, 1, count, stream) == count ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_status_t draw_on(cairo_surface_t *surface, const pf_chart *chart, double scale) {
  cairo_t *c = cairo_create(surface);
  cairo_scale(c, scale, scale);
  draw(c, chart);
  cairo_show_page(c);
  const cairo_status_t status = cairo_status(c);
  cairo_destroy(c);
  return status;
}

static cairo_status_t write_svg(const pf_chart *chart, FILE *stream) {
  cairo_surface_t *surface =
      cairo_svg_surface_create_for_stream(write_bytes, stream, PF_CHART_WIDTH, PF_CHART_HEIGHT);
  cairo_status_t status = cairo_surface_status(surface);
  if (!status) status = draw_on(surface, chart, 1);
  cairo_surface_finish(surface);
  if (!status) status = cairo_surface_status(surface);
  cairo_surface_destroy(surface);
  return status;
}

static cairo_status_t write_png(const pf_chart *chart, FILE *stream) {
  cairo_surface_t *surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, PNG_SCALE * PF_CHART_WIDTH, PNG_SCALE * PF_CHART_HEIGHT);
  cairo_status_t status = cairo_surface_status(surface);
  if (!status) status = draw_on(surface, chart, PNG_SCALE);
  if (!status) status = cairo_surface_write_to_png_stream(surface, write_bytes, stream);
  cairo_surface_destroy(surface);
  return status;
}

static pathfan_status write_file(const pf_chart *chart, const char *path,
                                 cairo_status_t (*write)(const pf_chart *, FILE *),
                                 pathfan_error *error) {
  pf_output output;
  pathfan_status status = pf_output_open(&output, path, error);
  if (status) return status;
  const cairo_status_t drawn = write(chart, output.stream);
  /* Close reports a write error, as it knows the reason. */
  if (drawn && drawn != CAIRO_STATUS_WRITE_ERROR) {
    pf_output_discard(&output);
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: can't draw: %s", path,
                   cairo_status_to_string(drawn));
  }
  return pf_output_close(&output, error);
}

pathfan_status pf_chart_write(const pf_chart *chart, const char *svg_path, const char *png_path,
                              pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  if (svg_path) status = write_file(chart, svg_path, write_svg, error);
  if (png_path && !status) status = write_file(chart, png_path, write_png, error);
  return status;
}

/* chart.h - a line chart as SVG and PNG.
 *
 *   pf_chart chart = {.title = "dao", .x_label = "percentile", .y_label = "us",
 *                          .log_y = true, .series = series, .series_count = 7};
 *   status = pf_chart_write(&chart, "dao.svg", "dao.png", &error);
 *
 * Both files come from the same drawing code. Each series has its own marker, dash pattern and
 * colour, so that they can be told apart in black and white too; the legend at the right shows them
 * as drawn. */
#ifndef PF_DRAW_CHART_H
#define PF_DRAW_CHART_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/status.h"

/* Number of styles; further series repeat them. */
#define PF_CHART_STYLES 8

typedef struct pf_chart_series {
  const char *name;    /* in the legend */
  const double *x, *y; /* [Size: count]; points that are not finite, or not > 0 on a
                         logarithmic axis, are left out and the line has a gap there */
  int32_t count;
  int32_t style; /* 0..PF_CHART_STYLES-1: the same thing should look the same in all charts */
} pf_chart_series;

typedef struct pf_chart {
  const char *title, *x_label, *y_label;
  bool log_y;
  bool zero_y;  /* a linear y axis that begins at 0 */
  bool whole_x; /* ticks at whole numbers only */
  const pf_chart_series *series;
  int32_t series_count;
} pf_chart;

#define PF_CHART_WIDTH 860 /* pixels; PNG has twice as many */
#define PF_CHART_HEIGHT 460

/* Writes a chart; either path may be NULL. Files are replaced once complete. A chart without any
 * point has axes and says "no data". Errors: IO, NO_MEMORY. */
pathfan_status pf_chart_write(const pf_chart *chart, const char *svg_path, const char *png_path,
                              pathfan_error *error);

#endif

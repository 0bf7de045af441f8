/* curve.c - two bands and the line of the mean above them, on axes that begin at 0. */
#include "draw/curve.h"

#include <math.h>

#include "draw/page.h"
#include "draw/scale.h"

/* Pixels. */
#define WIDTH 860
#define HEIGHT 460
#define LEFT 70
#define RIGHT 20
#define TOP 44
#define BOTTOM 74
#define SAMPLE 26 /* of the legend */

#define COLOUR_INK 0x1d232bu
#define COLOUR_GRID 0xd9dce1u
#define COLOUR_LINE 0x0072b2u

typedef struct plot {
  const pf_curve *curve;
  pf_canvas *canvas;
  pf_scale x, y;
} plot;

static void put_band(const plot *p, const double *low, const double *high, double opacity) {
  const int32_t n = p->curve->count;
  for (int32_t i = 0; i < n; i++)
    (i ? pf_canvas_line : pf_canvas_move)(p->canvas, pf_scale_at(&p->x, i),
                                          pf_scale_at(&p->y, low[i]));
  for (int32_t i = n - 1; i >= 0; i--)
    pf_canvas_line(p->canvas, pf_scale_at(&p->x, i), pf_scale_at(&p->y, high[i]));
  pf_canvas_close(p->canvas);
  pf_canvas_fill(p->canvas, COLOUR_LINE, opacity);
}

static void draw_axis(const plot *p, const pf_scale *scale, bool is_x) {
  const pf_text_style words = {.size = 13, .align = is_x ? 0.5 : 1, .colour = COLOUR_INK};
  pf_tick ticks[PF_TICKS_MAX];
  const int32_t count = pf_scale_ticks(scale, ticks);
  for (int32_t i = 0; i < count; i++) {
    const double at = pf_scale_at(scale, ticks[i].value);
    pf_canvas_move(p->canvas, is_x ? at : LEFT, is_x ? TOP : at);
    pf_canvas_line(p->canvas, is_x ? at : WIDTH - RIGHT, is_x ? HEIGHT - BOTTOM : at);
    pf_canvas_stroke(p->canvas, &(pf_pen){.colour = COLOUR_GRID, .width = 1});
    pf_canvas_text(p->canvas, is_x ? at : LEFT - 8, is_x ? HEIGHT - BOTTOM + 18 : at + 4, &words,
                   ticks[i].label);
  }
}

static void draw_legend(const plot *p) {
  static const char *const names[] = {"mean", "5% to 95% of runs", "all runs"};
  static const double opacities[] = {1, 0.35, 0.15}, heights[] = {2, 12, 12};
  const pf_text_style words = {.size = 13, .colour = COLOUR_INK};
  double x = LEFT;
  for (int i = 0; i < 3; i++) {
    pf_canvas_rectangle(p->canvas, x, HEIGHT - 14 - heights[i] / 2, SAMPLE, heights[i]);
    pf_canvas_fill(p->canvas, COLOUR_LINE, opacities[i]);
    pf_canvas_text(p->canvas, x + SAMPLE + 6, HEIGHT - 10, &words, names[i]);
    x += SAMPLE + (i ? 150 : 60);
  }
}

static pathfan_status draw(void *context, pf_canvas *canvas) {
  plot *p = context;
  const pf_curve *c = p->curve;
  const pf_text_style words = {.size = 13, .align = 1, .colour = COLOUR_INK};
  p->canvas = canvas;
  draw_axis(p, &p->x, true);
  draw_axis(p, &p->y, false);
  put_band(p, c->least, c->most, 0.15);
  put_band(p, c->low, c->high, 0.25);
  for (int32_t i = 0; i < c->count; i++)
    (i ? pf_canvas_line : pf_canvas_move)(canvas, pf_scale_at(&p->x, i),
                                          pf_scale_at(&p->y, c->mean[i]));
  pf_canvas_stroke(canvas, &(pf_pen){.colour = COLOUR_LINE, .width = 2});
  pf_canvas_text(canvas, LEFT, 20, &(pf_text_style){.size = 15, .colour = COLOUR_INK}, c->title);
  pf_canvas_text(canvas, LEFT, TOP - 8, &(pf_text_style){.size = 13, .colour = COLOUR_INK},
                 c->y_label);
  pf_canvas_text(canvas, WIDTH - RIGHT, HEIGHT - BOTTOM + 38, &words, c->x_label);
  draw_legend(p);
  return PATHFAN_OK;
}

pathfan_status pf_curve_draw(const char *path, const pf_curve *curve, pathfan_error *error) {
  const pathfan_status status = pf_page_check(path, WIDTH, HEIGHT, error);
  double most = 1;
  for (int32_t i = 0; i < curve->count; i++) most = fmax(most, curve->most[i]);
  plot p = {.curve = curve,
            .x = pf_scale_fit_whole(0, fmax(1, curve->count - 1)),
            .y = pf_scale_fit_whole(0, most)};
  p.x.from = LEFT;
  p.x.to = WIDTH - RIGHT;
  p.y.from = HEIGHT - BOTTOM;
  p.y.to = TOP;
  const pf_page page = {.width = WIDTH, .height = HEIGHT, .zoom = 2, .title = curve->title};
  return status ? status : pf_page_write(path, &page, draw, &p, error);
}

/* crowd.c - cells are coloured from pale to dark red by density, up to a bound beyond which they
 * look the same. Agents are dots in the colours of their flows. */
#include "draw/crowd.h"

#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "draw/page.h"

/* Pixels. */
#define LONGER_SIDE 900
#define MARGIN 12
#define FRAME 2
#define DOT 1.6
#define BAR_WIDTH 300
#define BAR_HEIGHT 14
#define LEGEND 86

#define COLOUR_INK 0x1d232bu
#define COLOUR_BLOCKED 0x39424eu
#define COLOUR_FREE 0xf4f3efu
#define SHADES 24

typedef struct drawing {
  const pf_crowd_picture *picture;
  pf_canvas *canvas;
  double scale, map_width, map_height;
  double top;  /* pixels */
  double most; /* density of the last shade */
} drawing;

/* From yellow to dark red, in even visual steps. */
static uint32_t colour_of(double share) {
  static const uint32_t reds[] = {0xffeda0, 0xfed976, 0xfeb24c, 0xfd8d3c,
                                  0xfc4e2a, 0xe31a1c, 0xbd0026, 0x800026};
  const int last = (int)(sizeof reds / sizeof *reds) - 1;
  const double at = fmin(fmax(share, 0), 1) * last;
  const int i = at < last ? (int)at : last - 1;
  uint32_t colour = 0;
  for (int shift = 0; shift < 24; shift += 8) {
    const double a = reds[i] >> shift & 255, b = reds[i + 1] >> shift & 255;
    colour |= (uint32_t)lround(a + (at - i) * (b - a)) << shift;
  }
  return colour;
}

static void put_free_space(const drawing *d) {
  const pf_crowd_picture *p = d->picture;
  for (int32_t i = 0; i < p->free_count; i++) {
    for (int32_t k = p->free_first[i]; k < p->free_first[i + 1]; k++) {
      const double x = MARGIN + p->free_xy[2 * k] * d->scale;
      const double y = d->top + p->free_xy[2 * k + 1] * d->scale;
      if (k == p->free_first[i])
        pf_canvas_move(d->canvas, x, y);
      else
        pf_canvas_line(d->canvas, x, y);
    }
    pf_canvas_close(d->canvas);
  }
}

static void put_cell(const drawing *d, const pf_drawn_cell *c) {
  if (!c->corners)
    pf_canvas_rectangle(d->canvas, MARGIN + c->x * d->scale, d->top + c->y * d->scale,
                        c->width * d->scale, c->height * d->scale);
  for (int32_t i = 0; c->corners && i < c->corner_count; i++)
    (i ? pf_canvas_line : pf_canvas_move)(d->canvas, MARGIN + c->corners[2 * i] * d->scale,
                                          d->top + c->corners[2 * i + 1] * d->scale);
  if (c->corners) pf_canvas_close(d->canvas);
}

/* Draws the cells of each shade as one path: no seams, and small files. */
static void draw_cells(const drawing *d) {
  const pf_crowd_picture *p = d->picture;
  for (int shade = 1; shade <= SHADES; shade++) {
    int32_t count = 0;
    for (int32_t i = 0; i < p->cell_count; i++) {
      const pf_drawn_cell *c = &p->cells[i];
      const int its = (int)fmin(SHADES, ceil(c->density / d->most * SHADES));
      if (its != shade || c->density <= 0) continue;
      put_cell(d, c);
      count++;
    }
    if (count) pf_canvas_fill(d->canvas, colour_of((shade - 0.5) / SHADES), 1);
  }
}

static void draw_agents(const drawing *d) {
  /* Colours that red-green blind readers can tell apart, also on red. */
  static const uint32_t colours[] = {0x0072b2, 0x009e73, 0x4b2e83, 0x000000, 0x56b4e9, 0x7a7a00};
  const int count = (int)(sizeof colours / sizeof *colours);
  const pf_crowd_picture *p = d->picture;
  /* One by one: with the even-odd rule, overlaps would be holes. */
  for (int32_t i = 0; i < p->agent_count; i++) {
    pf_canvas_circle(d->canvas, MARGIN + p->agents[2 * i] * d->scale,
                     d->top + p->agents[2 * i + 1] * d->scale, DOT);
    pf_canvas_fill(d->canvas, colours[p->flow_of[i] % count], 0.85);
  }
}

/* Draws a bar of 1, 2, 5, 10, .. metres, up to a fifth of the map's width, at the right. */
static void draw_metres(const drawing *d, double y) {
  static const double steps[] = {2, 2.5, 2};
  const pf_text_style words = {.size = 14, .align = 1, .colour = COLOUR_INK};
  const double right = MARGIN + d->map_width;
  double metres = 1;
  char text[40];
  for (int i = 0; metres * steps[i % 3] * 5 <= d->picture->width && i < 30; i++)
    metres *= steps[i % 3];
  pf_canvas_rectangle(d->canvas, right - metres * d->scale, y - 14, metres * d->scale, 4);
  pf_canvas_fill(d->canvas, COLOUR_INK, 1);
  (void)snprintf(text, sizeof text, "%g m", metres);
  pf_canvas_text(d->canvas, right, y - 18, &words, text);
}

static void draw_legend(const drawing *d) {
  const pf_text_style words = {.size = 14, .colour = COLOUR_INK};
  const double y = d->top + d->map_height + 40;
  char most[40];
  for (int i = SHADES; i >= 1; i--) {
    pf_canvas_rectangle(d->canvas, MARGIN, y, (double)BAR_WIDTH * i / SHADES, BAR_HEIGHT);
    pf_canvas_fill(d->canvas, colour_of((i - 0.5) / SHADES), 1);
  }
  (void)snprintf(most, sizeof most, d->most < 1 || d->picture->scale ? "%g" : "%g and more",
                 d->most);
  pf_canvas_text(d->canvas, MARGIN, y + BAR_HEIGHT + 16, &words, "0");
  pf_canvas_text(d->canvas, MARGIN + BAR_WIDTH, y + BAR_HEIGHT + 16,
                 &(pf_text_style){.size = 14, .align = 1, .colour = COLOUR_INK}, most);
  pf_canvas_text(d->canvas, MARGIN + BAR_WIDTH + 12, y + BAR_HEIGHT - 2, &words,
                 d->picture->scale ? d->picture->scale
                                   : "density: share of a cell that its agents take up");
  if (d->picture->agent_count)
    pf_canvas_text(d->canvas, MARGIN + BAR_WIDTH + 12, y + BAR_HEIGHT + 16, &words,
                   "dots: agents, in the colour of their flow");
  if (d->picture->has_metres) draw_metres(d, y);
  if (d->picture->title) pf_canvas_text(d->canvas, MARGIN, y - 12, &words, d->picture->title);
}

static void draw_one(const drawing *d) {
  pf_canvas_rectangle(d->canvas, MARGIN - FRAME, d->top - FRAME, d->map_width + 2 * FRAME,
                      d->map_height + 2 * FRAME);
  pf_canvas_fill(d->canvas, COLOUR_BLOCKED, 1);
  put_free_space(d);
  pf_canvas_clip(d->canvas);
  pf_canvas_rectangle(d->canvas, MARGIN, d->top, d->map_width, d->map_height);
  pf_canvas_fill(d->canvas, COLOUR_FREE, 1);
  draw_cells(d);
  draw_agents(d);
  pf_canvas_unclip(d->canvas);
  draw_legend(d);
}

typedef struct sheet {
  const pf_crowd_picture *pictures;
  int32_t count;
  double scale, width, height, pitch;
} sheet;

static pathfan_status draw_all(void *context, pf_canvas *canvas) {
  const sheet *s = context;
  for (int32_t i = 0; i < s->count; i++) {
    const pf_crowd_picture *p = &s->pictures[i];
    draw_one(&(drawing){.picture = p,
                        .canvas = canvas,
                        .scale = s->scale,
                        .map_width = s->width,
                        .map_height = s->height,
                        .top = MARGIN + i * s->pitch,
                        .most = p->most > 0 ? p->most : 1});
  }
  return PATHFAN_OK;
}

pathfan_status pf_crowd_draw(const char *path, const pf_crowd_picture *pictures, int32_t count,
                             pathfan_error *error) {
  const double width = pictures->width, height = pictures->height;
  const pathfan_status status = pf_page_check(path, width, height, error);
  if (status) return status;
  const double scale = LONGER_SIDE / fmax(width, height);
  sheet s = {.pictures = pictures,
             .count = count,
             .scale = scale,
             .width = width * scale,
             .height = height * scale,
             .pitch = height * scale + LEGEND};
  const pf_page page = {.width = round(fmax(s.width, 2.4 * BAR_WIDTH) + 2 * MARGIN),
                        .height = round(count * s.pitch + 2 * MARGIN),
                        .zoom = 1,
                        .title = "A crowd and its density"};
  return pf_page_write(path, &page, draw_all, &s, error);
}

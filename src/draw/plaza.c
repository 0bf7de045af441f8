/* plaza.c - draws the area, pale; paths, thin if there are many; entries, with their numbers if
 * there is room. */
#include "draw/plaza.h"

#include <math.h>
#include <stdio.h>

#include "draw/page.h"

/* Pixels. */
#define LONGER_SIDE 900
#define MARGIN 26 /* room for entries, most of which lie on the border */
#define DOT 9
#define SMALL_DOT 3.5
#define CORNER 2.6
#define LEGEND 34
#define WIDTH_LEAST 560 /* for the legend */

#define NUMBERED 60 /* entries; with more, the numbers would hide each other */
#define WAYS_THIN 400

#define COLOUR_INK 0x1d232bu
#define COLOUR_PAGE 0xffffffu
#define COLOUR_BLOCKED 0xc9c8c0u
#define COLOUR_FREE 0xfbfaf6u
#define COLOUR_WALL 0x8b939du
#define COLOUR_WAY 0x0072b2u
#define COLOUR_ENTRY 0xd55e00u

typedef struct drawing {
  const pf_plaza_picture *picture;
  pf_canvas *canvas;
  double scale, width, height; /* pixels per unit, and of the map */
} drawing;

static double x_of(const drawing *d, int32_t node) {
  return MARGIN + d->picture->nodes[2 * node] * d->scale;
}

static double y_of(const drawing *d, int32_t node) {
  return MARGIN + d->picture->nodes[2 * node + 1] * d->scale;
}

static void draw_area(const drawing *d) {
  const pf_plaza_picture *p = d->picture;
  for (int32_t i = 0; i < p->free_count; i++) {
    for (int32_t k = p->free_first[i]; k < p->free_first[i + 1]; k++) {
      const double x = MARGIN + p->free_xy[2 * k] * d->scale;
      const double y = MARGIN + p->free_xy[2 * k + 1] * d->scale;
      if (k > p->free_first[i])
        pf_canvas_line(d->canvas, x, y);
      else
        pf_canvas_move(d->canvas, x, y);
    }
    pf_canvas_close(d->canvas);
  }
  pf_canvas_fill(d->canvas, COLOUR_FREE, 1);
}

static void draw_ways(const drawing *d) {
  const pf_plaza_picture *p = d->picture;
  const bool many = p->way_count > WAYS_THIN;
  const pf_pen pen = {
      .colour = COLOUR_WAY, .width = many ? 0.7 : 1.6, .opacity = many ? 0.55 : 0.9};
  for (int32_t w = 0; w < p->way_count; w++) {
    for (int32_t i = p->way_first[w]; i < p->way_first[w + 1]; i++)
      if (i > p->way_first[w])
        pf_canvas_line(d->canvas, x_of(d, p->steps[i]), y_of(d, p->steps[i]));
      else
        pf_canvas_move(d->canvas, x_of(d, p->steps[i]), y_of(d, p->steps[i]));
    pf_canvas_stroke(d->canvas, &pen);
  }
}

static void dot(const drawing *d, double x, double y, double radius, uint32_t colour) {
  pf_canvas_circle(d->canvas, x, y, radius);
  pf_canvas_fill(d->canvas, colour, 1);
}

static void draw_nodes(const drawing *d) {
  const pf_text_style words = {.size = 11, .align = 0.5, .is_bold = true, .colour = COLOUR_PAGE};
  const int32_t entries = d->picture->entry_count;
  char number[16];
  for (int32_t i = entries; i < d->picture->node_count; i++)
    dot(d, x_of(d, i), y_of(d, i), CORNER, COLOUR_INK);
  for (int32_t i = entries - 1; i >= 0; i--) {
    const double x = x_of(d, i), y = y_of(d, i);
    dot(d, x, y, entries <= NUMBERED ? DOT : SMALL_DOT, COLOUR_ENTRY);
    if (entries > NUMBERED) continue;
    (void)snprintf(number, sizeof number, "%d", (int)i);
    pf_canvas_text(d->canvas, x, y + 4, &words, number);
  }
}

static void draw_legend(const drawing *d) {
  const pf_plaza_picture *p = d->picture;
  const double y = d->height + 2 * MARGIN + 8;
  const pf_text_style words = {.size = 14, .colour = COLOUR_INK};
  char text[96];
  double x = MARGIN;
  dot(d, x + 5, y - 5, 5, COLOUR_ENTRY);
  (void)snprintf(text, sizeof text, "%d entries", (int)p->entry_count);
  pf_canvas_text(d->canvas, x + 16, y, &words, text);
  x += 150;
  dot(d, x + 5, y - 5, CORNER, COLOUR_INK);
  (void)snprintf(text, sizeof text, "%d corners where ways turn",
                 (int)(p->node_count - p->entry_count));
  pf_canvas_text(d->canvas, x + 16, y, &words, text);
  x += 240;
  pf_canvas_move(d->canvas, x, y - 5);
  pf_canvas_line(d->canvas, x + 24, y - 5);
  pf_canvas_stroke(d->canvas, &(pf_pen){.colour = COLOUR_WAY, .width = 1.6});
  (void)snprintf(text, sizeof text, "%d ways", (int)p->way_count);
  pf_canvas_text(d->canvas, x + 32, y, &words, text);
}

static pathfan_status draw_all(void *context, pf_canvas *canvas) {
  drawing *d = context;
  d->canvas = canvas;
  pf_canvas_rectangle(canvas, MARGIN, MARGIN, d->width, d->height);
  pf_canvas_fill(canvas, COLOUR_BLOCKED, 1);
  draw_area(d);
  pf_canvas_rectangle(canvas, MARGIN, MARGIN, d->width, d->height);
  pf_canvas_stroke(canvas, &(pf_pen){.colour = COLOUR_WALL, .width = 1});
  draw_ways(d);
  draw_nodes(d);
  draw_legend(d);
  return PATHFAN_OK;
}

pathfan_status pf_plaza_draw(const char *path, const pf_plaza_picture *picture,
                             pathfan_error *error) {
  const pathfan_status status = pf_page_check(path, picture->width, picture->height, error);
  if (status) return status;
  const double scale = LONGER_SIDE / fmax(picture->width, picture->height);
  drawing d = {.picture = picture,
               .scale = scale,
               .width = picture->width * scale,
               .height = picture->height * scale};
  const pf_page page = {.width = round(fmax(d.width, WIDTH_LEAST) + 2 * MARGIN),
                        .height = round(d.height + LEGEND + 2 * MARGIN),
                        .zoom = 1,
                        .title = "Ways over an area between its entries"};
  return pf_page_write(path, &page, draw_all, &d, error);
}

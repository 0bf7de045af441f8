/* field.c - a picture of a field or a corridor.
 *
 * Cost is a kind of distance, so colours go from light to dark, in even visual steps that red-green
 * blind readers see too: viridis (S. van der Walt, N. Smith, 2015), reversed, and paler, so that
 * arrows and roads stand out everywhere. The areas of levels lie on top of each other, the most
 * expensive at the bottom, and each is a single path: no seams between cells. */
#include "draw/field.h"

#include <math.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "draw/page.h"
#include "draw/scale.h"

/* Pixels. */
#define LONGER_SIDE 900
/* How strongly areas are shaded at least, and from ten times the rate of open ground, or a tenth,
 * on.
 */
#define AREA_LEAST 0.1
#define AREA_MOST 0.35
#define MARGIN 12
#define GAP 6
#define FRAME 2
#define END_RADIUS 9
#define PATH_WIDTH 4.5
#define BAR_WIDTH 460
#define BAR_HEIGHT 14
#define BAR_ROW 66
#define LEGEND_WIDTH 400 /* at least */
#define CORRIDOR_COLUMN 316
#define ARROW_SHARE 0.72 /* of the space between arrows */
#define ARROW_HEAD 0.36  /* of the arrow */
#define PNG_ZOOM 2

#define BANDS 4    /* colours between two labelled costs; the middle one has a contour too */
#define PALER 0.28 /* share of white mixed in */

#define COLOUR_INK 0x1d232bu
#define COLOUR_PAPER 0xffffffu
#define COLOUR_BLOCKED 0x39424eu
#define COLOUR_FREE 0xf1f0ecu
#define COLOUR_NO_WAY 0xd4d4d4u
#define COLOUR_PATH 0xd55e00u
#define COLOUR_CORRIDOR 0xe69f00u

static uint32_t colour_of(double share) {
  static const uint32_t viridis[] = {0xfde725, 0xb5de2b, 0x6ece58, 0x35b779, 0x1f9e89,
                                     0x26828e, 0x31688e, 0x3e4989, 0x482878};
  const int last = (int)(sizeof viridis / sizeof *viridis) - 1;
  const double at = fmin(fmax(share, 0), 1) * last;
  const int i = at < last ? (int)at : last - 1;
  uint32_t colour = 0;
  for (int shift = 0; shift < 24; shift += 8) {
    const double a = viridis[i] >> shift & 255, b = viridis[i + 1] >> shift & 255;
    const double full = a + (at - i) * (b - a);
    colour |= (uint32_t)lround(full + PALER * (255 - full)) << shift;
  }
  return colour;
}

/* A picture being drawn. */
typedef struct drawing {
  const pf_field_picture *picture;
  pf_canvas *canvas; /* NULL while the legend is measured */
  pf_placing place;
  double map_width, map_height, page_width, page_height; /* pixels */
  double bar_width;
  pf_scale scale; /* of costs */
  double band;    /* cost per colour */
  pf_contours contours;
  pathfan_status status;
} drawing;

static bool is_corridor(const drawing *d) {
  return d->picture->within > 0;
}

/* ---- Areas by cost ---- */

/* Makes rings the path; sx, sy: pixels per unit. False: there are none. */
static bool put_rings(drawing *d, const pf_contours *c, double sx, double sy) {
  for (int32_t ring = 0; ring < c->ring_count; ring++) {
    for (int32_t i = c->first[ring]; i < c->first[ring + 1]; i++) {
      const double x = MARGIN + c->xy[2 * i] * sx, y = MARGIN + c->xy[2 * i + 1] * sy;
      if (i == c->first[ring])
        pf_canvas_move(d->canvas, x, y);
      else
        pf_canvas_line(d->canvas, x, y);
    }
    pf_canvas_close(d->canvas);
  }
  return c->ring_count > 0;
}

/* Makes the area of a level the path. False: it is empty. */
static bool put_level(drawing *d, double level) {
  const pf_value_grid *g = d->picture->costs;
  const double sx = g->columns > 1 ? d->map_width / (g->columns - 1) : 0;
  const double sy = g->rows > 1 ? d->map_height / (g->rows - 1) : 0;
  /* Costs already extend by a node into places without a path. */
  if (!pf_contours_trace(&d->contours, g, level, 0)) {
    d->status = PATHFAN_ERR_NO_MEMORY;
    return false;
  }
  return put_rings(d, &d->contours, sx, sy);
}

static void fill_level(drawing *d, double level, uint32_t colour, double opacity) {
  if (put_level(d, level)) pf_canvas_fill(d->canvas, colour, opacity);
}

static void stroke_level(drawing *d, double level, pf_pen pen) {
  if (put_level(d, level)) pf_canvas_stroke(d->canvas, &pen);
}

static void draw_costs(drawing *d) {
  const double most = d->scale.most;
  for (int i = (int)lround(most / d->band); i >= 1 && !d->status; i--)
    fill_level(d, i * d->band, colour_of((i - 0.5) * d->band / most), 1);
  for (double level = d->scale.step / 2; level < most && !d->status; level += d->scale.step / 2) {
    const bool is_named = fmod(level / d->scale.step + 0.25, 1) < 0.5;
    stroke_level(d, level,
                 (pf_pen){.colour = COLOUR_PAPER,
                          .width = is_named ? 1.2 : 0.7,
                          .opacity = is_named ? 0.85 : 0.6});
  }
}

static void draw_corridor(drawing *d) {
  const pf_field_picture *p = d->picture;
  const double scale = d->place.scale;
  for (int i = PF_FIELD_SHADES - 1; i >= 0; i--)
    if (put_rings(d, &p->corridor[i], scale, scale))
      pf_canvas_fill(d->canvas, COLOUR_CORRIDOR, 0.26);
  if (put_rings(d, &p->corridor[PF_FIELD_SHADES - 1], scale, scale))
    pf_canvas_stroke(d->canvas, &(pf_pen){.colour = COLOUR_PATH, .width = 1.2, .opacity = 0.9});
}

static void put_polygon(drawing *d, int32_t i) {
  const pf_field_picture *p = d->picture;
  for (int32_t k = p->free_first[i]; k < p->free_first[i + 1]; k++) {
    const double x = MARGIN + p->free_xy[2 * k] * d->place.scale;
    const double y = MARGIN + p->free_xy[2 * k + 1] * d->place.scale;
    if (k == p->free_first[i])
      pf_canvas_move(d->canvas, x, y);
    else
      pf_canvas_line(d->canvas, x, y);
  }
  pf_canvas_close(d->canvas);
}

/* Shades the ground of areas over the colours: dearer ground is darker, cheaper ground lighter. */
static void shade_areas(drawing *d) {
  const pf_field_picture *p = d->picture;
  for (int32_t i = 0; p->dearness && i < p->free_count; i++) {
    const double share = p->dearness[i];
    bool is_new = share != 0;
    for (int32_t k = 0; k < i && is_new; k++) is_new = p->dearness[k] != share;
    if (!is_new) continue;
    for (int32_t k = i; k < p->free_count; k++)
      if (p->dearness[k] == share) put_polygon(d, k);
    pf_canvas_fill(d->canvas, share > 0 ? COLOUR_INK : COLOUR_PAPER,
                   AREA_LEAST + (AREA_MOST - AREA_LEAST) * fmin(1, fabs(share)));
  }
}

/* Draws free space, coloured by cost. */
static void draw_ground(drawing *d) {
  const pf_field_picture *p = d->picture;
  pf_canvas *c = d->canvas;
  pf_canvas_rectangle(c, MARGIN - FRAME, MARGIN - FRAME, d->map_width + 2 * FRAME,
                      d->map_height + 2 * FRAME);
  pf_canvas_fill(c, COLOUR_BLOCKED, 1);
  for (int32_t i = 0; i < p->free_count; i++) put_polygon(d, i);
  pf_canvas_clip(c);
  pf_canvas_rectangle(c, MARGIN, MARGIN, d->map_width, d->map_height);
  pf_canvas_fill(c, is_corridor(d) ? COLOUR_FREE : COLOUR_NO_WAY, 1);
  if (is_corridor(d))
    draw_corridor(d);
  else
    draw_costs(d);
  pf_canvas_unclip(c);
  shade_areas(d);
}

/* ---- On top ---- */

static void draw_arrows(drawing *d) {
  const double length = d->picture->spacing * d->place.scale * ARROW_SHARE;
  for (int32_t i = 0; i < d->picture->arrow_count; i++) {
    const pf_field_arrow *a = &d->picture->arrows[i];
    if (a->dx == 0 && a->dy == 0) continue;
    const double x = MARGIN + a->x * d->place.scale, y = MARGIN + a->y * d->place.scale;
    const double dx = a->dx * length, dy = a->dy * length;
    const double tip_x = x + dx / 2, tip_y = y + dy / 2;
    pf_canvas_move(d->canvas, x - dx / 2, y - dy / 2);
    pf_canvas_line(d->canvas, tip_x, tip_y);
    pf_canvas_move(d->canvas, tip_x - ARROW_HEAD * (dx + dy * 0.6),
                   tip_y - ARROW_HEAD * (dy - dx * 0.6));
    pf_canvas_line(d->canvas, tip_x, tip_y);
    pf_canvas_line(d->canvas, tip_x - ARROW_HEAD * (dx - dy * 0.6),
                   tip_y - ARROW_HEAD * (dy + dx * 0.6));
  }
  pf_canvas_stroke(d->canvas, &(pf_pen){.colour = COLOUR_INK, .width = 1.1});
}

static void draw_path(const drawing *d) {
  const pf_field_picture *p = d->picture;
  for (int32_t i = 0; i < p->path_count; i++) {
    const double x = MARGIN + p->path[2 * i] * d->place.scale;
    const double y = MARGIN + p->path[2 * i + 1] * d->place.scale;
    if (i)
      pf_canvas_line(d->canvas, x, y);
    else
      pf_canvas_move(d->canvas, x, y);
  }
  if (p->path_count)
    pf_canvas_stroke(d->canvas, &(pf_pen){.colour = COLOUR_PATH, .width = PATH_WIDTH});
}

static void draw_end(const drawing *d, const double at[2], const char *letter, bool filled) {
  const double x = MARGIN + at[0] * d->place.scale, y = MARGIN + at[1] * d->place.scale;
  pf_canvas_circle(d->canvas, x, y, END_RADIUS);
  pf_canvas_fill(d->canvas, filled ? COLOUR_INK : COLOUR_PAPER, 1);
  pf_canvas_circle(d->canvas, x, y, END_RADIUS);
  pf_canvas_stroke(d->canvas, &(pf_pen){.colour = filled ? COLOUR_PAPER : COLOUR_INK, .width = 2});
  pf_canvas_text(
      d->canvas, x, y + 4,
      &(pf_text_style){
          .size = 13, .align = 0.5, .is_bold = true, .colour = filled ? COLOUR_PAPER : COLOUR_INK},
      letter);
}

/* ---- Legend ---- */

/* Draws the colours and their costs, from x,y on. */
static void draw_bar(const drawing *d, double x, double y) {
  pf_canvas *c = d->canvas;
  const pf_text_style small = {.size = 13, .align = 0.5, .colour = COLOUR_INK};
  const double most = d->scale.most;
  const int bands = (int)lround(most / d->band);
  for (int i = bands; i >= 1; i--) {
    pf_canvas_rectangle(c, x, y, d->bar_width * i / bands, BAR_HEIGHT);
    pf_canvas_fill(c, colour_of((i - 0.5) / bands), 1);
  }
  pf_tick ticks[PF_TICKS_MAX];
  const int32_t count = pf_scale_ticks(&d->scale, ticks);
  for (int32_t i = 0; i < count; i++) {
    const double at = x + d->bar_width * ticks[i].value / most;
    pf_canvas_move(c, at, y + BAR_HEIGHT);
    pf_canvas_line(c, at, y + BAR_HEIGHT + 4);
  }
  pf_canvas_stroke(c, &(pf_pen){.colour = COLOUR_INK, .width = 1, .is_blunt = true});
  for (int32_t i = 0; i < count; i++) {
    pf_text_style words = small;
    if (i == 0) words.align = 0;
    pf_canvas_text(c, x + d->bar_width * ticks[i].value / most, y + BAR_HEIGHT + 17, &words,
                   ticks[i].label);
  }
  char text[96];
  snprintf(text, sizeof text, "cost of the cheapest path to t; %.4g a unit off the roads",
           d->picture->roads->background_rate);
  pf_canvas_text(c, x, y - 8, &(pf_text_style){.size = 15, .colour = COLOUR_INK}, text);
}

static bool has_two_columns(const drawing *d) {
  return d->map_width >= 2 * CORRIDOR_COLUMN + 80;
}

static void draw_corridor_legend(const drawing *d, double x, double y) {
  const pf_field_picture *p = d->picture;
  const pf_text_style words = {.size = 15, .colour = COLOUR_INK};
  const double left = x + PF_LEGEND_SAMPLE + 9;
  double middle = y + PF_LEGEND_ROW / 2.0;
  char text[96], cost[PF_NUMBER_BYTES], share[PF_NUMBER_BYTES];
  pf_canvas_move(d->canvas, x, middle);
  pf_canvas_line(d->canvas, x + PF_LEGEND_SAMPLE, middle);
  pf_canvas_stroke(d->canvas, &(pf_pen){.colour = COLOUR_PATH, .width = 6});
  snprintf(text, sizeof text, "cheapest path, cost %s", pf_number_fixed(p->least, 2, cost));
  pf_canvas_text(d->canvas, left, middle + 5, &words, text);
  const bool is_beside = has_two_columns(d);
  const double second = x + is_beside * CORRIDOR_COLUMN;
  if (!is_beside) middle += PF_LEGEND_ROW;
  for (int i = PF_FIELD_SHADES; i >= 1; i--) {
    pf_canvas_rectangle(d->canvas, second, middle - 7,
                        (double)PF_LEGEND_SAMPLE * i / PF_FIELD_SHADES, 14);
    pf_canvas_fill(d->canvas, COLOUR_CORRIDOR, 0.26);
  }
  pf_canvas_rectangle(d->canvas, second, middle - 7, PF_LEGEND_SAMPLE, 14);
  pf_canvas_stroke(d->canvas, &(pf_pen){.colour = COLOUR_PATH, .width = 1.2});
  snprintf(text, sizeof text, "paths through here cost at most %s%% more",
           pf_number_text(100 * p->within, 4, share));
  pf_canvas_text(d->canvas, second + PF_LEGEND_SAMPLE + 9, middle + 5, &words, text);
}

static pf_roads_look look_of(const drawing *d) {
  return is_corridor(d) ? PF_ROADS_ON_GROUND : PF_ROADS_ON_COLOURS;
}

static double legend_top(const drawing *d) {
  if (!is_corridor(d)) return BAR_ROW;
  return has_two_columns(d) ? PF_LEGEND_ROW : 2 * PF_LEGEND_ROW;
}

static pathfan_status draw_all(void *context, pf_canvas *canvas) {
  drawing *d = context;
  const pf_field_picture *p = d->picture;
  d->canvas = canvas;
  const double legend = MARGIN + d->map_height + GAP;
  draw_ground(d);
  pf_canvas_rectangle(d->canvas, MARGIN, MARGIN, d->map_width, d->map_height);
  pf_canvas_clip(d->canvas);
  pf_roads_draw(d->canvas, p->roads, &d->place, look_of(d));
  draw_arrows(d);
  draw_path(d);
  pf_canvas_unclip(d->canvas);
  if (p->has_from) draw_end(d, p->from, "s", false);
  draw_end(d, p->to, "t", true);
  if (is_corridor(d))
    draw_corridor_legend(d, MARGIN, legend);
  else
    draw_bar(d, MARGIN, legend + PF_LEGEND_ROW);
  pf_roads_legend(d->canvas, p->roads, MARGIN, legend + legend_top(d), d->page_width - 2 * MARGIN,
                  look_of(d));
  return d->status;
}

/* ---- Files ---- */

/* Computes all sizes. */
static void lay_out(drawing *d) {
  const pf_field_picture *p = d->picture;
  const double scale = LONGER_SIDE / fmax(p->width, p->height);
  d->place = (pf_placing){.x = MARGIN, .y = MARGIN, .scale = scale};
  d->map_width = p->width * scale;
  d->map_height = p->height * scale;
  const double inner = fmax(d->map_width, LEGEND_WIDTH);
  const int32_t rows = pf_roads_legend(NULL, p->roads, 0, 0, inner, look_of(d));
  d->page_width = inner + 2 * MARGIN;
  d->page_height = d->map_height + GAP + legend_top(d) + rows * PF_LEGEND_ROW + 2 * MARGIN;
  d->bar_width = fmin(BAR_WIDTH, inner);
  double most = 0;
  for (int64_t i = 0; p->costs && i < (int64_t)p->costs->columns * p->costs->rows; i++)
    if (isfinite(p->costs->values[i])) most = fmax(most, p->costs->values[i]);
  d->scale = pf_scale_fit(0, most > 0 ? most : 1, false);
  d->band = d->scale.step / BANDS;
}

pathfan_status pf_field_draw(const char *path, const pf_field_picture *picture,
                             pathfan_error *error) {
  drawing d = {.picture = picture};
  pathfan_status status = pf_page_check(path, picture->width, picture->height, error);
  if (status) return status;
  lay_out(&d);
  const pf_page page = {.width = d.page_width,
                        .height = d.page_height,
                        .zoom = PNG_ZOOM,
                        .title = is_corridor(&d) ? "A terrain and a corridor of cheap paths"
                                                 : "A terrain and a field of cheapest paths"};
  status = pf_page_write(path, &page, draw_all, &d, error);
  pf_contours_free(&d.contours);
  return status;
}

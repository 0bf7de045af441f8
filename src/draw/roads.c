/* roads.c - draws the roads and rivers of a terrain.
 *
 * Widths show rates and costs, by which paths are chosen, not the real widths. Between the
 * extremes, widths of roads are linear in the rate; those of rivers in the logarithm of the cost,
 * which in real maps ranges from a ditch to a stream. */
#include "draw/roads.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"

/* Pixels. */
#define ROAD_SLOW 1.2
#define ROAD_FAST 4.2
#define RIVER_CHEAP 1.3
#define RIVER_DEAR 4.6
#define RIVER_WALL 4.6
#define CASING 1.6 /* added to the width, both sides together */
#define CASING_COLOURS 1.8
#define BRIDGE_GAP 2.2 /* paper between a bridge and its casing, both sides together */
#define BRIDGE_DASH 5  /* on paths */
#define BRIDGE_DASH_WIDTH 1.4
#define POINT_RADIUS 3.4
#define POINT_RING 1.6
#define ARROW_LONG 12 /* an arrowhead */
#define ARROW_WIDE 11
#define ARROW_EVERY 110    /* between arrowheads along a road, about */
#define ARROW_LEAST 14     /* shorter roads have none */
#define COLOURS_SHARE 0.75 /* of the width of roads on pale ground */
#define LEGEND_COLUMN 222  /* at least */

#define COLOUR_INK 0x1d232bu
#define COLOUR_PAPER 0xffffffu
#define COLOUR_BLOCKED 0x39424eu
#define COLOUR_FREE 0xf1f0ecu
#define COLOUR_FREE_EDGE 0x9aa3adu
#define COLOUR_SLOW 0xb3a58cu
#define COLOUR_FAST 0x4d4033u
#define COLOUR_CHEAP 0x9cc7e8u
#define COLOUR_DEAR 0x3c8cc8u
#define COLOUR_WALL 0x123a63u
#define COLOUR_WATER 0x0d4fd1u /* on colours */

/* Mean distance between lines, pixels, below which they are drawn narrower, and the least share of
 * their width. */
#define SPACING_ROOMY 26.0
#define NARROWEST 0.4

/* How roads and rivers are drawn: by the look, by which are present, and by their extremes. */
typedef struct style {
  const pf_drawn_roads *drawn;
  pf_roads_look look;
  double narrower;          /* share of the width on a roomy map */
  double fastest, slowest;  /* rates of roads */
  double cheapest, dearest; /* finite costs of rivers */
  bool roads, bridges, points, rivers, walls, oneways;
} style;

static style find_style(const pf_drawn_roads *roads, pf_roads_look look) {
  style s = {
      .drawn = roads, .look = look, .narrower = 1, .fastest = INFINITY, .cheapest = INFINITY};
  for (int32_t i = 0; i < roads->count; i++) {
    const pf_drawn_line *line = &roads->lines[i];
    if (line->is_point) {
      s.points = true;
    } else if (line->is_river && !isfinite(line->value)) {
      s.walls = true;
    } else if (line->is_river) {
      s.rivers = true;
      s.cheapest = fmin(s.cheapest, line->value);
      s.dearest = fmax(s.dearest, line->value);
    } else {
      s.roads = true;
      s.bridges |= line->is_apart;
      s.oneways |= line->oneway != 0;
      s.fastest = fmin(s.fastest, line->value);
      s.slowest = fmax(s.slowest, line->value);
    }
  }
  return s;
}

/* Returns the width's share: where lines are dense, wide ones would hide those between. */
static double find_narrower(const pf_drawn_roads *roads, double scale) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, length = 0;
  for (int32_t i = 0; i < roads->count; i++) {
    const double *ends = roads->lines[i].ends;
    for (int k = 0; k < 4; k++) {
      low[k % 2] = fmin(low[k % 2], ends[k]);
      high[k % 2] = fmax(high[k % 2], ends[k]);
    }
    length += hypot(ends[2] - ends[0], ends[3] - ends[1]);
  }
  if (!(length > 0)) return 1;
  const double spacing = (high[0] - low[0]) * (high[1] - low[1]) / length * scale;
  return fmin(1, fmax(NARROWEST, spacing / SPACING_ROOMY));
}

static uint32_t mix(uint32_t a, uint32_t b, double share) {
  uint32_t mixed = 0;
  for (int shift = 0; shift < 24; shift += 8) {
    const double from = a >> shift & 255, to = b >> shift & 255;
    mixed |= (uint32_t)lround(from + share * (to - from)) << shift;
  }
  return mixed;
}

/* 0..1: how fast a road, or how costly a river is. */
static double rank(const style *s, bool is_river, double value) {
  if (is_river) {
    const double low = fmax(s->cheapest, s->dearest / 1000);
    if (!(s->dearest > low)) return 0.5;
    return fmax(0, log(value / low) / log(s->dearest / low));
  }
  if (!(s->fastest < s->drawn->background_rate)) return 1;
  /* A bridge may be slower than open ground. */
  return fmax(0, (s->drawn->background_rate - value) / (s->drawn->background_rate - s->fastest));
}

static pf_pen pen_of(const style *s, bool is_river, double value) {
  const bool on_colours = s->look == PF_ROADS_ON_COLOURS;
  if (is_river && !isfinite(value))
    return (pf_pen){.colour = COLOUR_WALL, .width = s->narrower * RIVER_WALL};
  const double share = rank(s, is_river, value);
  if (is_river)
    return (pf_pen){.colour = on_colours ? COLOUR_WATER : mix(COLOUR_CHEAP, COLOUR_DEAR, share),
                    .width = s->narrower * (RIVER_CHEAP + share * (RIVER_DEAR - RIVER_CHEAP))};
  const double width = s->narrower * (on_colours ? COLOURS_SHARE : 1) *
                       (ROAD_SLOW + share * (ROAD_FAST - ROAD_SLOW));
  return (pf_pen){.colour = on_colours ? COLOUR_PAPER : mix(COLOUR_SLOW, COLOUR_FAST, share),
                  .width = width};
}

/* ---- Lines ---- */

/* Adds the pieces from `at` on that belong to one feature, connected where one continues the other;
 * returns the first piece after them. */
static int32_t add_feature(pf_canvas *canvas, const pf_drawn_roads *roads, int32_t at,
                           const pf_placing *place) {
  const pf_drawn_line *first = &roads->lines[at];
  double x = NAN, y = NAN;
  for (; at < roads->count; at++) {
    const pf_drawn_line *line = &roads->lines[at];
    if (line->feature != first->feature || line->is_river != first->is_river ||
        line->is_apart != first->is_apart || line->value != first->value)
      break;
    double px[4];
    const bool is_turned = line->ends[2] == x && line->ends[3] == y;
    for (int i = 0; i < 4; i++) {
      const double value = line->ends[is_turned ? (i + 2) % 4 : i];
      px[i] = i % 2 ? pf_placed_y(place, value) : pf_placed_x(place, value);
    }
    if (!is_turned && !(line->ends[0] == x && line->ends[1] == y))
      pf_canvas_move(canvas, px[0], px[1]);
    pf_canvas_line(canvas, px[2], px[3]);
    x = line->ends[is_turned ? 0 : 2];
    y = line->ends[is_turned ? 1 : 3];
  }
  return at;
}

typedef enum layer { RIVERS, CASINGS, ROADS, BRIDGE_CASINGS, BRIDGE_GAPS, BRIDGES, LAYERS } layer;

static bool is_on(layer level, const pf_drawn_line *line) {
  if (line->is_point) return false;
  switch (level) {
  case RIVERS: return line->is_river;
  case CASINGS:
  case ROADS: return !line->is_river && !line->is_apart;
  default: return !line->is_river && line->is_apart;
  }
}

/* The pen of a line in a layer; width 0 if it isn't drawn there. */
static pf_pen pen_on(layer level, const style *s, pf_pen pen) {
  const bool on_colours = s->look == PF_ROADS_ON_COLOURS;
  switch (level) {
  case CASINGS:
    pen.colour = COLOUR_INK;
    pen.width = on_colours ? pen.width + s->narrower * CASING_COLOURS : 0;
    break;
  case BRIDGE_CASINGS:
    pen.colour = COLOUR_INK;
    pen.width += s->narrower * (BRIDGE_GAP + CASING);
    pen.is_blunt = true;
    break;
  case BRIDGE_GAPS:
    pen.colour = COLOUR_PAPER;
    pen.width += on_colours ? 0 : s->narrower * BRIDGE_GAP;
    break;
  default: break;
  }
  return pen;
}

static void draw_point(pf_canvas *canvas, double x, double y, const style *s) {
  pf_canvas_circle(canvas, x, y, s->narrower * POINT_RADIUS);
  pf_canvas_fill(canvas, COLOUR_PAPER, 1);
  pf_canvas_circle(canvas, x, y, s->narrower * POINT_RADIUS);
  pf_canvas_stroke(canvas, &(pf_pen){.colour = COLOUR_INK, .width = s->narrower * POINT_RING});
}

/* Draws an arrowhead about x,y; dx,dy: its direction, of the length that scales it. */
static void draw_arrow(pf_canvas *canvas, double x, double y, double dx, double dy) {
  const double along = ARROW_LONG / 2.0, aside = ARROW_WIDE / 2.0;
  pf_canvas_move(canvas, x + along * dx, y + along * dy);
  pf_canvas_line(canvas, x - along * dx - aside * dy, y - along * dy + aside * dx);
  pf_canvas_line(canvas, x - along * dx + aside * dy, y - along * dy - aside * dx);
  pf_canvas_close(canvas);
  pf_canvas_fill(canvas, COLOUR_INK, 1);
}

static double length_of(const pf_drawn_line *line, const pf_placing *place) {
  const double *ends = line->ends;
  return hypot(ends[2] - ends[0], ends[3] - ends[1]) * place->scale;
}

/* Draws arrowheads along the one-way pieces from `at` on that belong to one feature, evenly;
 * returns the first piece after them. */
static int32_t draw_arrows(pf_canvas *canvas, const pf_drawn_roads *roads, int32_t at,
                           const pf_placing *place, double size) {
  int32_t end = at;
  double length = 0, passed = 0;
  for (; end < roads->count && roads->lines[end].oneway &&
         roads->lines[end].feature == roads->lines[at].feature;
       end++)
    length += length_of(&roads->lines[end], place);
  const double every = length / fmax(1, nearbyint(length / ARROW_EVERY));
  double next = length < ARROW_LEAST ? INFINITY : every / 2;
  for (; at < end; at++) {
    const pf_drawn_line *line = &roads->lines[at];
    const double *ends = line->ends, piece = length_of(line, place);
    const double turn = size * line->oneway * place->scale / piece;
    for (; next < passed + piece; next += every) {
      const double share = (next - passed) / piece;
      draw_arrow(canvas, pf_placed_x(place, ends[0] + share * (ends[2] - ends[0])),
                 pf_placed_y(place, ends[1] + share * (ends[3] - ends[1])),
                 turn * (ends[2] - ends[0]), turn * (ends[3] - ends[1]));
    }
    passed += piece;
  }
  return end;
}

void pf_roads_draw(pf_canvas *canvas, const pf_drawn_roads *roads, const pf_placing *place,
                   pf_roads_look look) {
  style s = find_style(roads, look);
  s.narrower = find_narrower(roads, place->scale);
  for (layer level = RIVERS; level < LAYERS; level++)
    for (int32_t at = 0; at < roads->count;) {
      const pf_drawn_line *line = &roads->lines[at];
      const pf_pen pen = pen_on(level, &s, pen_of(&s, line->is_river, line->value));
      if (!is_on(level, line) || !(pen.width > 0)) {
        at++;
        continue;
      }
      at = add_feature(canvas, roads, at, place);
      pf_canvas_stroke(canvas, &pen);
    }
  for (int32_t at = 0; at < roads->count && s.oneways;)
    at = roads->lines[at].oneway ? draw_arrows(canvas, roads, at, place, s.narrower) : at + 1;
  for (int32_t i = 0; i < roads->count; i++)
    if (roads->lines[i].is_point)
      draw_point(canvas, pf_placed_x(place, roads->lines[i].ends[0]),
                 pf_placed_y(place, roads->lines[i].ends[1]), &s);
}

void pf_roads_draw_on_path(pf_canvas *canvas, const pf_drawn_roads *roads,
                           const pf_drawn_line *bridge, const pf_placing *place) {
  const pf_pen pen = {
      .colour = COLOUR_PAPER, .width = BRIDGE_DASH_WIDTH, .dash = BRIDGE_DASH, .is_blunt = true};
  const double *ends = bridge->ends;
  if (bridge->is_point) {
    draw_point(canvas, pf_placed_x(place, ends[0]), pf_placed_y(place, ends[1]),
               &(style){.narrower = find_narrower(roads, place->scale)});
    return;
  }
  pf_canvas_move(canvas, pf_placed_x(place, ends[0]), pf_placed_y(place, ends[1]));
  pf_canvas_line(canvas, pf_placed_x(place, ends[2]), pf_placed_y(place, ends[3]));
  pf_canvas_stroke(canvas, &pen);
}

/* ---- Legend ---- */

typedef struct legend_entry {
  char text[64];
  bool is_river, is_area, is_bridge, is_point, is_oneway;
  double value;    /* of a line */
  uint32_t colour; /* of an area */
} legend_entry;

/* Up to this many rates of roads, and costs of rivers, have entries of their own; of more, only the
 * least and the greatest. */
#define VALUES_SHOWN 4

enum { ENTRIES_MAX = 2 * VALUES_SHOWN + 6 };

/* Lists the different values of roads or rivers, ascending; of too many only low and high, and sets
 * *is_range. */
static int32_t list_values(const pf_drawn_roads *roads, bool is_river, double low, double high,
                           double values[VALUES_SHOWN], bool *is_range) {
  int32_t count = 0;
  *is_range = false;
  for (int32_t i = 0; i < roads->count; i++) {
    const double value = roads->lines[i].value;
    int32_t at = count;
    if (roads->lines[i].is_point || roads->lines[i].is_river != is_river || !isfinite(value))
      continue;
    while (at && values[at - 1] >= value) at--;
    if (at < count && values[at] == value) continue;
    if (count == VALUES_SHOWN) {
      values[0] = low;
      values[1] = high;
      *is_range = true;
      return 2;
    }
    for (int32_t k = count++; k > at; k--) values[k] = values[k - 1];
    values[at] = value;
  }
  return count;
}

static void PF_PRINTF(4, 5) add_entry(legend_entry entries[ENTRIES_MAX], int32_t *count,
                                      legend_entry one, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(one.text, sizeof one.text, format, arguments);
  va_end(arguments);
  entries[(*count)++] = one;
}

static int32_t list_entries(const style *s, legend_entry entries[ENTRIES_MAX]) {
  const pf_drawn_roads *roads = s->drawn;
  double values[VALUES_SHOWN];
  bool is_range;
  int32_t n = 0, count = list_values(roads, false, s->fastest, s->slowest, values, &is_range);
  for (int32_t i = 0; i < count; i++)
    add_entry(entries, &n, (legend_entry){.value = values[i]}, "road, rate %.4g%s", values[i],
              !is_range ? ""
              : i       ? " (slowest)"
                        : " (fastest)");
  if (s->oneways)
    add_entry(entries, &n, (legend_entry){.value = s->fastest, .is_oneway = true}, "one-way road");
  if (s->bridges)
    add_entry(entries, &n, (legend_entry){.value = s->fastest, .is_bridge = true},
              "bridge or tunnel");
  count = list_values(roads, true, s->cheapest, s->dearest, values, &is_range);
  for (int32_t i = count; i-- > 0;)
    add_entry(entries, &n, (legend_entry){.value = values[i], .is_river = true},
              "river, %s%.4g to cross",
              !is_range ? ""
              : i       ? "at most "
                        : "at least ",
              values[i]);
  if (s->walls)
    add_entry(entries, &n, (legend_entry){.value = INFINITY, .is_river = true},
              "river, never crossed");
  if (s->points) add_entry(entries, &n, (legend_entry){.is_point = true}, "bridge, 0 to cross");
  if (s->look == PF_ROADS_ON_GROUND)
    add_entry(entries, &n, (legend_entry){.is_area = true, .colour = COLOUR_FREE},
              "open ground, rate %.4g", roads->background_rate);
  if (roads->has_obstacles)
    add_entry(entries, &n, (legend_entry){.is_area = true, .colour = COLOUR_BLOCKED}, "obstacle");
  return n;
}

static void draw_sample(pf_canvas *canvas, const style *s, const legend_entry *entry, double x,
                        double y) {
  if (entry->is_area) {
    pf_canvas_rectangle(canvas, x, y - 7, PF_LEGEND_SAMPLE, 14);
    pf_canvas_fill(canvas, entry->colour, 1);
    pf_canvas_rectangle(canvas, x, y - 7, PF_LEGEND_SAMPLE, 14);
    pf_canvas_stroke(canvas, &(pf_pen){.colour = COLOUR_FREE_EDGE, .width = 1});
    return;
  }
  if (entry->is_point) {
    draw_point(canvas, x + PF_LEGEND_SAMPLE / 2.0, y, s);
    return;
  }
  const pf_pen pen = pen_of(s, entry->is_river, entry->value);
  const layer first = entry->is_river ? RIVERS : entry->is_bridge ? BRIDGE_CASINGS : CASINGS;
  const layer last = entry->is_river ? RIVERS : entry->is_bridge ? BRIDGES : ROADS;
  for (layer level = first; level <= last; level++) {
    const pf_pen now = pen_on(level, s, pen);
    if (!(now.width > 0)) continue;
    pf_canvas_move(canvas, x, y);
    pf_canvas_line(canvas, x + PF_LEGEND_SAMPLE, y);
    pf_canvas_stroke(canvas, &now);
  }
  if (entry->is_oneway) draw_arrow(canvas, x + PF_LEGEND_SAMPLE / 2.0, y, 1, 0);
}

/* The width of a column, with room for the longest entry. */
static double column_of(const legend_entry *entries, int32_t count) {
  size_t most = 0;
  for (int32_t i = 0; i < count; i++)
    if (strlen(entries[i].text) > most) most = strlen(entries[i].text);
  return fmax(LEGEND_COLUMN,
              PF_LEGEND_SAMPLE + 2 * PF_LEGEND_BETWEEN + PF_LEGEND_LETTER * (double)most);
}

int32_t pf_roads_legend(pf_canvas *canvas, const pf_drawn_roads *roads, double x, double y,
                        double width, pf_roads_look look) {
  const style s = find_style(roads, look);
  legend_entry entries[ENTRIES_MAX];
  const int32_t count = list_entries(&s, entries);
  const double column = column_of(entries, count);
  const int32_t columns = width < column ? 1 : (int32_t)(width / column);
  for (int32_t i = 0; canvas && i < count; i++) {
    const double left = x + (i % columns) * column;
    const double middle = y + (i / columns + 0.5) * PF_LEGEND_ROW;
    draw_sample(canvas, &s, &entries[i], left, middle);
    pf_canvas_text(canvas, left + PF_LEGEND_SAMPLE + PF_LEGEND_BETWEEN, middle + 5,
                   &(pf_text_style){.size = 15, .colour = COLOUR_INK}, entries[i].text);
  }
  return (count + columns - 1) / columns;
}

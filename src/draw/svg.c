/* svg.c - a picture of a map and paths, written without a library.
 *
 * The file is assembled by close, because its first line needs the height of the legend: until then
 * free space is kept as text, paths as numbers. All free polygons are one <path> element, in map
 * units in a scaled group: a renderer that covers one element's pixels at once leaves no hairlines
 * between neighbours. Everything else is in pixels, so that lines are equally wide on all maps. */
#include "draw/svg.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/status.h"
#include "base/text.h"
#include "draw/svg_badge.h"
#include "draw/svg_legend.h"
#include "draw/svg_line.h"

/* All in pixels at the size the file asks for. */
#define LONGER_SIDE 900
#define MARGIN 12
#define END_RADIUS 9
#define ALONG 0.5 /* a path runs along what is nearer to it than this */
#define EDGE_WIDTH 1.2
#define FRAME 2 /* round the map, whose free cells may reach its border */

#define COLOUR_PAGE "#ffffff"
#define COLOUR_BLOCKED "#39424e"
#define COLOUR_FREE "#f1f0ec"
#define COLOUR_EDGE "#7b8794"
#define COLOUR_INK "#1d232b"
#define COLOUR_AREA "#8c1d40"
#define AREA_WIDTH 2
#define HATCH_STEP 9
#define HATCH_WIDTH 2
#define AREA_STYLE "fill=\"url(#hatch)\" stroke=\"" COLOUR_AREA "\""

struct pf_svg {
  pf_output output;
  double width, height; /* map units */
  double scale;         /* pixels per map unit */
  int decimals;         /* of map units, enough for a hundredth of a pixel */
  FILE *free_space;     /* a stream into the next two */
  char *free_text;
  size_t free_bytes;
  int32_t free_count;
  FILE *grounds; /* a stream into the next two: elements in map units */
  char *ground_text;
  size_t ground_bytes;
  pf_svg_rate *rates; /* of grounds, ascending */
  int32_t rate_count, rate_capacity;
  FILE *areas; /* a stream into the next two: elements */
  char *area_text;
  size_t area_bytes;
  const char *area_words; /* NULL: "area to avoid" */
  bool edges;
  const char *words; /* below the map; NULL: none */
  pf_svg_line *paths;
  int32_t path_count, path_capacity;
  pf_svg_line corridor;        /* of path 1; length is the separation */
  const pf_drawn_roads *roads; /* NULL: none */
  bool has_ends[2];
  double from_x, from_y, to_x, to_y; /* pixels */
  pathfan_status status;             /* the first error */
};

static void svg_free(pf_svg *svg) {
  if (svg->free_space) fclose(svg->free_space);
  if (svg->areas) fclose(svg->areas);
  if (svg->grounds) fclose(svg->grounds);
  free(svg->free_text);
  free(svg->ground_text);
  free(svg->rates);
  free(svg->area_text);
  for (int32_t i = 0; i < svg->path_count; i++) {
    free(svg->paths[i].xy);
    free(svg->paths[i].is_link);
  }
  free(svg->paths);
  free(svg->corridor.xy);
  free(svg->corridor.is_link);
  free(svg);
}

static void note(pf_svg *svg, pathfan_status status) {
  if (!svg->status) svg->status = status;
}

static bool all_finite(const double *xy, int32_t count) {
  for (int64_t i = 0; i < 2 * (int64_t)count; i++)
    if (!isfinite(xy[i])) return false;
  return true;
}

pathfan_status pf_svg_open(const char *path, double width, double height, pf_svg **out,
                           pathfan_error *error) {
  *out = NULL;
  if (!(width > 0 && height > 0 && isfinite(width) && isfinite(height)))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "a picture needs a width and a height");
  pf_svg *svg = pf_alloc_zero(1, sizeof *svg);
  if (svg) svg->free_space = pf_text_stream(&svg->free_text, &svg->free_bytes);
  if (svg) svg->areas = pf_text_stream(&svg->area_text, &svg->area_bytes);
  if (svg) svg->grounds = pf_text_stream(&svg->ground_text, &svg->ground_bytes);
  if (!svg || !svg->free_space || !svg->areas || !svg->grounds) {
    if (svg) svg_free(svg);
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for a picture");
  }
  pathfan_status status = pf_output_open(&svg->output, path, error);
  if (status) {
    svg_free(svg);
    return status;
  }
  svg->width = width;
  svg->height = height;
  svg->scale = LONGER_SIDE / (width > height ? width : height);
  for (double step = svg->scale; svg->decimals < 9 && step > 0.01; step /= 10) svg->decimals++;
  *out = svg;
  return PATHFAN_OK;
}

void pf_svg_free_polygon(pf_svg *svg, const double *xy, int32_t count) {
  if (count < 3) return;
  if (!all_finite(xy, count)) {
    note(svg, PATHFAN_ERR_ARGUMENT);
    return;
  }
  for (int32_t i = 0; i < count; i++) {
    fputs(i == 0 ? "M" : " ", svg->free_space);
    pf_put_number(svg->free_space, xy[2 * i], svg->decimals, " ");
    pf_put_number(svg->free_space, xy[2 * i + 1], svg->decimals, "");
  }
  fputs("z\n", svg->free_space);
  svg->free_count++;
}

unsigned pf_svg_ground_colour(double dear) {
  static const int free_space[3] = {0xf1, 0xf0, 0xec}, costly[3] = {0x6f, 0x93, 0x62};
  static const int cheap[3] = {0xf2, 0xdf, 0x9a};
  const int *end = dear > 0 ? costly : cheap;
  unsigned colour = 0;
  for (int i = 0; i < 3; i++)
    colour = colour << 8 | (unsigned)lround(free_space[i] + fabs(dear) * (end[i] - free_space[i]));
  return colour;
}

/* Keeps a rate for the legend, in order. */
static void add_rate(pf_svg *svg, pf_svg_rate rate) {
  int32_t at = 0;
  while (at < svg->rate_count && svg->rates[at].rate < rate.rate) at++;
  if (at < svg->rate_count && svg->rates[at].rate == rate.rate) return;
  const pathfan_status status =
      pf_grow(&svg->rates, &svg->rate_capacity, (int64_t)svg->rate_count + 1);
  if (status) {
    note(svg, status);
    return;
  }
  memmove(svg->rates + at + 1, svg->rates + at,
          (size_t)(svg->rate_count - at) * sizeof *svg->rates);
  svg->rates[at] = rate;
  svg->rate_count++;
}

/* Leaves as many rates as a legend shows: the least, the greatest and some between. */
static void thin_rates(pf_svg *svg) {
  if (svg->rate_count <= PF_SVG_RATES) return;
  for (int32_t i = 0; i < PF_SVG_RATES; i++)
    svg->rates[i] = svg->rates[(int64_t)i * (svg->rate_count - 1) / (PF_SVG_RATES - 1)];
  svg->rate_count = PF_SVG_RATES;
}

void pf_svg_ground(pf_svg *svg, const double *xy, int32_t count, double rate, double dear) {
  if (count < 3) return;
  if (!all_finite(xy, count) || !(fabs(dear) <= 1)) {
    note(svg, PATHFAN_ERR_ARGUMENT);
    return;
  }
  const unsigned colour = pf_svg_ground_colour(dear);
  add_rate(svg, (pf_svg_rate){rate, colour});
  fprintf(svg->grounds, "<path fill=\"#%06x", colour);
  for (int32_t i = 0; i < count; i++) {
    fputs(i == 0 ? "\" d=\"M" : " ", svg->grounds);
    pf_put_number(svg->grounds, xy[2 * i], svg->decimals, " ");
    pf_put_number(svg->grounds, xy[2 * i + 1], svg->decimals, "");
  }
  fputs("z\"/>\n", svg->grounds);
}

void pf_svg_area_words(pf_svg *svg, const char *words) {
  svg->area_words = words;
}

void pf_svg_area(pf_svg *svg, const double *xy, int32_t count) {
  if (count < 3) return;
  if (!all_finite(xy, count)) {
    note(svg, PATHFAN_ERR_ARGUMENT);
    return;
  }
  for (int32_t i = 0; i < count; i++) {
    fputs(i == 0 ? "<path d=\"M" : " ", svg->areas);
    pf_put_number(svg->areas, MARGIN + xy[2 * i] * svg->scale, 3, " ");
    pf_put_number(svg->areas, MARGIN + xy[2 * i + 1] * svg->scale, 3, "");
  }
  fputs("z\"/>\n", svg->areas);
}

void pf_svg_round_area(pf_svg *svg, double x, double y, double radius) {
  const double numbers[4] = {x, y, radius, 0};
  if (!all_finite(numbers, 2)) {
    note(svg, PATHFAN_ERR_ARGUMENT);
    return;
  }
  fputs("<circle", svg->areas);
  pf_put_attribute(svg->areas, "cx", MARGIN + x * svg->scale);
  pf_put_attribute(svg->areas, "cy", MARGIN + y * svg->scale);
  pf_put_attribute(svg->areas, "r", radius * svg->scale);
  fputs("/>\n", svg->areas);
}

void pf_svg_show_edges(pf_svg *svg) {
  svg->edges = true;
}

void pf_svg_say(pf_svg *svg, const char *words) {
  svg->words = words;
}

/* Returns a copy in pixels, owned by the caller. NULL: an error was noted, because points or
 * `length` aren't finite or memory is out. */
static double *scaled_copy(pf_svg *svg, const double *xy, int32_t count, double length) {
  if (!all_finite(xy, count) || !isfinite(length)) {
    note(svg, PATHFAN_ERR_ARGUMENT);
    return NULL;
  }
  double *copy = pf_alloc(2 * (uint64_t)count, sizeof *copy);
  if (!copy) note(svg, PATHFAN_ERR_NO_MEMORY);
  for (int64_t i = 0; copy && i < 2 * (int64_t)count; i++) copy[i] = MARGIN + xy[i] * svg->scale;
  return copy;
}

void pf_svg_corridor(pf_svg *svg, const double *xy, int32_t count, double separation) {
  if (count < 1 || svg->corridor.xy) return;
  double *copy = scaled_copy(svg, xy, count, separation);
  if (copy) svg->corridor = (pf_svg_line){.xy = copy, .count = count, .length = separation};
}

/* Returns NULL if there is no such path. */
static pf_svg_line *find_path(const pf_svg *svg, int32_t number) {
  for (int32_t i = 0; i < svg->path_count; i++)
    if (svg->paths[i].number == number) return &svg->paths[i];
  return NULL;
}

void pf_svg_path_filled(pf_svg *svg, int32_t number) {
  pf_svg_line *path = find_path(svg, number);
  if (path) path->filled = true;
}

void pf_svg_path_chosen(pf_svg *svg, int32_t number) {
  pf_svg_line *path = find_path(svg, number);
  if (path) path->chosen = true;
}

void pf_svg_path_cost(pf_svg *svg, int32_t number, double cost) {
  pf_svg_line *path = find_path(svg, number);
  if (!isfinite(cost)) note(svg, PATHFAN_ERR_ARGUMENT);
  if (path) path->cost = cost;
}

static void mark_link(pf_svg *svg, pf_svg_line *line, int32_t first) {
  if (!line || !line->xy || first < 0 || first >= line->count) return;
  if (!line->is_link) line->is_link = pf_alloc_zero((uint64_t)line->count, sizeof *line->is_link);
  if (line->is_link)
    line->is_link[first] = true;
  else
    note(svg, PATHFAN_ERR_NO_MEMORY);
}

void pf_svg_path_link(pf_svg *svg, int32_t number, int32_t first) {
  mark_link(svg, find_path(svg, number), first);
  if (!number) mark_link(svg, &svg->corridor, first);
}

void pf_svg_roads(pf_svg *svg, const pf_drawn_roads *roads) {
  for (int32_t i = 0; i < roads->count; i++)
    if (!all_finite(roads->lines[i].ends, 2)) {
      note(svg, PATHFAN_ERR_ARGUMENT);
      return;
    }
  svg->roads = roads;
}

void pf_svg_path(pf_svg *svg, const double *xy, int32_t count, int32_t number, double length) {
  if (count < 1 || number < 0) return;
  double *copy = scaled_copy(svg, xy, count, length);
  if (!copy) return;
  if (pf_grow(&svg->paths, &svg->path_capacity, (int64_t)svg->path_count + 1)) {
    free(copy);
    note(svg, PATHFAN_ERR_NO_MEMORY);
    return;
  }

  /* Keeps them sorted by number. */
  pf_svg_line *paths = svg->paths;
  int32_t at = svg->path_count++;
  for (; at > 0 && paths[at - 1].number > number; at--) paths[at] = paths[at - 1];
  paths[at] =
      (pf_svg_line){.xy = copy, .count = count, .number = number, .length = length, .cost = -1};
}

/* Allows half a pixel: coordinates of the map's corner may have been rounded. */
static bool is_on_map(const pf_svg *svg, double x, double y) {
  const double slack = 0.5 / svg->scale;
  return x >= -slack && y >= -slack && x <= svg->width + slack && y <= svg->height + slack;
}

void pf_svg_ends(pf_svg *svg, double from_x, double from_y, double to_x, double to_y) {
  double xy[4] = {from_x, from_y, to_x, to_y};
  if (!all_finite(xy, 2)) {
    note(svg, PATHFAN_ERR_ARGUMENT);
    return;
  }
  svg->has_ends[0] = is_on_map(svg, from_x, from_y);
  svg->has_ends[1] = is_on_map(svg, to_x, to_y);
  svg->from_x = MARGIN + from_x * svg->scale;
  svg->from_y = MARGIN + from_y * svg->scale;
  svg->to_x = MARGIN + to_x * svg->scale;
  svg->to_y = MARGIN + to_y * svg->scale;
}

static void put_end(FILE *stream, double x, double y, const char *letter, bool filled) {
  fputs("<circle", stream);
  pf_put_attribute(stream, "cx", x);
  pf_put_attribute(stream, "cy", y);
  fprintf(stream, " r=\"%d\" fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>\n<text", END_RADIUS,
          filled ? COLOUR_INK : COLOUR_PAGE, filled ? COLOUR_PAGE : COLOUR_INK);
  pf_put_attribute(stream, "x", x);
  pf_put_attribute(stream, "y", y + 4);
  fprintf(stream, " fill=\"%s\">%s</text>\n", filled ? COLOUR_PAGE : COLOUR_INK, letter);
}

/* Defines the clip path of the map's sides. */
static void put_clip(FILE *stream, double map_width, double map_height) {
  fputs("<clipPath id=\"map\"><rect", stream);
  pf_put_attribute(stream, "x", MARGIN);
  pf_put_attribute(stream, "y", MARGIN);
  pf_put_attribute(stream, "width", map_width);
  pf_put_attribute(stream, "height", map_height);
  fputs("/></clipPath>", stream);
}

static void put_corridor(const pf_svg *svg, double map_width, double map_height) {
  FILE *stream = svg->output.stream;
  if (!svg->area_bytes) put_clip(stream, map_width, map_height);
  fputs("<g clip-path=\"url(#map)\" fill=\"none\" stroke-linejoin=\"round\" "
        "stroke-linecap=\"round\"><path",
        stream);
  pf_put_corridor_style(stream, 2 * svg->corridor.length * svg->scale);
  pf_put_points(stream, &svg->corridor);
  fputs("/></g>\n", stream);
}

/* Writes areas, hatched and clipped at the sides of the map. */
static void put_areas(const pf_svg *svg, double map_width, double map_height) {
  FILE *stream = svg->output.stream;
  fprintf(stream,
          "<defs><pattern id=\"hatch\" width=\"%d\" height=\"%d\" "
          "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
          "<rect width=\"%d\" height=\"%d\" fill=\"" COLOUR_AREA "\" fill-opacity=\"0.12\"/>"
          "<rect width=\"%d\" height=\"%d\" fill=\"" COLOUR_AREA "\" fill-opacity=\"0.7\"/>"
          "</pattern>",
          HATCH_STEP, HATCH_STEP, HATCH_STEP, HATCH_STEP, HATCH_WIDTH, HATCH_STEP);
  put_clip(stream, map_width, map_height);
  fprintf(stream, "</defs>\n<g clip-path=\"url(#map)\" " AREA_STYLE " stroke-width=\"%d\">\n",
          AREA_WIDTH);
  fwrite(svg->area_text, 1, svg->area_bytes, stream);
  fputs("</g>\n", stream);
}

#define LOOK PF_ROADS_ON_GROUND

static pf_placing place_of(const pf_svg *svg) {
  return (pf_placing){.x = MARGIN, .y = MARGIN, .scale = svg->scale};
}

/* Clips everything drawn until pf_canvas_unclip at the sides of the map. */
static void clip_at_map(const pf_svg *svg, pf_canvas *canvas) {
  pf_canvas_rectangle(canvas, MARGIN, MARGIN, svg->width * svg->scale, svg->height * svg->scale);
  pf_canvas_clip(canvas);
}

static void put_roads(const pf_svg *svg, pf_canvas *canvas) {
  const pf_placing place = place_of(svg);
  clip_at_map(svg, canvas);
  pf_roads_draw(canvas, svg->roads, &place, LOOK);
  pf_canvas_unclip(canvas);
}

/* Whether a path runs along a bridge, not just across: near two of three points on it. */
static bool is_walked(const pf_svg *svg, const pf_drawn_line *bridge) {
  const pf_placing place = place_of(svg);
  const double *ends = bridge->ends;
  for (int32_t i = 0; i < svg->path_count; i++) {
    int near = 0;
    for (int k = 1; k <= 3; k++) {
      const double x = pf_placed_x(&place, ends[0] + k * (ends[2] - ends[0]) / 4);
      const double y = pf_placed_y(&place, ends[1] + k * (ends[3] - ends[1]) / 4);
      near += pf_line_distance(&svg->paths[i], x, y) < ALONG;
    }
    if (near > 1) return true;
  }
  return false;
}

static void put_bridges(const pf_svg *svg, pf_canvas *canvas) {
  const pf_placing place = place_of(svg);
  bool is_clipped = false;
  for (int32_t i = 0; i < svg->roads->count; i++) {
    const pf_drawn_line *line = &svg->roads->lines[i];
    if (!(line->is_point || (line->is_apart && !line->is_river)) || !is_walked(svg, line)) continue;
    if (!is_clipped) clip_at_map(svg, canvas);
    is_clipped = true;
    pf_roads_draw_on_path(canvas, svg->roads, line, &place);
  }
  if (is_clipped) pf_canvas_unclip(canvas);
}

/* The contents of the legend. */
static pf_svg_legend legend_of(const pf_svg *svg) {
  return (pf_svg_legend){
      .words = svg->words,
      .paths = svg->paths,
      .path_count = svg->path_count,
      .separation = svg->corridor.count ? svg->corridor.length : 0,
      .area_style = svg->area_bytes ? AREA_STYLE : NULL,
      .area_words = svg->area_words ? svg->area_words : "area to avoid",
      .rates = svg->rates,
      .rate_count = svg->rate_count,
      .roads = svg->roads,
      .look = LOOK,
      .x = MARGIN,
      .y = MARGIN + svg->height * svg->scale + MARGIN / 2,
      .width = svg->width * svg->scale,
  };
}

static void write_picture(const pf_svg *svg, pf_canvas *canvas) {
  FILE *stream = svg->output.stream;
  const double map_width = svg->width * svg->scale, map_height = svg->height * svg->scale;
  const pf_svg_legend below = legend_of(svg);
  const pf_svg_legend_size size = pf_svg_legend_lay(&below);
  const double page_width = size.width + 2 * MARGIN;
  const double page_height =
      map_height + (size.height > 0 ? size.height + MARGIN / 2 : 0) + 2 * MARGIN;

  fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"", stream);
  pf_put_attribute(stream, "width", page_width);
  pf_put_attribute(stream, "height", page_height);
  fputs(" viewBox=\"0 0 ", stream);
  pf_put_number(stream, page_width, 2, " ");
  pf_put_number(stream, page_height, 2, "\">\n");
  if (svg->edges && svg->path_count == 0)
    fprintf(stream, "<title>A mesh of %d polygon%s</title>\n", (int)svg->free_count,
            svg->free_count == 1 ? "" : "s");
  else
    fprintf(stream, "<title>A map and %d path%s</title>\n", (int)svg->path_count,
            svg->path_count == 1 ? "" : "s");
  fputs("<rect width=\"100%\" height=\"100%\" fill=\"" COLOUR_PAGE "\"/>\n", stream);

  fputs("<rect", stream);
  pf_put_attribute(stream, "x", MARGIN - FRAME);
  pf_put_attribute(stream, "y", MARGIN - FRAME);
  pf_put_attribute(stream, "width", map_width + 2 * FRAME);
  pf_put_attribute(stream, "height", map_height + 2 * FRAME);
  fputs(" fill=\"" COLOUR_BLOCKED "\"/>\n", stream);

  fprintf(stream, "<g transform=\"translate(%d %d) scale(", MARGIN, MARGIN);
  pf_put_number(stream, svg->scale, 9,
                svg->edges ? ")\">\n" : ")\" shape-rendering=\"crispEdges\">\n");
  fputs("<path fill=\"" COLOUR_FREE "\"", stream);
  if (svg->edges) {
    fputs(" stroke=\"" COLOUR_EDGE "\" stroke-linejoin=\"round\" stroke-width=\"", stream);
    pf_put_number(stream, EDGE_WIDTH / svg->scale, 9, "\"");
  }
  fputs(" d=\"", stream);
  fwrite(svg->free_text, 1, svg->free_bytes, stream);
  fputs("\"/>\n", stream);
  fwrite(svg->ground_text, 1, svg->ground_bytes, stream);
  fputs("</g>\n", stream);
  if (svg->area_bytes) put_areas(svg, map_width, map_height);
  if (svg->roads) put_roads(svg, canvas);
  if (svg->corridor.count) put_corridor(svg, map_width, map_height);

  fputs("<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n", stream);
  for (int32_t i = svg->path_count - 1; i >= 0; i--) pf_put_line(stream, &svg->paths[i]);
  fputs("</g>\n", stream);
  if (svg->roads) put_bridges(svg, canvas);
  pf_put_badges(stream, svg->paths, svg->path_count);

  if (svg->has_ends[0] || svg->has_ends[1]) {
    fputs("<g font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" font-weight=\"700\" "
          "text-anchor=\"middle\">\n",
          stream);
    if (svg->has_ends[0]) put_end(stream, svg->from_x, svg->from_y, "s", false);
    if (svg->has_ends[1]) put_end(stream, svg->to_x, svg->to_y, "t", true);
    fputs("</g>\n", stream);
  }
  pf_svg_legend_put(&below, stream, canvas);
  fputs("</svg>\n", stream);
}

void pf_svg_discard(pf_svg *svg) {
  if (!svg) return;
  pf_output_discard(&svg->output);
  svg_free(svg);
}

pathfan_status pf_svg_close(pf_svg *svg, pathfan_error *error) {
  if (!svg) return PATHFAN_OK;
  bool whole = pf_text_stream_close(svg->free_space, &svg->free_text, &svg->free_bytes);
  svg->free_space = NULL;
  whole = pf_text_stream_close(svg->areas, &svg->area_text, &svg->area_bytes) && whole;
  svg->areas = NULL;
  whole = pf_text_stream_close(svg->grounds, &svg->ground_text, &svg->ground_bytes) && whole;
  svg->grounds = NULL;
  pf_canvas *canvas = pf_canvas_svg(svg->output.stream);
  if (!whole || !canvas) note(svg, PATHFAN_ERR_NO_MEMORY);

  pathfan_status status = svg->status;
  if (status) {
    pf_fail(error, status,
            status == PATHFAN_ERR_ARGUMENT ? "a picture's coordinate isn't a finite number"
                                           : "no memory for a picture");
    pf_canvas_free(canvas);
    pf_svg_discard(svg);
    return status;
  }
  thin_rates(svg);
  write_picture(svg, canvas);
  pf_canvas_free(canvas);
  status = pf_output_close(&svg->output, error);
  svg_free(svg);
  return status;
}

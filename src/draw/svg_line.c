/* svg_line.c - a path in a picture, and its entry in the legend. */
#include "draw/svg_line.h"

#include <math.h>

#include "draw/roads.h"

/* All in pixels at the size that the file asks for. */
#define LINE_WIDTH 4.5      /* of path 1 */
#define LINE_WIDTH_STEP 2.5 /* each further path is wider by this, half on each side */
#define LINE_WIDTH_STEPS 4  /* after this many, widths stay the same */
#define LEGEND_SAMPLE PF_LEGEND_SAMPLE
#define LEGEND_LINE_WIDTH 6
#define CORRIDOR_OPACITY "0.16" /* keeps obstacles dark under it, and lines visible on it */
#define DECIMALS_MOST 15        /* enough for distances negligible on any map */
#define CORRIDOR_SAMPLE 16      /* pixels high in the legend */
#define DASHES_REPEATED "12 6"
#define DASHES_FILLED "5 5"
#define DASHES_LINK "4 4" /* of links, which aren't walked */
#define LINK_WIDTH "2"

/* M. Okabe and K. Ito, "Color Universal Design" (2002), without black, which resembles obstacles,
 * and the light yellow, which resembles free space; ordered so that neighbours in the series differ
 * most. After the last they repeat with dashes. */
static const char *const COLOURS[PF_LINE_COLOURS] = {"#d55e00", "#0072b2", "#e69f00",
                                                     "#009e73", "#cc79a7", "#56b4e9"};

const char *pf_line_colour(int32_t number) {
  return COLOURS[number % PF_LINE_COLOURS];
}

static double distance_to_piece(double x, double y, const double *piece) {
  const double dx = piece[2] - piece[0], dy = piece[3] - piece[1];
  const double square = dx * dx + dy * dy;
  double t = square > 0 ? ((x - piece[0]) * dx + (y - piece[1]) * dy) / square : 0;
  t = fmin(1, fmax(0, t));
  return hypot(x - piece[0] - t * dx, y - piece[1] - t * dy);
}

double pf_line_distance(const pf_svg_line *line, double x, double y) {
  double least = hypot(x - line->xy[0], y - line->xy[1]);
  for (int32_t i = 0; i + 1 < line->count; i++)
    least = fmin(least, distance_to_piece(x, y, &line->xy[2 * i]));
  return least;
}

void pf_put_number(FILE *stream, double value, int decimals, const char *after) {
  char buffer[PF_NUMBER_BYTES];
  fputs(pf_number_text(value, decimals, buffer), stream);
  fputs(after, stream);
}

void pf_put_fixed(FILE *stream, double value, int decimals, const char *after) {
  char buffer[PF_NUMBER_BYTES];
  fputs(pf_number_fixed(value, decimals, buffer), stream);
  fputs(after, stream);
}

void pf_put_attribute(FILE *stream, const char *name, double value) {
  fprintf(stream, " %s=\"", name);
  pf_put_number(stream, value, 2, "\"");
}

static double line_width(int32_t number) {
  int32_t steps = number < LINE_WIDTH_STEPS ? number : LINE_WIDTH_STEPS;
  return LINE_WIDTH + LINE_WIDTH_STEP * steps;
}

static void put_line_style(FILE *stream, const pf_svg_line *line, double width) {
  fprintf(stream, " stroke=\"%s\"", pf_line_colour(line->number));
  pf_put_attribute(stream, "stroke-width", width);
  if (line->filled || line->number >= PF_LINE_COLOURS) /* round caps would fill the gaps */
    fprintf(stream, " stroke-linecap=\"butt\" stroke-dasharray=\"%s\"",
            line->filled ? DASHES_FILLED : DASHES_REPEATED);
}

void pf_put_points(FILE *stream, const pf_svg_line *line) {
  fputs(" d=\"", stream);
  for (int32_t i = 0; i < line->count; i++) {
    fputs(i == 0 || (line->is_link && line->is_link[i - 1]) ? "M" : " ", stream);
    pf_put_number(stream, line->xy[2 * i], 3, " ");
    pf_put_number(stream, line->xy[2 * i + 1], 3, "");
  }
  putc('"', stream);
}

void pf_put_line(FILE *stream, const pf_svg_line *line) {
  fputs("<path", stream);
  put_line_style(stream, line, line_width(line->number));
  pf_put_points(stream, line);
  fputs("/>\n", stream);
  for (int32_t i = 0; i + 1 < line->count && line->is_link; i++) {
    const pf_svg_line link = {.xy = line->xy + 2 * i, .count = 2};
    if (!line->is_link[i]) continue;
    fprintf(stream,
            "<path stroke=\"%s\" stroke-width=\"" LINK_WIDTH "\" stroke-linecap=\"butt\" "
            "stroke-dasharray=\"" DASHES_LINK "\"",
            pf_line_colour(line->number));
    pf_put_points(stream, &link);
    fputs("/>\n", stream);
  }
}

/* A single stroke: where a path passes itself, the band is no darker. */
void pf_put_corridor_style(FILE *stream, double width) {
  fprintf(stream, " stroke=\"%s\" stroke-opacity=\"" CORRIDOR_OPACITY "\"", COLOURS[0]);
  pf_put_attribute(stream, "stroke-width", width);
}

/* Ends a sample of the legend, its left middle at (x,y), and begins the text beside it. */
static void put_sample(FILE *stream, double x, double y) {
  fputs(" d=\"M", stream);
  pf_put_number(stream, x, 2, " ");
  pf_put_number(stream, y, 2, "h");
  pf_put_number(stream, LEGEND_SAMPLE, 0, "\"/>\n<text");
  pf_put_attribute(stream, "x", x + LEGEND_SAMPLE + PF_LEGEND_BETWEEN);
  pf_put_attribute(stream, "y", y + 5);
}

void pf_put_legend(FILE *stream, const pf_svg_line *line, const pf_svg_line *first, double x,
                   double y) {
  const bool has_cost = line->cost >= 0;
  const double least = has_cost ? first->cost : first->length;
  fputs("<path", stream);
  put_line_style(stream, line, LEGEND_LINE_WIDTH);
  put_sample(stream, x, y);
  fprintf(stream, "><tspan font-weight=\"700\">%lld</tspan>\u2002", (long long)line->number + 1);
  if (has_cost) fputs("cost ", stream);
  pf_put_fixed(stream, has_cost ? line->cost : line->length, 2, "");
  if (least > 0) {
    fputs("\u2002<tspan fill-opacity=\"0.65\">\u00d7 ", stream);
    pf_put_fixed(stream, (has_cost ? line->cost : line->length) / least, 3, "</tspan>");
  }
  if (has_cost) {
    fputs("\u2002length ", stream);
    pf_put_fixed(stream, line->length, 2, "");
  }
  if (line->filled) fputs("\u2002filled", stream);
  if (line->chosen) fputs("\u2002chosen", stream);
  fputs("</text>\n", stream);
}

const char *pf_corridor_words(double separation, char buffer[PF_CORRIDOR_BYTES]) {
  char number[PF_NUMBER_BYTES];
  const double digits = 3 - floor(log10(separation)); /* four significant ones */
  pf_number_text(separation, (int)fmin(fmax(digits, 0), DECIMALS_MOST), number);
  snprintf(buffer, PF_CORRIDOR_BYTES, "within %s of path 1", number);
  return buffer;
}

void pf_put_corridor_legend(FILE *stream, double separation, double x, double y) {
  char words[PF_CORRIDOR_BYTES];
  fputs("<path stroke-linecap=\"butt\"", stream);
  pf_put_corridor_style(stream, CORRIDOR_SAMPLE);
  put_sample(stream, x, y);
  fprintf(stream, ">%s</text>\n", pf_corridor_words(separation, words));
}

/* svg_legend.c - rows below a map. A picture is as wide as its map or its legend, whichever is
 * wider; so the legend is measured before anything is written. */
#include "draw/svg_legend.h"

#include <math.h>
#include <string.h>

/* All in pixels at the size that the file asks for. */
#define COLUMN 216
#define COLUMN_FILLED 44 /* more if a path is marked as filled */
#define COLUMN_CHOSEN 62 /* more if one is marked as chosen */
#define COLUMN_COST 216  /* more if paths have costs */
#define AREA_SAMPLE 16   /* high */
#define INK "#1d232b"
#define WORDS_INK 0x1d232bu

/* The arrangement of a legend. */
typedef struct layout {
  double width, column;
  int32_t columns;
  int32_t entries;                /* paths first */
  int32_t entries_row, roads_row; /* the first row of each; words come before */
  int32_t rows;
} layout;

/* The width of words with their sample and the gap to the next column. */
static double room_for(const char *words) {
  return PF_LEGEND_SAMPLE + 2 * PF_LEGEND_BETWEEN + PF_LEGEND_LETTER * (double)strlen(words);
}

static layout lay(const pf_svg_legend *of) {
  char words[PF_CORRIDOR_BYTES];
  bool any_filled = false, any_chosen = false, any_cost = of->roads != NULL;
  for (int32_t i = 0; i < of->path_count; i++) {
    any_filled |= of->paths[i].filled;
    any_chosen |= of->paths[i].chosen;
    any_cost |= of->paths[i].cost >= 0;
  }
  layout l = {.column = COLUMN + any_filled * COLUMN_FILLED + any_chosen * COLUMN_CHOSEN};
  if (any_cost) l.column += COLUMN_COST;
  if (of->separation > 0)
    l.column = fmax(l.column, room_for(pf_corridor_words(of->separation, words)));
  l.width = fmax(of->width, l.column);
  if (of->words) l.width = fmax(l.width, PF_LEGEND_LETTER * (double)strlen(of->words));
  l.columns = (int32_t)(l.width / l.column);
  l.entries = of->path_count + (of->separation > 0) + (of->area_style != NULL) + of->rate_count;
  l.entries_row = of->words != NULL;
  l.roads_row = l.entries_row + (l.entries + l.columns - 1) / l.columns;
  l.rows = l.roads_row;
  if (of->roads) l.rows += pf_roads_legend(NULL, of->roads, 0, 0, l.width, of->look);
  return l;
}

pf_svg_legend_size pf_svg_legend_lay(const pf_svg_legend *legend) {
  const layout l = lay(legend);
  return (pf_svg_legend_size){l.width, l.rows * PF_LEGEND_ROW};
}

static void put_area(FILE *stream, const char *style, const char *words, double x, double y) {
  fprintf(stream, "<rect %s", style);
  pf_put_attribute(stream, "x", x);
  pf_put_attribute(stream, "y", y - AREA_SAMPLE / 2.0);
  fprintf(stream, " width=\"%d\" height=\"%d\"/>\n<text", PF_LEGEND_SAMPLE, AREA_SAMPLE);
  pf_put_attribute(stream, "x", x + PF_LEGEND_SAMPLE + PF_LEGEND_BETWEEN);
  pf_put_attribute(stream, "y", y + 5);
  fprintf(stream, ">%s</text>\n", words);
}

static void put_rate(FILE *stream, const pf_svg_rate *rate, double x, double y) {
  char style[48], words[48];
  snprintf(style, sizeof style, "fill=\"#%06x\"", rate->colour);
  snprintf(words, sizeof words, "ground of rate %.4g", rate->rate);
  put_area(stream, style, words, x, y);
}

static double middle_of(const pf_svg_legend *of, int32_t row) {
  return of->y + (row + 0.5) * PF_LEGEND_ROW;
}

/* Writes paths, the corridor, areas and grounds. */
static void put_entries(const pf_svg_legend *of, const layout *l, FILE *stream) {
  fputs("<g font-family=\"Helvetica, Arial, sans-serif\" font-size=\"15\" fill=\"" INK "\">\n",
        stream);
  for (int32_t i = 0; i < l->entries; i++) {
    const double x = of->x + (i % l->columns) * l->column;
    const double y = middle_of(of, l->entries_row + i / l->columns);
    if (i < of->path_count)
      pf_put_legend(stream, &of->paths[i], &of->paths[0], x, y);
    else if (i == of->path_count && of->separation > 0)
      pf_put_corridor_legend(stream, of->separation, x, y);
    else if (i < l->entries - of->rate_count)
      put_area(stream, of->area_style, of->area_words, x, y);
    else
      put_rate(stream, &of->rates[i - l->entries + of->rate_count], x, y);
  }
  fputs("</g>\n", stream);
}

void pf_svg_legend_put(const pf_svg_legend *legend, FILE *stream, pf_canvas *canvas) {
  const layout l = lay(legend);
  if (legend->words)
    pf_canvas_text(canvas, legend->x, middle_of(legend, 0) + 5,
                   &(pf_text_style){.size = 15, .colour = WORDS_INK}, legend->words);
  if (l.entries) put_entries(legend, &l, stream);
  if (legend->roads)
    pf_roads_legend(canvas, legend->roads, legend->x, legend->y + l.roads_row * PF_LEGEND_ROW,
                    l.width, legend->look);
}

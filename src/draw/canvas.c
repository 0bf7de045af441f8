/* canvas.c - writes SVG elements as they come: first the lines of a path, then how it is drawn. */
#include "draw/canvas.h"

#include <stdlib.h>

#include "base/text.h"

typedef struct svg_canvas {
  pf_canvas base;
  FILE *stream;
  bool has_path; /* whether a path has begun */
  int clips;     /* clips so far: each has a name of its own */
} svg_canvas;

/* Writes a number, to a hundredth of a pixel, and the text after it. */
static void put(const svg_canvas *c, double value, const char *after) {
  char buffer[PF_NUMBER_BYTES];
  fputs(pf_number_text(value, 2, buffer), c->stream);
  fputs(after, c->stream);
}

static void put_attribute(const svg_canvas *c, const char *name, double value) {
  fprintf(c->stream, " %s=\"", name);
  put(c, value, "\"");
}

static void put_point(svg_canvas *c, char command, double x, double y) {
  if (!c->has_path) fputs("<path d=\"", c->stream);
  c->has_path = true;
  putc(command, c->stream);
  put(c, x, " ");
  put(c, y, "");
}

static void svg_move(pf_canvas *canvas, double x, double y) {
  put_point((svg_canvas *)canvas, 'M', x, y);
}

static void svg_line(pf_canvas *canvas, double x, double y) {
  put_point((svg_canvas *)canvas, 'L', x, y);
}

static void svg_close(pf_canvas *canvas) {
  const svg_canvas *c = (svg_canvas *)canvas;
  if (c->has_path) putc('z', c->stream);
}

/* Draws two half circles, as the path may have other parts. */
static void svg_circle(pf_canvas *canvas, double x, double y, double radius) {
  svg_canvas *c = (svg_canvas *)canvas;
  put_point(c, 'M', x - radius, y);
  for (int half = 1; half >= -1; half -= 2) {
    fputs("a", c->stream);
    put(c, radius, " ");
    put(c, radius, " 0 1 0 ");
    put(c, 2 * half * radius, " 0");
  }
  putc('z', c->stream);
}

/* Ends the `d` attribute of a path. False: there is none. */
static bool take_path(svg_canvas *c) {
  if (!c->has_path) return false;
  c->has_path = false;
  putc('"', c->stream);
  return true;
}

static void svg_stroke(pf_canvas *canvas, const pf_pen *pen) {
  svg_canvas *c = (svg_canvas *)canvas;
  if (!take_path(c)) return;
  fprintf(c->stream, " fill=\"none\" stroke=\"#%06x\"", (unsigned)pen->colour);
  put_attribute(c, "stroke-width", pen->width);
  if (pen->opacity > 0 && pen->opacity < 1) put_attribute(c, "stroke-opacity", pen->opacity);
  if (pen->dash > 0) put_attribute(c, "stroke-dasharray", pen->dash);
  fprintf(c->stream, " stroke-linejoin=\"round\" stroke-linecap=\"%s\"/>\n",
          pen->is_blunt ? "butt" : "round");
}

static void svg_fill(pf_canvas *canvas, uint32_t colour, double opacity) {
  svg_canvas *c = (svg_canvas *)canvas;
  if (!take_path(c)) return;
  fprintf(c->stream, " fill=\"#%06x\" fill-rule=\"evenodd\"", (unsigned)colour);
  if (opacity < 1) put_attribute(c, "fill-opacity", opacity);
  fputs("/>\n", c->stream);
}

/* The path is already written, so it is named and referred to. */
static void svg_clip(pf_canvas *canvas) {
  svg_canvas *c = (svg_canvas *)canvas;
  if (!c->has_path) put_point(c, 'M', 0, 0);
  take_path(c);
  fprintf(c->stream,
          " id=\"area%d\" fill=\"none\"/>\n<clipPath id=\"clip%d\"><use href=\"#area%d\"/>"
          "</clipPath>\n<g clip-path=\"url(#clip%d)\">\n",
          c->clips, c->clips, c->clips, c->clips);
  c->clips++;
}

static void svg_unclip(pf_canvas *canvas) {
  fputs("</g>\n", ((svg_canvas *)canvas)->stream);
}

static void svg_text(pf_canvas *canvas, double x, double y, const pf_text_style *words,
                     const char *text) {
  const svg_canvas *c = (svg_canvas *)canvas;
  fputs("<text font-family=\"Helvetica, Arial, sans-serif\"", c->stream);
  put_attribute(c, "x", x);
  put_attribute(c, "y", y);
  put_attribute(c, "font-size", words->size);
  if (words->is_bold) fputs(" font-weight=\"700\"", c->stream);
  if (words->align > 0)
    fprintf(c->stream, " text-anchor=\"%s\"", words->align < 1 ? "middle" : "end");
  fprintf(c->stream, " fill=\"#%06x\">", (unsigned)words->colour);
  for (const char *at = text; *at; at++) switch (*at) {
    case '<': fputs("&lt;", c->stream); break;
    case '&': fputs("&amp;", c->stream); break;
    default: putc(*at, c->stream);
    }
  fputs("</text>\n", c->stream);
}

static void svg_free(pf_canvas *canvas) {
  free(canvas);
}

static const pf_canvas_kind svg_kind = {svg_move, svg_line, svg_close,  svg_circle, svg_stroke,
                                        svg_fill, svg_clip, svg_unclip, svg_text,   svg_free};

pf_canvas *pf_canvas_svg(FILE *stream) {
  svg_canvas *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->base.kind = &svg_kind;
  c->stream = stream;
  return &c->base;
}

/* ---- All kinds ---- */

void pf_canvas_move(pf_canvas *canvas, double x, double y) {
  canvas->kind->move(canvas, x, y);
}

void pf_canvas_line(pf_canvas *canvas, double x, double y) {
  canvas->kind->line(canvas, x, y);
}

void pf_canvas_close(pf_canvas *canvas) {
  canvas->kind->close(canvas);
}

void pf_canvas_circle(pf_canvas *canvas, double x, double y, double radius) {
  canvas->kind->circle(canvas, x, y, radius);
}

void pf_canvas_rectangle(pf_canvas *canvas, double x, double y, double width, double height) {
  pf_canvas_move(canvas, x, y);
  pf_canvas_line(canvas, x + width, y);
  pf_canvas_line(canvas, x + width, y + height);
  pf_canvas_line(canvas, x, y + height);
  pf_canvas_close(canvas);
}

void pf_canvas_stroke(pf_canvas *canvas, const pf_pen *pen) {
  canvas->kind->stroke(canvas, pen);
}

void pf_canvas_fill(pf_canvas *canvas, uint32_t colour, double opacity) {
  canvas->kind->fill(canvas, colour, opacity);
}

void pf_canvas_clip(pf_canvas *canvas) {
  canvas->kind->clip(canvas);
}

void pf_canvas_unclip(pf_canvas *canvas) {
  canvas->kind->unclip(canvas);
}

void pf_canvas_text(pf_canvas *canvas, double x, double y, const pf_text_style *words,
                    const char *text) {
  canvas->kind->text(canvas, x, y, words, text);
}

void pf_canvas_free(pf_canvas *canvas) {
  if (canvas) (canvas->kind->free)(canvas); /* no macro */
}

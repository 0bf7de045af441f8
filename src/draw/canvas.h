/* canvas.h - draws lines, areas and words in pixels, into an SVG file or a PNG.
 *
 *   pf_canvas *canvas = pf_canvas_svg(stream);    into an <svg> that the caller writes
 *   pf_canvas_move(canvas, 10, 10);
 *   pf_canvas_line(canvas, 20, 30);
 *   pf_canvas_stroke(canvas, &(pf_pen){.colour = 0x1d232b, .width = 2});
 *   pf_canvas_free(canvas);
 *
 * A path is built of lines, and then used once: stroked, filled, or clipped at. Coordinates are
 * pixels, x right, y down, and finite. Write errors are left in the stream. */
#ifndef PF_DRAW_CANVAS_H
#define PF_DRAW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct pf_canvas pf_canvas;

typedef struct pf_pen {
  uint32_t colour; /* 0xrrggbb */
  double width;    /* pixels */
  double opacity;  /* 0..1; 0 counts as 1 */
  bool is_blunt;   /* lines end at their points; otherwise round, half the width beyond */
  double dash;     /* pixels, of dashes and of the gaps between; 0: solid */
} pf_pen;

typedef struct pf_text_style {
  double size;  /* pixels */
  double align; /* share of the width to the left of x: 0, 0.5 or 1 */
  bool is_bold;
  uint32_t colour;
} pf_text_style;

/* Makes a canvas that writes SVG elements into a stream. NULL: out of memory. */
pf_canvas *pf_canvas_svg(FILE *stream);

/* Makes a white picture of that many pixels, each of which is `zoom` x `zoom` pixels of the PNG.
 * NULL: out of memory, or this build has no cairo (pf_canvas_has_png). */
pf_canvas *pf_canvas_png(double width, double height, double zoom);
bool pf_canvas_has_png(void);

/* Writes a picture as PNG. False: that failed. */
bool pf_canvas_write_png(pf_canvas *canvas, FILE *stream);

void pf_canvas_move(pf_canvas *canvas, double x, double y);
void pf_canvas_line(pf_canvas *canvas, double x, double y);
void pf_canvas_close(pf_canvas *canvas);
void pf_canvas_circle(pf_canvas *canvas, double x, double y, double radius);
void pf_canvas_rectangle(pf_canvas *canvas, double x, double y, double width, double height);

void pf_canvas_stroke(pf_canvas *canvas, const pf_pen *pen);
/* Fills by the even-odd rule: rings within rings are holes. */
void pf_canvas_fill(pf_canvas *canvas, uint32_t colour, double opacity);
/* Clips everything drawn until pf_canvas_unclip at the path. Clips don't nest. */
void pf_canvas_clip(pf_canvas *canvas);
void pf_canvas_unclip(pf_canvas *canvas);

/* Draws one line of text [Limit: UTF-8], its baseline at y. */
void pf_canvas_text(pf_canvas *canvas, double x, double y, const pf_text_style *words,
                    const char *text);

void pf_canvas_free(pf_canvas *canvas); /* NULL is allowed */

/* ---- For implementations ---- */

/* The functions of a kind of canvas, as above. */
typedef struct pf_canvas_kind {
  void (*move)(pf_canvas *canvas, double x, double y);
  void (*line)(pf_canvas *canvas, double x, double y);
  void (*close)(pf_canvas *canvas);
  void (*circle)(pf_canvas *canvas, double x, double y, double radius);
  void (*stroke)(pf_canvas *canvas, const pf_pen *pen);
  void (*fill)(pf_canvas *canvas, uint32_t colour, double opacity);
  void (*clip)(pf_canvas *canvas);
  void (*unclip)(pf_canvas *canvas);
  void (*text)(pf_canvas *canvas, double x, double y, const pf_text_style *words, const char *text);
  void (*free)(pf_canvas *canvas);
} pf_canvas_kind;

/* The beginning of every canvas. */
struct pf_canvas {
  const pf_canvas_kind *kind;
};

#endif

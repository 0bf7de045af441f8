/* canvas.h - draws lines, areas and words in pixels, into an SVG file or a PNG.
 *
 *   pathfan_canvas *canvas = pathfan_canvas_svg(stream);    into an <svg> that the caller writes
 *   pathfan_canvas_move(canvas, 10, 10);
 *   pathfan_canvas_line(canvas, 20, 30);
 *   pathfan_canvas_stroke(canvas, &(pathfan_pen){.colour = 0x1d232b, .width = 2});
 *   pathfan_canvas_free(canvas);
 *
 * A path is built of lines, and then used once: stroked, filled, or clipped at. Coordinates are
 * pixels, x right, y down, and finite. Write errors are left in the stream. */
#ifndef PATHFAN_DRAW_CANVAS_H
#define PATHFAN_DRAW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct pathfan_canvas pathfan_canvas;

typedef struct pathfan_pen {
  uint32_t colour; /* 0xrrggbb */
  double width;    /* pixels */
  double opacity;  /* 0..1; 0 counts as 1 */
  bool is_blunt;   /* lines end at their points; otherwise round, half the width beyond */
  double dash;     /* pixels, of dashes and of the gaps between; 0: solid */
} pathfan_pen;

typedef struct pathfan_text_style {
  double size;  /* pixels */
  double align; /* share of the width to the left of x: 0, 0.5 or 1 */
  bool is_bold;
  uint32_t colour;
} pathfan_text_style;

/* Makes a canvas that writes SVG elements into a stream. NULL: out of memory. */
pathfan_canvas *pathfan_canvas_svg(FILE *stream);

/* Makes a white picture of that many pixels, each of which is `zoom` x `zoom` pixels of the PNG.
 * NULL: out of memory, or this build has no cairo (pathfan_canvas_has_png). */
pathfan_canvas *pathfan_canvas_png(double width, double height, double zoom);
bool pathfan_canvas_has_png(void);

/* Writes a picture as PNG. False: that failed. */
bool pathfan_canvas_write_png(pathfan_canvas *canvas, FILE *stream);

void pathfan_canvas_move(pathfan_canvas *canvas, double x, double y);
void pathfan_canvas_line(pathfan_canvas *canvas, double x, double y);
void pathfan_canvas_close(pathfan_canvas *canvas);
void pathfan_canvas_circle(pathfan_canvas *canvas, double x, double y, double radius);
void pathfan_canvas_rectangle(pathfan_canvas *canvas, double x, double y, double width,
                              double height);

void pathfan_canvas_stroke(pathfan_canvas *canvas, const pathfan_pen *pen);
/* Fills by the even-odd rule: rings within rings are holes. */
void pathfan_canvas_fill(pathfan_canvas *canvas, uint32_t colour, double opacity);
/* Clips everything drawn until pathfan_canvas_unclip at the path. Clips don't nest. */
void pathfan_canvas_clip(pathfan_canvas *canvas);
void pathfan_canvas_unclip(pathfan_canvas *canvas);

/* Draws one line of text [Limit: UTF-8], its baseline at y. */
void pathfan_canvas_text(pathfan_canvas *canvas, double x, double y,
                         const pathfan_text_style *words, const char *text);

void pathfan_canvas_free(pathfan_canvas *canvas); /* NULL is allowed */

/* ---- For implementations ---- */

/* The functions of a kind of canvas, as above. */
typedef struct pathfan_canvas_kind {
  void (*move)(pathfan_canvas *canvas, double x, double y);
  void (*line)(pathfan_canvas *canvas, double x, double y);
  void (*close)(pathfan_canvas *canvas);
  void (*circle)(pathfan_canvas *canvas, double x, double y, double radius);
  void (*stroke)(pathfan_canvas *canvas, const pathfan_pen *pen);
  void (*fill)(pathfan_canvas *canvas, uint32_t colour, double opacity);
  void (*clip)(pathfan_canvas *canvas);
  void (*unclip)(pathfan_canvas *canvas);
  void (*text)(pathfan_canvas *canvas, double x, double y, const pathfan_text_style *words,
               const char *text);
  void (*free)(pathfan_canvas *canvas);
} pathfan_canvas_kind;

/* The beginning of every canvas. */
struct pathfan_canvas {
  const pathfan_canvas_kind *kind;
};

#endif

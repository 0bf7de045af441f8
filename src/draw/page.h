/* page.h - a picture as a file, SVG or PNG by its name.
 *
 *   static pathfan_status draw_all(void *context, pathfan_canvas *canvas);
 *   pathfan_page page = {.width = 900, .height = 700, .zoom = 1, .title = "A crowd"};
 *   status = pathfan_page_check(path, map_width, map_height, &error);
 *   if (!status) status = pathfan_page_write(path, &page, draw_all, &drawing, &error); */
#ifndef PATHFAN_DRAW_PAGE_H
#define PATHFAN_DRAW_PAGE_H

#include "draw/canvas.h"
#include "pathfan/status.h"

typedef struct pathfan_page {
  double width, height; /* pixels */
  double zoom;          /* PNG pixels to a pixel, along each side */
  const char *title;    /* description for readers who can't see the picture */
} pathfan_page;

/* Draws on a canvas. Errors: NO_MEMORY. */
typedef pathfan_status pathfan_page_function(void *context, pathfan_canvas *canvas);

/* Checks that the drawing has a size, and that this build can draw such a file. Errors:
 * ARGUMENT. */
pathfan_status pathfan_page_check(const char *path, double width, double height,
                                  pathfan_error *error);

/* Writes the file; if that fails, no part of it remains. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_page_write(const char *path, const pathfan_page *page,
                                  pathfan_page_function *draw, void *context, pathfan_error *error);

#endif

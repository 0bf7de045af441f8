/* page.h - a picture as a file, SVG or PNG by its name.
 *
 *   static pathfan_status draw_all(void *context, pf_canvas *canvas);
 *   pf_page page = {.width = 900, .height = 700, .zoom = 1, .title = "A crowd"};
 *   status = pf_page_check(path, map_width, map_height, &error);
 *   if (!status) status = pf_page_write(path, &page, draw_all, &drawing, &error); */
#ifndef PF_DRAW_PAGE_H
#define PF_DRAW_PAGE_H

#include "draw/canvas.h"
#include "pathfan/status.h"

typedef struct pf_page {
  double width, height; /* pixels */
  double zoom;          /* PNG pixels to a pixel, along each side */
  const char *title;    /* description for readers who can't see the picture */
} pf_page;

/* Draws on a canvas. Errors: NO_MEMORY. */
typedef pathfan_status pf_page_function(void *context, pf_canvas *canvas);

/* Checks that the drawing has a size, and that this build can draw such a file. Errors:
 * ARGUMENT. */
pathfan_status pf_page_check(const char *path, double width, double height, pathfan_error *error);

/* Writes the file; if that fails, no part of it remains. Errors: IO, NO_MEMORY. */
pathfan_status pf_page_write(const char *path, const pf_page *page, pf_page_function *draw,
                             void *context, pathfan_error *error);

#endif

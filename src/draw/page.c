/* page.c - draws the same picture on either kind of canvas. */
#include "draw/page.h"

#include <math.h>
#include <stdio.h>

#include "base/file.h"
#include "base/status.h"
#include "base/text.h"

pathfan_status pathfan_page_check(const char *path, double width, double height,
                                  pathfan_error *error) {
  if (!(width > 0 && height > 0 && isfinite(fmax(width, height))))
    return pathfan_fail(error, PATHFAN_ERR_ARGUMENT, "a picture needs a width and a height");
  if (pathfan_name_ends_in(path, ".png") && !pathfan_canvas_has_png())
    return pathfan_fail(error, PATHFAN_ERR_ARGUMENT,
                        "%s: this pathfan was built without cairo, which draws PNG; SVG it draws",
                        pathfan_name_tail(path));
  return PATHFAN_OK;
}

static pathfan_status write_svg(const pathfan_page *page, FILE *stream, pathfan_page_function *draw,
                                void *context) {
  char width[PATHFAN_NUMBER_BYTES], height[PATHFAN_NUMBER_BYTES];
  pathfan_number_text(page->width, 2, width);
  pathfan_number_text(page->height, 2, height);
  fprintf(stream,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%s\" height=\"%s\" "
          "viewBox=\"0 0 %s %s\">\n<title>%s</title>\n"
          "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
          width, height, width, height, page->title);
  pathfan_canvas *canvas = pathfan_canvas_svg(stream);
  const pathfan_status status = canvas ? draw(context, canvas) : PATHFAN_ERR_NO_MEMORY;
  pathfan_canvas_free(canvas);
  fputs("</svg>\n", stream);
  return status;
}

static pathfan_status write_png(const pathfan_page *page, FILE *stream, pathfan_page_function *draw,
                                void *context) {
  pathfan_canvas *canvas = pathfan_canvas_png(page->width, page->height, page->zoom);
  pathfan_status status = canvas ? draw(context, canvas) : PATHFAN_ERR_NO_MEMORY;
  if (!status && !pathfan_canvas_write_png(canvas, stream) && !ferror(stream))
    status = PATHFAN_ERR_NO_MEMORY;
  pathfan_canvas_free(canvas);
  return status;
}

pathfan_status pathfan_page_write(const char *path, const pathfan_page *page,
                                  pathfan_page_function *draw, void *context,
                                  pathfan_error *error) {
  pathfan_output output;
  pathfan_status status = pathfan_output_open(&output, path, error);
  if (status) return status;
  status = (pathfan_name_ends_in(path, ".png") ? write_png : write_svg)(page, output.stream, draw,
                                                                        context);
  if (!status) return pathfan_output_close(&output, error);
  pathfan_output_discard(&output);
  return pathfan_fail(error, status, "no memory for a picture");
}

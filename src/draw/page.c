/* page.c - draws the same picture on either kind of canvas. */
#include "draw/page.h"

#include <math.h>
#include <stdio.h>

#include "base/file.h"
#include "base/status.h"
#include "base/text.h"

pathfan_status pf_page_check(const char *path, double width, double height, pathfan_error *error) {
  if (!(width > 0 && height > 0 && isfinite(fmax(width, height))))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "a picture needs a width and a height");
  if (pf_name_ends_in(path, ".png") && !pf_canvas_has_png())
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "%s: this pathfan was built without cairo, which draws PNG; it draws SVG",
                   pf_name_tail(path));
  return PATHFAN_OK;
}

static pathfan_status write_svg(const pf_page *page, FILE *stream, pf_page_function *draw,
                                void *context) {
  char width[PF_NUMBER_BYTES], height[PF_NUMBER_BYTES];
  pf_number_text(page->width, 2, width);
  pf_number_text(page->height, 2, height);
  fprintf(stream,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%s\" height=\"%s\" "
          "viewBox=\"0 0 %s %s\">\n<title>%s</title>\n"
          "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
          width, height, width, height, page->title);
  pf_canvas *canvas = pf_canvas_svg(stream);
  const pathfan_status status = canvas ? draw(context, canvas) : PATHFAN_ERR_NO_MEMORY;
  pf_canvas_free(canvas);
  fputs("</svg>\n", stream);
  return status;
}

static pathfan_status write_png(const pf_page *page, FILE *stream, pf_page_function *draw,
                                void *context) {
  pf_canvas *canvas = pf_canvas_png(page->width, page->height, page->zoom);
  pathfan_status status = canvas ? draw(context, canvas) : PATHFAN_ERR_NO_MEMORY;
  if (!status && !pf_canvas_write_png(canvas, stream) && !ferror(stream))
    status = PATHFAN_ERR_NO_MEMORY;
  pf_canvas_free(canvas);
  return status;
}

pathfan_status pf_page_write(const char *path, const pf_page *page, pf_page_function *draw,
                             void *context, pathfan_error *error) {
  pf_output output;
  pathfan_status status = pf_output_open(&output, path, error);
  if (status) return status;
  status =
      (pf_name_ends_in(path, ".png") ? write_png : write_svg)(page, output.stream, draw, context);
  if (!status) return pf_output_close(&output, error);
  pf_output_discard(&output);
  return pf_fail(error, status, "no memory for a picture");
}

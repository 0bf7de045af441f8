/* picture.c - writes the pixels of a picture as the characters of a .map. */
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/image.h"

typedef struct cells {
  char *text;
  size_t bytes, head;
  int32_t width, white;
} cells;

bool pf_picture_is(const void *bytes, size_t count) {
  return count >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0;
}

static pathfan_status begin(void *context, int32_t width, int32_t height, int32_t white) {
  cells *c = context;
  char head[80];
  c->head = (size_t)snprintf(head, sizeof head, "type octile\nheight %d\nwidth %d\nmap\n",
                             (int)height, (int)width);
  c->bytes = c->head + ((size_t)width + 1) * (size_t)height;
  c->width = width;
  c->white = white;
  c->text = pf_alloc(c->bytes + 1, 1);
  if (!c->text) return PATHFAN_ERR_NO_MEMORY;
  memcpy(c->text, head, c->head);
  memset(c->text + c->head, '@', c->bytes - c->head);
  c->text[c->bytes] = 0;
  return PATHFAN_OK;
}

static void take_row(void *context, int32_t y, const int32_t *grey) {
  cells *c = context;
  char *row = c->text + c->head + ((size_t)c->width + 1) * (size_t)y;
  for (int32_t x = 0; x < c->width; x++)
    row[x] = grey[x] >= 0 && 2 * grey[x] >= c->white ? '.' : '@';
  row[c->width] = '\n';
}

pathfan_status pf_picture_cells(const void *bytes, size_t count, const char *name, char **text,
                                size_t *text_bytes, pathfan_error *error) {
  cells c = {.text = NULL};
  pathfan_error flaw = {""};
  const pf_image_taker to = {&c, begin, take_row};
  const pathfan_status status = pf_image_read(bytes, count, &to, NULL, &flaw);
  *text = NULL;
  if (status) {
    free(c.text);
    return pf_fail(error, status, "%s: %s", name,
                   flaw.text[0] ? flaw.text : pathfan_status_text(status));
  }
  *text = c.text;
  *text_bytes = c.bytes;
  return PATHFAN_OK;
}

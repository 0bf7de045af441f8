/* occupancy.c - reads the maps of robots: a YAML file and its image.
 *
 * The YAML of a robot's map is a list of names and values, one a line. It is read in the notations
 * that ROS writes: plain and quoted words, [x, y, yaw] on one line or one item a line. Unknown
 * names are counted.
 *
 * The rules are those of nav2_map_server and of map_server: the occupancy of a pixel goes from 0
 * for white to 1 for black, or the other way with `negate`. */
#include "map/occupancy.h"

#include <math.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/image.h"

typedef enum name { IMAGE = 0, RESOLUTION, ORIGIN, NEGATE, OCCUPIED, FREE, MODE, NAMES } name;

static const char *const names[NAMES] = {"image",           "resolution",  "origin", "negate",
                                         "occupied_thresh", "free_thresh", "mode"};

typedef struct header {
  pf_span value[NAMES]; /* as written */
  int64_t line[NAMES];  /* 0: absent */
  pf_span items[3];     /* of origin */
  int item_count;
  pf_span unknown_key; /* the first name that isn't listed; line 0: none */
  int64_t unknown_line, unknown_count;
  const char *end; /* start of the line "...", or the end of the text */
  bool is_ended;
} header;

/* ---- YAML ---- */

static pf_span trim(pf_span s) {
  while (s.length && (*s.at == ' ' || *s.at == '\t')) s.at++, s.length--;
  while (s.length && (s.at[s.length - 1] == ' ' || s.at[s.length - 1] == '\t')) s.length--;
  return s;
}

/* Removes a comment, and quotes round the whole. */
static pf_span plain(pf_span s) {
  s = trim(s);
  if (s.length && (*s.at == '"' || *s.at == '\'')) {
    const char *closing = memchr(s.at + 1, *s.at, s.length - 1);
    if (closing) return (pf_span){s.at + 1, (size_t)(closing - s.at) - 1};
  }
  for (size_t i = 0; i < s.length; i++)
    if (s.at[i] == '#' && (!i || s.at[i - 1] == ' ' || s.at[i - 1] == '\t')) s.length = i;
  return trim(s);
}

static void take_item(header *h, pf_span item) {
  if (h->item_count < 3) h->items[h->item_count] = plain(item);
  h->item_count++;
}

/* [x, y, yaw] */
static void take_items(header *h, pf_span list) {
  if (list.length < 2 || *list.at != '[' || list.at[list.length - 1] != ']') return;
  for (pf_span rest = {list.at + 1, list.length - 2}; rest.length;) {
    const char *comma = memchr(rest.at, ',', rest.length);
    const size_t length = comma ? (size_t)(comma - rest.at) : rest.length;
    take_item(h, (pf_span){rest.at, length});
    rest.at += length + (comma != NULL);
    rest.length -= length + (comma != NULL);
  }
}

static bool is_unknown(pf_span key) {
  for (int i = 0; i < NAMES; i++)
    if (pf_span_is(key, names[i])) return false;
  return true;
}

static pathfan_status take_line(pf_text *text, pf_span line, header *h, int *last,
                                pathfan_error *error) {
  const pf_span inside = plain(line);
  if (!inside.length || pf_span_is(inside, "---")) return PATHFAN_OK;
  if (*inside.at == '-' && *last == ORIGIN) {
    take_item(h, (pf_span){inside.at + 1, inside.length - 1});
    return PATHFAN_OK;
  }
  const char *colon = memchr(line.at, ':', line.length);
  if (!colon) return pf_text_fail(text, error, "expected NAME: VALUE, as map_server writes it");
  const pf_span key = plain((pf_span){line.at, (size_t)(colon - line.at)});
  const pf_span value = plain((pf_span){colon + 1, line.length - (size_t)(colon - line.at) - 1});
  *last = NAMES;
  if (is_unknown(key) && !h->unknown_count++) {
    h->unknown_key = key;
    h->unknown_line = text->line;
  }
  for (int i = 0; i < NAMES; i++) {
    if (!pf_span_is(key, names[i])) continue;
    if (h->line[i]) return pf_text_fail(text, error, "%s is there twice", names[i]);
    h->value[i] = value;
    h->line[i] = text->line;
    *last = i;
    if (i == ORIGIN) take_items(h, value);
  }
  return PATHFAN_OK;
}

static pathfan_status read_header(pf_text *text, header *h, pathfan_error *error) {
  pf_span line;
  int last = NAMES;
  pathfan_status status = PATHFAN_OK;
  *h = (header){0};
  while (!status && pf_text_line(text, &line)) {
    h->is_ended = pf_span_is(line, "...");
    h->end = line.at;
    if (h->is_ended) break;
    h->end = text->end;
    status = take_line(text, line, h, &last, error);
  }
  if (!status && (!h->line[IMAGE] || !h->value[IMAGE].length))
    status = pf_text_fail(text, error, "there is no image");
  return status;
}

pathfan_status pf_occupancy_image(const char *bytes, size_t count, const char *path, pf_span *image,
                                  size_t *yaml_bytes, bool *has_image, pathfan_error *error) {
  pf_text text = pf_text_over(bytes, count, path);
  header h;
  const pathfan_status status = read_header(&text, &h, error);
  if (status) return status;
  *image = h.value[IMAGE];
  *yaml_bytes = (size_t)(h.end - bytes);
  *has_image = h.is_ended && !pf_text_only_blanks_left(&text);
  return PATHFAN_OK;
}

/* ---- What it says ---- */

typedef struct reader {
  pf_text text;
  header head;
  double free, occupied;
  bool is_negative, is_raw, is_trinary;
  int64_t doubtful;     /* pixels of UNKNOWN_GREY that free_thresh frees; marked DOUBTFUL */
  int64_t unknown, odd; /* pixels of UNKNOWN_GREY; of none of map_saver's greys, nor white */
  int64_t costs;        /* pixels between the thresholds, in modes other than trinary */
  int32_t cost_at[2];   /* the first of them: column and row from the top */
  size_t excess;        /* bytes after the image */
  pf_placement placement;
  pf_grid *grid;
  const pf_limits *limits;
  int32_t white;
  pathfan_error *error;
} reader;

/* Fails with a sentence about a name, at its line. */
static pathfan_status wrong(reader *r, name which, const char *sentence) {
  char quoted[PF_QUOTE_BYTES];
  r->text.line = r->head.line[which];
  return pf_text_fail(&r->text, r->error, "%s %s %s", names[which],
                      pf_span_quote(r->head.value[which], quoted), sentence);
}

static bool is_true(pf_span s) {
  return pf_span_is(s, "1") || pf_span_is(s, "true") || pf_span_is(s, "True");
}

static bool is_false(pf_span s) {
  return pf_span_is(s, "0") || pf_span_is(s, "false") || pf_span_is(s, "False");
}

static pathfan_status take_share(reader *r, name which, double *share) {
  if (!r->head.line[which]) return PATHFAN_OK;
  if (!pf_span_number(r->head.value[which], share) || *share < 0 || *share > 1)
    return wrong(r, which, "must be a number from 0 to 1");
  return PATHFAN_OK;
}

static pathfan_status take_origin(reader *r) {
  double at[3] = {0};
  if (!r->head.line[ORIGIN])
    return pf_text_fail(&r->text, r->error, "there is no origin: [x, y, yaw]");
  for (int i = 0; i < 3; i++)
    if (i >= r->head.item_count || !pf_span_number(r->head.items[i], &at[i]) || fabs(at[i]) > 1e9)
      return wrong(r, ORIGIN, "must be [x, y, yaw], numbers up to 1e9");
  if (at[2] != 0)
    return wrong(r, ORIGIN,
                 "is turned: only a yaw of 0 can be read; turn the image, or ask in the map's own "
                 "frame, with a yaw of 0");
  r->placement.origin_x = at[0];
  r->placement.origin_y = at[1];
  return PATHFAN_OK;
}

static pathfan_status take_values(reader *r) {
  const header *h = &r->head;
  if (!h->line[RESOLUTION]) return pf_text_fail(&r->text, r->error, "there is no resolution");
  if (!pf_span_number(h->value[RESOLUTION], &r->placement.side) ||
      !(r->placement.side >= 1e-6 && r->placement.side <= 1e6))
    return wrong(r, RESOLUTION, "must be metres a pixel, 1e-6 to 1e6");
  if (h->line[NEGATE] && !is_true(h->value[NEGATE]) && !is_false(h->value[NEGATE]))
    return wrong(r, NEGATE, "must be 0 or 1");
  r->is_negative = is_true(h->value[NEGATE]);
  if (h->line[MODE] && !pf_span_is(h->value[MODE], "trinary") &&
      !pf_span_is(h->value[MODE], "scale") && !pf_span_is(h->value[MODE], "raw"))
    return wrong(r, MODE, "must be trinary, scale or raw");
  r->is_raw = pf_span_is(h->value[MODE], "raw");
  r->is_trinary = !r->is_raw && !pf_span_is(h->value[MODE], "scale");
  pathfan_status status = take_origin(r);
  if (!status) status = take_share(r, OCCUPIED, &r->occupied);
  if (!status) status = take_share(r, FREE, &r->free);
  if (!status && r->free > r->occupied)
    status = wrong(r, h->line[FREE] ? FREE : OCCUPIED, "leaves free_thresh above occupied_thresh");
  return status;
}

/* ---- Its image ---- */

static pathfan_status begin_image(void *context, int32_t width, int32_t height, int32_t white) {
  reader *r = context;
  const uint64_t count = (uint64_t)width * (uint64_t)height;
  const pathfan_status status = pf_limits_take(r->limits, count);
  if (status)
    return pf_fail(r->error, status, "%d x %d pixels need more memory than the limit", (int)width,
                   (int)height);
  uint8_t *cells = pf_alloc(count, 1);
  if (!cells)
    return pf_fail(r->error, PATHFAN_ERR_NO_MEMORY, "no memory for %d x %d cells", (int)width,
                   (int)height);
  *r->grid = (pf_grid){.width = width, .height = height, .free = cells};
  r->white = white;
  return PATHFAN_OK;
}

/* What map_saver writes, of 255: occupied, unknown, free. nav2's one wrote a free_thresh of 0.25
 * beside them until 2025, at which unknown would be free. */
enum { OCCUPIED_GREY = 0, UNKNOWN_GREY = 205, FREE_GREY = 254 };

/* A cell that may be unknown, as long as not all pixels are read. */
enum { DOUBTFUL = 2 };

/* Returns how occupied a pixel is, 0 to 1; more in mode raw: unknown. In that mode a value of 255
 * is a percentage. */
static double occupancy_of(const reader *r, int32_t grey) {
  /* Computed in nav2's order of operations: at a threshold of 0.196, 205 of 255 is unknown. */
  const double shade = (double)grey / r->white;
  if (r->is_raw) return nearbyint(shade * 255) / 100;
  return r->is_negative ? shade : 1 - shade;
}

static bool is_free(const reader *r, int32_t grey) {
  if (grey == PF_IMAGE_CLEAR) return false;
  return occupancy_of(r, grey) < r->free;
}

/* Whether a pixel is neither free, nor surely blocked or unknown. */
static bool is_cost(const reader *r, int32_t grey) {
  if (grey == PF_IMAGE_CLEAR || r->is_trinary) return false;
  const double occupancy = occupancy_of(r, grey);
  return occupancy >= r->free && (r->is_raw ? occupancy < 1 : occupancy <= r->occupied);
}

static void take_row(void *context, int32_t y, const int32_t *grey) {
  reader *r = context;
  uint8_t *cell = r->grid->free + (int64_t)(r->grid->height - 1 - y) * r->grid->width;
  for (int32_t x = 0; x < r->grid->width; x++, cell++) {
    const int32_t of_255 = grey[x] * 255 / r->white;
    *cell = is_free(r, grey[x]);
    if (is_cost(r, grey[x]) && !r->costs++) {
      r->cost_at[0] = x;
      r->cost_at[1] = y;
    }
    if (of_255 == UNKNOWN_GREY && *cell) {
      *cell = DOUBTFUL;
      r->doubtful++;
    }
    r->unknown += of_255 == UNKNOWN_GREY;
    r->odd += of_255 != OCCUPIED_GREY && of_255 != UNKNOWN_GREY && of_255 < FREE_GREY;
  }
}

/* Decides what doubtful cells are, and counts what has no effect. */
static void settle(reader *r, pf_ignored *ignored) {
  const bool is_unknown_grey = r->odd < r->unknown && r->is_trinary && !r->is_negative;
  const int64_t cells = (int64_t)r->grid->width * r->grid->height;
  for (int64_t i = 0; i < cells && r->doubtful; i++)
    if (r->grid->free[i] == DOUBTFUL) r->grid->free[i] = !is_unknown_grey;
  if (is_unknown_grey)
    pf_ignore(ignored, PF_IGNORED_UNKNOWN_GREY, r->doubtful, "free_thresh %g, line %lld", r->free,
              (long long)r->head.line[FREE]);
  pf_ignore(ignored, PF_IGNORED_COST, r->costs, "pixel %d of row %d", (int)r->cost_at[0],
            (int)r->cost_at[1]);
  pf_ignore(ignored, PF_IGNORED_EXCESS, (int64_t)r->excess, "after row %d", (int)r->grid->height);
}

static pathfan_status read_image(reader *r) {
  const pf_image_taker to = {r, begin_image, take_row};
  const char *bytes = r->text.at;
  char quoted[PF_QUOTE_BYTES];
  pathfan_error flaw = {""};
  pathfan_error *error = r->error;
  if (!r->head.is_ended || pf_text_only_blanks_left(&r->text))
    return wrong(r, IMAGE,
                 "isn't there: in memory the image follows the YAML and a line of three dots");
  r->error = &flaw;
  const pathfan_status status =
      pf_image_read(bytes, (size_t)(r->text.end - bytes), &to, &r->excess, &flaw);
  r->error = error;
  if (status)
    pf_fail(error, status, "%s: image %s: %s", pf_name_tail(r->text.name),
            pf_span_quote(r->head.value[IMAGE], quoted), flaw.text);
  return status;
}

pathfan_status pf_occupancy_parse(const char *bytes, size_t count, const char *path,
                                  const pf_limits *limits, pf_grid *grid, pf_placement *placement,
                                  pf_ignored *ignored, pathfan_error *error) {
  reader r = {.text = pf_text_over(bytes, count, path),
              .free = 0.196,
              .occupied = 0.65,
              .grid = grid,
              .limits = limits,
              .error = error};
  *grid = (pf_grid){0};
  pathfan_status status = read_header(&r.text, &r.head, error);
  const char *image = r.text.at;
  if (!status) status = take_values(&r);
  r.text.at = image;
  if (!status) status = read_image(&r);
  if (status) {
    pf_grid_free(grid);
    *grid = (pf_grid){0};
    return status;
  }
  settle(&r, ignored);
  char quoted[PF_QUOTE_BYTES];
  pf_ignore(ignored, PF_IGNORED_KEY, r.head.unknown_count, "line %lld: %s",
            (long long)r.head.unknown_line, pf_span_quote(r.head.unknown_key, quoted));
  *placement = r.placement;
  return PATHFAN_OK;
}

/* ---- In the world ---- */

double pf_placement_at(double origin, double side, double cells) {
  for (double scale = 1; scale <= 1e9; scale *= 10) {
    const double o = nearbyint(origin * scale), s = nearbyint(side * scale);
    if (o / scale == origin && s / scale == side) return (o + cells * s) / scale;
  }
  return origin + cells * side;
}

/* ply_file.c - reads PLY: a head in text that names elements and the types of their properties,
 * then all elements one after the other, in words or in bytes of either order. Properties other
 * than coordinates and the corners of faces are skipped. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "meshing/soup.h"

typedef enum scalar { INT8, UINT8, INT16, UINT16, INT32, UINT32, FLOAT32, FLOAT64, SCALARS } scalar;

static const struct {
  const char *name, *other;
  int size;
} scalars[SCALARS] = {{"char", "int8", 1},     {"uchar", "uint8", 1},   {"short", "int16", 2},
                      {"ushort", "uint16", 2}, {"int", "int32", 4},     {"uint", "uint32", 4},
                      {"float", "float32", 4}, {"double", "float64", 8}};

typedef enum role { SKIPPED, X, Y, Z, CORNERS } role;

typedef struct property {
  bool is_list;
  scalar count, value; /* count: of a list */
  role role;
} property;

enum { PROPERTIES = 64, ELEMENTS = 16 };

typedef enum kind { OTHER, VERTEX, FACE } kind;

typedef struct element {
  kind kind;
  int64_t count;
  int32_t first, end; /* properties */
  char name[32];
} element;

typedef enum encoding { ASCII, LITTLE, BIG, NO_ENCODING } encoding;

typedef struct ply {
  pf_text text;
  encoding encoding;
  property properties[PROPERTIES];
  element elements[ELEMENTS];
  int32_t property_count, element_count;
  pf_span line;         /* what is left of the present line, in ascii */
  const char *at, *end; /* of binary data */
  int64_t item;         /* number of the present one in its element */
  pf_soup *soup;
  pf_ignored *ignored;
  pathfan_error *error;
} ply;

/* ---- The head ---- */

static bool find_scalar(pf_span word, scalar *found) {
  for (int i = 0; i < SCALARS; i++)
    if (pf_span_is(word, scalars[i].name) || pf_span_is(word, scalars[i].other)) {
      *found = (scalar)i;
      return true;
    }
  return false;
}

static role role_of(const element *e, const property *p, pf_span name) {
  if (e->kind == VERTEX && !p->is_list)
    return pf_span_is(name, "x")   ? X
           : pf_span_is(name, "y") ? Y
           : pf_span_is(name, "z") ? Z
                                   : SKIPPED;
  if (e->kind == FACE && p->is_list &&
      (pf_span_is(name, "vertex_indices") || pf_span_is(name, "vertex_index")))
    return CORNERS;
  return SKIPPED;
}

static pathfan_status read_property(ply *p, pf_span line) {
  if (!p->element_count)
    return pf_text_fail(&p->text, p->error, "a property comes before the first element");
  element *e = &p->elements[p->element_count - 1];
  property *to = &p->properties[p->property_count];
  pf_span word = {0};
  if (p->property_count == PROPERTIES)
    return pf_text_fail(&p->text, p->error, "more than %d properties", PROPERTIES);
  *to = (property){0};
  pf_span_word(&line, &word);
  if (pf_span_is(word, "list")) {
    to->is_list = true;
    if (!pf_span_word(&line, &word) || !find_scalar(word, &to->count) || to->count >= FLOAT32)
      return pf_text_expected(&p->text, p->error, "the type of a list's length", word);
    pf_span_word(&line, &word);
  }
  if (!find_scalar(word, &to->value))
    return pf_text_expected(&p->text, p->error, "the type of a property", word);
  if (!pf_span_word(&line, &word))
    return pf_text_expected(&p->text, p->error, "the name of a property", word);
  to->role = role_of(e, to, word);
  e->end = ++p->property_count;
  return PATHFAN_OK;
}

static pathfan_status read_element(ply *p, pf_span line) {
  element *e = &p->elements[p->element_count];
  pf_span name = {0}, count = {0};
  if (p->element_count == ELEMENTS)
    return pf_text_fail(&p->text, p->error, "more than %d kinds of elements", ELEMENTS);
  *e = (element){.first = p->property_count, .end = p->property_count};
  if (!pf_span_word(&line, &name) || !pf_span_word(&line, &count) ||
      !pf_span_whole(count, INT32_MAX, &e->count))
    return pf_text_expected(&p->text, p->error, "an element's name and number", count);
  e->kind = pf_span_is(name, "vertex") ? VERTEX : pf_span_is(name, "face") ? FACE : OTHER;
  snprintf(e->name, sizeof e->name, "%.*s", (int)(name.length < 31 ? name.length : 31), name.at);
  p->element_count++;
  return PATHFAN_OK;
}

static pathfan_status read_format(ply *p, pf_span line) {
  static const char *const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
  pf_span word = {0}, version = {0};
  pf_span_word(&line, &word);
  pf_span_word(&line, &version);
  p->encoding = NO_ENCODING;
  for (int i = 0; i < NO_ENCODING; i++)
    if (pf_span_is(word, names[i])) p->encoding = (encoding)i;
  if (p->encoding == NO_ENCODING || !pf_span_is(version, "1.0"))
    return pf_text_expected(&p->text, p->error,
                            "the format ascii, binary_little_endian or binary_big_endian, "
                            "version 1.0",
                            word);
  return PATHFAN_OK;
}

static pathfan_status read_head(ply *p) {
  pf_span line, word = {0};
  pathfan_status status = PATHFAN_OK;
  p->encoding = NO_ENCODING;
  pf_text_line(&p->text, &line);
  while (!status) {
    if (!pf_text_line(&p->text, &line))
      return pf_text_fail(&p->text, p->error, "the head doesn't end: no end_header");
    if (!pf_span_word(&line, &word)) continue;
    if (pf_span_is(word, "end_header")) break;
    if (pf_span_is(word, "format"))
      status = read_format(p, line);
    else if (pf_span_is(word, "element"))
      status = read_element(p, line);
    else if (pf_span_is(word, "property"))
      status = read_property(p, line);
    else if (!pf_span_is(word, "comment") && !pf_span_is(word, "obj_info"))
      return pf_text_expected(&p->text, p->error, "format, element, property or comment", word);
  }
  if (!status && p->encoding == NO_ENCODING)
    return pf_text_fail(&p->text, p->error, "the head names no format");
  p->at = p->text.at;
  p->end = p->text.end;
  return status;
}

/* ---- The data ---- */

static pathfan_status fail_at(const ply *p, const char *which, const char *what) {
  return pf_fail(p->error, PATHFAN_ERR_MALFORMED, "%s: %s %lld %s", pf_name_tail(p->text.name),
                 which, (long long)p->item, what);
}

static double value_of(const unsigned char *bytes, scalar type, bool is_swapped) {
  unsigned char b[8] = {0};
  for (int i = 0; i < scalars[type].size; i++)
    b[i] = bytes[is_swapped ? scalars[type].size - 1 - i : i];
  uint16_t two;
  uint32_t four;
  float single;
  double full;
  memcpy(&two, b, sizeof two);
  memcpy(&four, b, sizeof four);
  memcpy(&single, b, sizeof single);
  memcpy(&full, b, sizeof full);
  switch (type) {
  case INT8: return (int8_t)b[0];
  case UINT8: return b[0];
  case INT16: return (int16_t)two;
  case UINT16: return two;
  case INT32: return (int32_t)four;
  case UINT32: return four;
  case FLOAT32: return (double)single;
  default: return full;
  }
}

static bool is_big_endian(void) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return !first;
}

/* Takes the next value off the data; false: there is none. */
static bool take(ply *p, scalar type, double *value) {
  if (p->encoding == ASCII) {
    pf_span word;
    while (!pf_span_word(&p->line, &word))
      if (!pf_text_line(&p->text, &p->line)) return false;
    return pf_span_number(word, value);
  }
  if (p->end - p->at < scalars[type].size) return false;
  unsigned char bytes[8] = {0};
  memcpy(bytes, p->at, (size_t)scalars[type].size);
  *value = value_of(bytes, type, (p->encoding == BIG) != is_big_endian());
  p->at += scalars[type].size;
  return true;
}

static bool is_coordinate(double value) {
  return fabs(value) <= PF_SOUP_COORDINATE_MAX; /* false for NaN */
}

static pathfan_status take_corner(ply *p, const element *e, double value) {
  if (!(value >= 0 && value < p->soup->point_count) || value != floor(value))
    return fail_at(p, e->name, "has a corner that isn't the number of a vertex above");
  return pf_soup_corner(p->soup, (int32_t)value, true);
}

static pathfan_status read_list(ply *p, const element *e, const property *list) {
  double count, value;
  pathfan_status status = PATHFAN_OK;
  if (!take(p, list->count, &count) || !(count >= 0 && count <= INT32_MAX) || count != floor(count))
    return fail_at(p, e->name, "has a list without a length");
  if (list->role == CORNERS && count < 3)
    return fail_at(p, e->name, "has fewer than three corners");
  for (int64_t i = 0; i < (int64_t)count && !status; i++) {
    if (!take(p, list->value, &value)) return fail_at(p, e->name, "has a list that ends too soon");
    if (list->role == CORNERS) status = take_corner(p, e, value);
  }
  return status;
}

static pathfan_status read_item(ply *p, const element *e) {
  double at[3] = {0, 0, 0};
  pathfan_status status = PATHFAN_OK;
  if (e->kind == FACE) status = pf_soup_begin(p->soup, (pf_soup_place){p->item, -1});
  for (int32_t i = e->first; i < e->end && !status; i++) {
    const property *of = &p->properties[i];
    double value;
    if (of->is_list) {
      status = read_list(p, e, of);
      continue;
    }
    if (!take(p, of->value, &value)) return fail_at(p, e->name, "isn't there");
    if (of->role == SKIPPED) continue;
    if (!is_coordinate(value)) return fail_at(p, e->name, "has a coordinate out of range");
    at[of->role - X] = value;
  }
  return status || e->kind != VERTEX ? status : pf_soup_point(p->soup, at[0], at[1], at[2]);
}

static bool has_role(const ply *p, const element *e, role wanted) {
  for (int32_t i = e->first; i < e->end; i++)
    if (p->properties[i].role == wanted) return true;
  return false;
}

static pathfan_status read_items(ply *p, const element *e) {
  pathfan_status status = PATHFAN_OK;
  p->item = 0;
  if (e->kind == VERTEX && !(has_role(p, e, X) && has_role(p, e, Y) && has_role(p, e, Z)))
    return fail_at(p, e->name, "has no x, y and z");
  if (e->kind == FACE && !has_role(p, e, CORNERS))
    return fail_at(p, e->name, "has no list vertex_indices");
  if (e->kind == OTHER) pf_ignore(p->ignored, PF_IGNORED_ELEMENT, e->count, "'%s'", e->name);
  if (e->first == e->end && e->count) return fail_at(p, e->name, "has no properties");
  for (; p->item < e->count && !status; p->item++) status = read_item(p, e);
  return status;
}

pathfan_status pf_ply_parse(const char *text, size_t bytes, const char *path, pf_soup *soup,
                            pf_ignored *ignored, pathfan_error *error) {
  ply p = {
      .text = pf_text_over(text, bytes, path), .soup = soup, .ignored = ignored, .error = error};
  pathfan_status status = read_head(&p);
  soup->place_is = "polygon";
  for (int32_t i = 0; i < p.element_count && !status; i++) status = read_items(&p, &p.elements[i]);
  if (status) return pf_soup_status(path, status, error);
  if (!soup->polygon_count)
    return pf_fail(error, PATHFAN_ERR_MALFORMED, "%s: there is no face", pf_name_tail(path));
  pf_soup_turn_up(soup);
  return PATHFAN_OK;
}

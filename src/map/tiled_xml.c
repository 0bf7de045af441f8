/* tiled_xml.c - assembles expat's events into the tree that the same map has as JSON
 * (https://doc.mapeditor.org, "TMX Map Format"). Elements are identified by their name and
 * position; an element not in the table is skipped with everything in it.
 *
 * XML attacks are made of entities, and Tiled writes none but XML's own: a file that declares one
 * is refused. Files that are named, even a document type's, aren't opened. */
#include "map/tiled_xml.h"

#include <expat.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"

/* Nesting of elements; a deeper one is an attack, as with groups (tiled.c). */
#define DEPTH_MAX 80

/* Bytes between checks whether to go on. */
#define PIECE_BYTES (1 << 18)

typedef enum element {
  MAP,
  TILESET,
  TILE,
  LAYER,
  OBJECT_LAYER,
  GROUP,
  IMAGE_LAYER,
  PROPERTIES,
  PROPERTY,
  DATA,
  CHUNK,
  CELL,
  OBJECT,
  ELLIPSE,
  LABEL,
  POLYGON,
  POLYLINE,
  CAPSULE,
  TILE_OFFSET,
  TILE_SHAPES,
  ELEMENTS
} element;

#define IN(which) (1u << (which))
#define LAYERS_IN (IN(MAP) | IN(GROUP))

/* Where an element may stand, and what it becomes: an object in a list of the enclosing one, or,
 * without a list, part of that one. */
static const struct {
  const char *name;
  unsigned inside;
  const char *list, *type;
} elements[ELEMENTS] = {
    [MAP] = {"map", 0, NULL, NULL},
    [TILESET] = {"tileset", IN(MAP), "tilesets", NULL},
    [TILE] = {"tile", IN(TILESET), "tiles", NULL},
    [LAYER] = {"layer", LAYERS_IN, "layers", "tilelayer"},
    [OBJECT_LAYER] = {"objectgroup", LAYERS_IN, "layers", "objectgroup"},
    [GROUP] = {"group", LAYERS_IN, "layers", "group"},
    [IMAGE_LAYER] = {"imagelayer", LAYERS_IN, "layers", "imagelayer"},
    [PROPERTIES] = {"properties",
                    IN(MAP) | IN(TILESET) | IN(TILE) | IN(LAYER) | IN(OBJECT_LAYER) | IN(GROUP) |
                        IN(IMAGE_LAYER) | IN(OBJECT) | IN(PROPERTY),
                    NULL, NULL},
    [PROPERTY] = {"property", IN(PROPERTIES), "properties", NULL},
    [DATA] = {"data", IN(LAYER), NULL, NULL},
    [CHUNK] = {"chunk", IN(DATA), "chunks", NULL},
    [CELL] = {"tile", IN(DATA) | IN(CHUNK), NULL, NULL},
    [OBJECT] = {"object", IN(OBJECT_LAYER) | IN(TILE_SHAPES), "objects", NULL},
    [ELLIPSE] = {"ellipse", IN(OBJECT), NULL, NULL},
    [LABEL] = {"text", IN(OBJECT), NULL, NULL},
    [POLYGON] = {"polygon", IN(OBJECT), NULL, NULL},
    [POLYLINE] = {"polyline", IN(OBJECT), NULL, NULL},
    [CAPSULE] = {"capsule", IN(OBJECT), NULL, NULL},
    [TILE_OFFSET] = {"tileoffset", IN(TILESET), NULL, NULL},
    [TILE_SHAPES] = {"objectgroup", IN(TILE), "objectgroup", NULL},
};

typedef struct reader {
  XML_Parser parser;
  const char *path, *root;
  pathfan_error *error;
  pathfan_status status;
  json_t *map;
  struct {
    element is;
    json_t *object; /* in the map */
  } open[DEPTH_MAX];
  int depth;
  int64_t passed_over; /* open elements that are skipped */
  char *letters;       /* text of the last open element, if it holds tiles */
  int32_t letter_count, letter_capacity;
} reader;

static void stop(reader *r, pathfan_status status) {
  if (!r->status) XML_StopParser(r->parser, XML_FALSE);
  r->status = status;
}

/* The current line, from 1. */
static unsigned long line_of(const reader *r) {
  return (unsigned long)XML_GetCurrentLineNumber(r->parser);
}

static void complain(reader *r, const char *sentence) {
  if (r->status) return;
  pf_fail(r->error, PATHFAN_ERR_MALFORMED, "%s:%lu: %s", pf_name_tail(r->path), line_of(r),
          sentence);
  stop(r, PATHFAN_ERR_MALFORMED);
}

/* Sets a value and takes it over; NULL means that there was no memory for it. */
static void put(reader *r, json_t *object, const char *key, json_t *value) {
  if (json_object_set_new_nocheck(object, key, value)) stop(r, PATHFAN_ERR_NO_MEMORY);
}

/* Appends to the list under `key`, which is created if needed. Takes value over like put. */
static void add(reader *r, json_t *object, const char *key, json_t *value) {
  json_t *list = json_object_get(object, key);
  if (!json_is_array(list)) { /* no list yet, or text of tiles read before */
    put(r, object, key, json_array());
    list = json_object_get(object, key);
  }
  if (!list || !value || json_array_append_new(list, value)) stop(r, PATHFAN_ERR_NO_MEMORY);
  if (!list) json_decref(value);
}

/* ---- Attributes ---- */

static bool is_among(const char *name, const char *const *names) {
  while (*names && strcmp(name, *names) != 0) names++;
  return *names != NULL;
}

static void put_attribute(reader *r, json_t *object, const char *name, const char *value) {
  static const char *const numbers[] = {
      "width", "height",  "tilewidth", "tileheight", "firstgid",  "id",        "gid", "x",
      "y",     "offsetx", "offsety",   "rotation",   "parallaxx", "parallaxy", NULL};
  static const char *const words[] = {"name",        "source",          "orientation", "encoding",
                                      "compression", "objectalignment", "template",    "class",
                                      "type",        "tilerendersize",  NULL};
  double number;
  if (is_among(name, words)) {
    put(r, object, name, json_string(value));
  } else if (is_among(name, numbers)) {
    char sentence[100];
    snprintf(sentence, sizeof sentence, "its %s is no number", name);
    if (pf_span_number((pf_span){value, strlen(value)}, &number))
      put(r, object, name, json_real(number));
    else
      complain(r, sentence);
  } else if (strcmp(name, "infinite") == 0 || strcmp(name, "visible") == 0) {
    put(r, object, name, json_boolean(strcmp(value, "1") == 0));
  }
}

static const char *attribute(const char *const *attributes, const char *name) {
  for (; *attributes; attributes += 2)
    if (strcmp(*attributes, name) == 0) return attributes[1];
  return NULL;
}

/* The type is an attribute beside the value; text has none. */
static void put_property(reader *r, json_t *object, const char *const *attributes) {
  const char *name = attribute(attributes, "name"), *type = attribute(attributes, "type");
  const char *value = attribute(attributes, "value");
  double number;
  if (name) put(r, object, "name", json_string(name));
  if (!name || !value) return; /* of a class, whose members follow; or text of several lines */
  if (type && strcmp(type, "bool") == 0)
    put(r, object, "value", json_boolean(strcmp(value, "true") == 0));
  else if (type && (strcmp(type, "int") == 0 || strcmp(type, "float") == 0) &&
           pf_span_number((pf_span){value, strlen(value)}, &number))
    put(r, object, "value", json_real(number));
  else
    put(r, object, "value", json_string(value));
}

/* "0,0 8,0 0,8" */
static void put_corners(reader *r, json_t *object, const char *key, const char *points) {
  pf_span words = {points ? points : "", points ? strlen(points) : 0}, word;
  put(r, object, key, json_array());
  while (!r->status && pf_span_word(&words, &word)) {
    const char *comma = memchr(word.at, ',', word.length);
    const size_t length = comma ? (size_t)(comma - word.at) : 0;
    double x, y;
    if (!comma || !pf_span_number((pf_span){word.at, length}, &x) ||
        !pf_span_number((pf_span){comma + 1, word.length - length - 1}, &y)) {
      complain(r, "its points aren't pairs of numbers");
      return;
    }
    json_t *corner = json_object();
    if (corner) {
      put(r, corner, "x", json_real(x));
      put(r, corner, "y", json_real(y));
    }
    add(r, object, key, corner);
  }
}

/* ---- Elements ---- */

static element find(const reader *r, const char *name) {
  const unsigned here = r->depth ? IN(r->open[r->depth - 1].is) : 0;
  for (int e = 0; e < ELEMENTS; e++)
    if (strcmp(name, elements[e].name) == 0 &&
        (here ? elements[e].inside & here
              : (e == MAP || e == TILESET) && strcmp(name, r->root) == 0))
      return (element)e;
  return ELEMENTS;
}

/* Returns the object of an element that begins: its own, or the enclosing one's. */
static json_t *object_of(reader *r, element is) {
  json_t *round = r->depth ? r->open[r->depth - 1].object : NULL;
  if (round && !elements[is].list) return round;
  json_t *object = json_object();
  if (!object) {
    stop(r, PATHFAN_ERR_NO_MEMORY);
    return NULL;
  }
  if (!round)
    r->map = object;
  else
    add(r, round, elements[is].list, object);
  if (r->status) return NULL;
  if (is == TILESET || is == OBJECT || elements[is].type)
    put(r, object, PF_TILED_LINE, json_real((double)line_of(r)));
  if (elements[is].type) put(r, object, "type", json_string(elements[is].type));
  return object;
}

static void put_cell(reader *r, json_t *object, const char *const *attributes) {
  const char *gid = attribute(attributes, "gid"); /* absent: an empty cell */
  double number = 0;
  if (gid && !pf_span_number((pf_span){gid, strlen(gid)}, &number))
    complain(r, "its gid is not a number");
  else
    add(r, object, "data", json_real(number));
}

static void on_start(void *context, const char *name, const char **attributes) {
  reader *r = context;
  const char *const *given = attributes;
  if (r->status) return;
  const element is = r->passed_over ? ELEMENTS : find(r, name);
  if (is == ELEMENTS && !r->depth) {
    complain(r, "this XML is not a map of Tiled");
    return;
  }
  if (is == ELEMENTS) {
    r->passed_over++;
    return;
  }
  if (r->depth == DEPTH_MAX) {
    complain(r, "elements are too deep in each other");
    return;
  }
  json_t *object = object_of(r, is);
  if (!object) return;
  r->open[r->depth].is = is;
  r->open[r->depth++].object = object;
  r->letter_count = 0;
  switch (is) {
  case PROPERTIES: break;
  case PROPERTY: put_property(r, object, given); break;
  case CELL: put_cell(r, object, given); break;
  case ELLIPSE:
  case CAPSULE: put(r, object, elements[is].name, json_true()); break;
  case LABEL: put(r, object, "text", json_true()); break;
  case POLYGON:
  case POLYLINE: put_corners(r, object, elements[is].name, attribute(given, "points")); break;
  default:
    for (; *given && !r->status; given += 2) put_attribute(r, object, given[0], given[1]);
  }
}

/* Takes tiles given as text; mere blanks only separate elements. */
static void put_letters(reader *r, json_t *object) {
  if (!r->letter_count) return;
  const pf_text rest = {.at = r->letters, .end = r->letters + r->letter_count};
  if (!pf_text_only_blanks_left(&rest))
    put(r, object, "data", json_stringn(r->letters, (size_t)r->letter_count));
  r->letter_count = 0;
}

static void on_end(void *context, const char *name) {
  reader *r = context;
  (void)name;
  if (r->status) return;
  if (r->passed_over) {
    r->passed_over--;
    return;
  }
  r->depth--;
  const element is = r->open[r->depth].is;
  if (is == DATA || is == CHUNK) put_letters(r, r->open[r->depth].object);
}

static void on_letters(void *context, const char *letters, int count) {
  reader *r = context;
  if (r->status || r->passed_over || !r->depth) return;
  const element is = r->open[r->depth - 1].is;
  if (is != DATA && is != CHUNK) return;
  if (pf_grow(&r->letters, &r->letter_capacity, (int64_t)r->letter_count + count)) {
    stop(r, PATHFAN_ERR_NO_MEMORY);
    return;
  }
  memcpy(r->letters + r->letter_count, letters, (size_t)count);
  r->letter_count += count;
}

static void on_entity(void *context, const char *name, int is_parameter, const char *value,
                      int value_length, const char *base, const char *system_id,
                      const char *public_id, const char *notation) {
  (void)name;
  (void)is_parameter;
  (void)value;
  (void)value_length;
  (void)base;
  (void)system_id;
  (void)public_id;
  (void)notation;
  complain(context, "it declares an entity, which no map of Tiled does");
}

/* ---- The file ---- */

static pathfan_status read_all(reader *r, const char *text, size_t bytes, const pf_limits *limits) {
  for (size_t at = 0; at < bytes || !at;) {
    const size_t left = bytes - at, count = left < PIECE_BYTES ? left : PIECE_BYTES;
    const bool is_last = count == left;
    if (!XML_Parse(r->parser, text + at, (int)count, is_last)) {
      const enum XML_Error why = XML_GetErrorCode(r->parser);
      if (r->status) return r->status;
      if (why == XML_ERROR_NO_MEMORY) return PATHFAN_ERR_NO_MEMORY;
      complain(r, XML_ErrorString(why));
      return r->status;
    }
    if (is_last) break;
    at += count;
    const pathfan_status status = pf_limits_go_on(limits);
    if (status) return status;
  }
  return PATHFAN_OK;
}

pathfan_status pf_tiled_xml_read(const char *text, size_t bytes, const char *path, const char *root,
                                 const pf_limits *limits, json_t **map, pathfan_error *error) {
  static const XML_Memory_Handling_Suite memory = {malloc, realloc, free};
  reader r = {.path = path, .root = root, .error = error};
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  *map = NULL;
  r.parser = XML_ParserCreate_MM(NULL, &memory, NULL);
  if (r.parser) {
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, on_start, on_end);
    XML_SetCharacterDataHandler(r.parser, on_letters);
    XML_SetEntityDeclHandler(r.parser, on_entity);
    status = read_all(&r, text, bytes, limits);
    XML_ParserFree(r.parser);
  }
  free(r.letters);
  if (!status) {
    *map = r.map;
    return PATHFAN_OK;
  }
  json_decref(r.map);
  return status == PATHFAN_ERR_MALFORMED
             ? status
             : pf_fail(error, status, "%s: %s", pf_name_tail(path), pathfan_status_text(status));
}

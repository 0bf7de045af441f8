/* json_load.h - json_loadb, and whether it was short of memory. */
#ifndef PF_BASE_JSON_LOAD_H
#define PF_BASE_JSON_LOAD_H

#include <jansson.h>

#include "base/shortage.h"
#include "base/text.h"

/* Reads JSON, which a byte order mark may precede. Short of memory, it returns NULL,
 * pf_shortage_seen is true, and error says "out of memory"; in a program whose allocations aren't
 * noted (shortage.h), as far as jansson tells. */
static inline json_t *pf_json_load(const char *text, size_t bytes, size_t flags,
                                   json_error_t *error) {
  json_error_t own, *told = error ? error : &own;
  pf_shortage_begin();
  const size_t mark = pf_mark_bytes(text, bytes);
  json_t *json = json_loadb(text + mark, bytes - mark, flags, told);
  if (!json && (json_error_code(told) == json_error_out_of_memory || !told->text[0]))
    pf_shortage_note();
  if (!pf_shortage_seen()) return json;
  json_decref(json);
  *told = (json_error_t){.line = told->line, .column = told->column, .text = "out of memory"};
  return NULL;
}

#endif

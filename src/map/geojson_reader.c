/* geojson_reader.c - names of kinds, and messages that name the feature. */
#include "map/geojson_reader.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/status.h"

const char *const pf_geojson_kinds[PF_GEOJSON_KINDS] = {"obstacle", "free",   "door", "road",
                                                        "river",    "bridge", "link", "area"};

pathfan_status pf_geojson_complain(const pf_geojson_reader *r, const char *format, ...) {
  char sentence[256];
  va_list args;
  va_start(args, format);
  vsnprintf(sentence, sizeof sentence, format, args);
  va_end(args);
  return pf_fail(r->error, PATHFAN_ERR_MALFORMED, "%s: %s", pf_name_tail(r->path), sentence);
}

pathfan_status pf_geojson_worded(const pf_geojson_reader *r, pathfan_status status) {
  return status ? pf_fail(r->error, status, "%s: %s in %s", pf_name_tail(r->path),
                          pathfan_status_text(status), r->called)
                : PATHFAN_OK;
}

pathfan_status pf_geojson_set_aside(pf_geojson_reader *r, const char *format, ...) {
  char sentence[256];
  va_list args;
  if (r->is_other) return PATHFAN_OK;
  r->is_other = true;
  va_start(args, format);
  vsnprintf(sentence, sizeof sentence, format, args);
  va_end(args);
  pf_ignore(&r->polygons->ignored, PF_IGNORED_OTHER, 1, "%s", sentence);
  return PATHFAN_OK;
}

const char *pf_geojson_quote(const json_t *string, char buffer[PF_QUOTE_BYTES]) {
  return pf_span_quote((pf_span){json_string_value(string), json_string_length(string)}, buffer);
}

void pf_geojson_call_feature(pf_geojson_reader *r, const char *name) {
  char quoted[PF_NAME_QUOTE_BYTES];
  snprintf(r->called, sizeof r->called, "feature %d%s", (int)r->feature,
           pf_name_quote(name, quoted));
}

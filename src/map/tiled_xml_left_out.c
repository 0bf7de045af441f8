/* tiled_xml_left_out.c - replaces tiled_xml.c in a builder without expat. */
#include "base/status.h"
#include "base/text.h"
#include "map/tiled_xml.h"

pathfan_status pf_tiled_xml_read(const char *text, size_t bytes, const char *path, const char *root,
                                 const pf_limits *limits, json_t **map, pathfan_error *error) {
  (void)text;
  (void)bytes;
  (void)root;
  (void)limits;
  *map = NULL;
  return pf_fail(error, PATHFAN_ERR_MALFORMED,
                 "%s: this builder reads no XML (it was built without expat); save the map as "
                 "JSON, .tmj",
                 pf_name_tail(path));
}

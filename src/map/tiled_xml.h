/* tiled_xml.h - a .tmx of Tiled in the form that a .tmj has, where the builder has expat; elsewhere
 * a sentence that says so. */
#ifndef PATHFAN_MAP_TILED_XML_H
#define PATHFAN_MAP_TILED_XML_H

#include <jansson.h>
#include <stddef.h>

#include "base/permit.h"
#include "pathfan/status.h"

/* Tilesets, layers and objects have their line in the file, from 1, under this name, which no .tmj
 * has. */
#define PATHFAN_TILED_LINE " line"

/* What pathfan_tiled_parse needs of the file, as a tree to be taken apart by json_decref. Tiles as
 * CSV stay a string. permit may be NULL. Errors: NO_MEMORY, CANCELLED, MALFORMED (with
 * path and line); *map is NULL then. */
pathfan_status pathfan_tiled_xml_read(const char *text, size_t bytes, const char *path,
                                      const pathfan_permit *permit, json_t **map,
                                      pathfan_error *error);

#endif

/* tiled_xml.h - converts a .tmx of Tiled to the form of a .tmj, if the builder has expat; otherwise
 * fails with a message saying so. */
#ifndef PF_MAP_TILED_XML_H
#define PF_MAP_TILED_XML_H

#include <jansson.h>
#include <stddef.h>

#include "base/limits.h"
#include "pathfan/status.h"

/* Key of the line in the file, from 1, at which a tileset, layer or object begins; no .tmj has
 * it. */
#define PF_TILED_LINE " line"

/* Reads what pf_tiled_parse needs of the file into a tree, to be released by json_decref. root: the
 * name of its outermost element, map or tileset.
 * Tiles in CSV stay a string. limits may be NULL. Errors: NO_MEMORY, CANCELLED, MALFORMED (with
 * path and line); *map is NULL then. */
pathfan_status pf_tiled_xml_read(const char *text, size_t bytes, const char *path, const char *root,
                                 const pf_limits *limits, json_t **map, pathfan_error *error);

#endif

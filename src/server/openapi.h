/* openapi.h - docs/openapi.json, which describes the interface of each server here. */
#ifndef PATHFAN_SERVER_OPENAPI_H
#define PATHFAN_SERVER_OPENAPI_H

#include <stddef.h>

/* Returns static text, and its length. */
const char *pathfan_openapi(size_t *bytes);

#endif

/* openapi.h - docs/openapi.json, which describes what each server here answers. */
#ifndef PATHFAN_SERVER_OPENAPI_H
#define PATHFAN_SERVER_OPENAPI_H

#include <stddef.h>

/* Static text, and its length. */
const char *pathfan_openapi(size_t *bytes);

#endif

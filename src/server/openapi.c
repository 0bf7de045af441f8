/* openapi.c - the description of the interfaces, embedded in the program. */
#include "server/openapi.h"

#include "server/take_in.h"

PATHFAN_TAKE_IN("pathfan_openapi_begin", PATHFAN_OPENAPI);
extern const char pathfan_openapi_begin[], pathfan_openapi_begin_end[];

const char *pathfan_openapi(size_t *bytes) {
  *bytes = (size_t)(pathfan_openapi_begin_end - pathfan_openapi_begin);
  return pathfan_openapi_begin;
}

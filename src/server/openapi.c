/* openapi.c - the description of the interfaces, embedded in the program. */
#include "server/openapi.h"

#include "server/take_in.h"

PF_TAKE_IN("pf_openapi_begin", PATHFAN_OPENAPI);
extern const char pf_openapi_begin[], pf_openapi_begin_end[];

const char *pf_openapi(size_t *bytes) {
  *bytes = (size_t)(pf_openapi_begin_end - pf_openapi_begin);
  return pf_openapi_begin;
}

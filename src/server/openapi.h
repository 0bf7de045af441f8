/* openapi.h - docs/openapi.json, which describes the interface of each server here. */
#ifndef PF_SERVER_OPENAPI_H
#define PF_SERVER_OPENAPI_H

#include <stddef.h>

/* Returns static text, and its length. */
const char *pf_openapi(size_t *bytes);

#endif

/* service.h - the query API as a service of src/server/http.h. */
#ifndef PF_SERVE_SERVICE_H
#define PF_SERVE_SERVICE_H

#include "server/http.h"

/* Its context is a pf_serve_state; pool 0 is for batches, pool 1 for searches. */
extern const pf_service pf_serve_service;

#endif

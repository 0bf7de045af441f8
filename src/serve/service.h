/* service.h - the query API as a service of src/server/http.h. */
#ifndef PATHFAN_SERVE_SERVICE_H
#define PATHFAN_SERVE_SERVICE_H

#include "server/http.h"

/* Its context is a pathfan_serve_state; pool 0 is for batches, pool 1 for searches. */
extern const pathfan_service pathfan_serve_service;

#endif

/* requests.h - requests from their first header to their answer: the functions that libmicrohttpd
 * and the pools call, whose context is the pf_http. */
#ifndef PF_SERVER_REQUESTS_H
#define PF_SERVER_REQUESTS_H

#include <microhttpd.h>

#include "server/http_server.h"

/* For MHD_OPTION_URI_LOG_CALLBACK: looks at an address before it is decoded. */
void *pf_requests_see_address(void *context, const char *address,
                              struct MHD_Connection *connection);

/* The handler of requests. */
enum MHD_Result pf_requests_handle(void *context, struct MHD_Connection *connection,
                                   const char *path, const char *method, const char *version,
                                   const char *data, size_t *bytes, void **state);

/* For MHD_OPTION_NOTIFY_COMPLETED. */
void pf_requests_completed(void *context, struct MHD_Connection *connection, void **state,
                           enum MHD_RequestTerminationCode code);

/* Answers an exchange; a pool's function. */
void pf_requests_answer(void *context, pf_worker *worker, pf_exchange *x);

#endif

/* sending.h - answers on their way: whole, in pieces if they are large, or as they are made. */
#ifndef PF_SERVER_SENDING_H
#define PF_SERVER_SENDING_H

#include <microhttpd.h>

#include "server/http_server.h"

/* Sends the exchange's answer, or its first piece. MHD_NO: the connection is to be cut. */
enum MHD_Result pf_sending_begin(pf_http *http, pf_exchange *x);

/* The next piece of an answer that was begun is there, or it is known that there is none: sends
 * on. */
void pf_sending_go_on(pf_exchange *x);

/* Tells the service that the exchange is answered. */
void pf_sending_report(const pf_http *http, pf_exchange *x);

#endif

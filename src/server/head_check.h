/* head_check.h - whether the headers of a request mean one thing only, as RFC 9112 wants. */
#ifndef PF_SERVER_HEAD_CHECK_H
#define PF_SERVER_HEAD_CHECK_H

#include "server/exchange.h"

/* The longest address, and the most arguments in it: libmicrohttpd keeps them in a buffer of fixed
 * size, and cuts the connection without a word where that is too small. */
#define PF_ADDRESS_BYTES 8000
#define PF_ARGUMENTS_MAX 100

/* Refuses what libmicrohttpd (0.9.75) reads in one of several ways: a body whose length is said
 * twice, or by another transfer coding than chunked, and headers with control characters; also a
 * coded body, which nobody here decodes. Where the body's end is in doubt, the connection is to be
 * closed after the answer. method and version ("HTTP/1.1") are those that libmicrohttpd gives, in
 * its buffer. False: it has answered. */
bool pf_head_check(pf_exchange *x, const char *method, const char *version);

#endif

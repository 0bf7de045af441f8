/* host_check.h - which requests a server accepts, by their origin: keeps out other sites' pages
 * that talk to this server from a visitor's browser, even by a name made to point here (DNS
 * rebinding). */
#ifndef PF_SERVER_HOST_CHECK_H
#define PF_SERVER_HOST_CHECK_H

#include <stdbool.h>

/* Whether the Host header of a request names this server: a numeric address, "localhost", or
 * own_name (NULL: none), with any port or none. Other names may point here, but only other sites'
 * pages use them. */
bool pf_host_is_ours(const char *host, const char *own_name);

/* Whether a request that changes something or costs work comes from a page of this server, or from
 * no page at all. origin and site are the headers Origin and Sec-Fetch-Site, or NULL. */
bool pf_origin_is_ours(const char *host, const char *origin, const char *site);

#endif

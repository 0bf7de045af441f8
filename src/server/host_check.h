/* host_check.h - who may ask what: against pages of other sites that talk to this server from a
 * visitor's browser, be it by a name that was made to point here (DNS rebinding). */
#ifndef PATHFAN_SERVER_HOST_CHECK_H
#define PATHFAN_SERVER_HOST_CHECK_H

#include <stdbool.h>

/* Whether the Host header of a request is one of ours: a numeric address, "localhost", or
 * own_name (NULL: none), with any port or none. Other names may point here, but only
 * somebody else's page uses them. */
bool pathfan_host_is_ours(const char *host, const char *own_name);

/* Whether a request that changes something or costs work comes from our own page, or from
 * no page at all. origin and site are the headers Origin and Sec-Fetch-Site, or NULL. */
bool pathfan_origin_is_ours(const char *host, const char *origin, const char *site);

#endif

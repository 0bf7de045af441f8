/* address.h - numeric addresses of this machine, at which a server listens. */
#ifndef PF_SERVER_ADDRESS_H
#define PF_SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/* Reads an address of version 4 or 6 of the protocol; false: it is none. */
bool pf_address_read(const char *bind, int port, struct sockaddr_storage *address);

/* Writes the address, http://..., by which a browser on this machine opens a server that listens at
 * `bind`. True: `bind` means all addresses, 0.0.0.0 or ::, of which this is one. */
bool pf_address_write(const char *bind, int port, char *text, size_t bytes);

#endif

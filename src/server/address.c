/* address.c - numeric addresses. */
#include "server/address.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

bool pf_address_read(const char *bind, int port, struct sockaddr_storage *address) {
  struct sockaddr_in *four = (struct sockaddr_in *)address;
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
  memset(address, 0, sizeof *address);
  if (inet_pton(AF_INET, bind, &four->sin_addr) == 1) {
    four->sin_family = AF_INET;
    four->sin_port = htons((uint16_t)port);
    return true;
  }
  if (inet_pton(AF_INET6, bind, &six->sin6_addr) != 1) return false;
  six->sin6_family = AF_INET6;
  six->sin6_port = htons((uint16_t)port);
  return true;
}

/* Whether an address stands for all addresses of this machine. */
static bool is_any(const struct sockaddr_storage *address) {
  const struct sockaddr_in *four = (const struct sockaddr_in *)address;
  const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
  return address->ss_family == AF_INET6 ? IN6_IS_ADDR_UNSPECIFIED(&six->sin6_addr)
                                        : four->sin_addr.s_addr == htonl(INADDR_ANY);
}

bool pf_address_write(const char *bind, int port, char *text, size_t bytes) {
  struct sockaddr_storage address;
  const bool known = pf_address_read(bind, port, &address);
  const bool six = known && address.ss_family == AF_INET6, any = known && is_any(&address);
  const char *place = !any ? bind : six ? "::1" : "127.0.0.1";
  snprintf(text, bytes, "http://%s%s%s:%d/", six ? "[" : "", place, six ? "]" : "", port);
  return any;
}

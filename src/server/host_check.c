/* host_check.c - which requests a server accepts, by their origin. */
#include "server/host_check.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Whether text is a port: ":" and 1 to 5 digits, or nothing. */
static bool is_port(const char *text) {
  if (!*text) return true;
  const size_t digits = strspn(text + 1, "0123456789");
  return *text == ':' && digits > 0 && digits <= 5 && !text[1 + digits];
}

bool pf_host_is_ours(const char *host, const char *own_name) {
  char name[256], address[sizeof(struct in6_addr)];
  if (!host) return false;
  const bool bracket = *host == '[';
  const size_t length = bracket ? strcspn(host, "]") + 1 : strcspn(host, ":");
  if (!length || length >= sizeof name || (bracket && host[length - 1] != ']')) return false;
  memcpy(name, host, length);
  name[length] = '\0';
  if (!is_port(host + length)) return false;
  if (bracket) {
    name[length - 1] = '\0';
    return inet_pton(AF_INET6, name + 1, address) == 1;
  }
  return inet_pton(AF_INET, name, address) == 1 || strcasecmp(name, "localhost") == 0 ||
         (own_name && strcasecmp(name, own_name) == 0);
}

bool pf_origin_is_ours(const char *host, const char *origin, const char *site) {
  char own[300];
  if (site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0) return false;
  if (!origin) return true;
  snprintf(own, sizeof own, "http://%s", host);
  return strcasecmp(origin, own) == 0;
}

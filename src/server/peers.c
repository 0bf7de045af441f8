/* peers.c - a list of connections. A cut only shuts the socket down: libmicrohttpd then notices
 * that the connection is over, and closes it on its own thread. */
#include "server/peers.h"

#include <assert.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "server/limits.h"

struct pf_peer {
  int socket;
  double until; /* when it is cut, seconds of the monotonic clock; 0: not now */
  pf_peer *last, *next;
};

/* Keeps the system from taking megabytes of an answer that isn't read; TCP only. */
static void bound_unsent(int socket) {
#ifdef TCP_NOTSENT_LOWAT
  const int most = PF_UNSENT_BYTES;
  (void)setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &most, sizeof most);
#else
  (void)socket;
#endif
}

void pf_peers_begin(pf_peers *peers) {
  *peers = (pf_peers){.first = NULL};
  pthread_mutex_init(&peers->lock, NULL);
}

void pf_peers_add(pf_peers *peers, struct MHD_Connection *connection, void **kept) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  pf_peer *peer = info ? calloc(1, sizeof *peer) : NULL;
  *kept = peer;
  if (info) bound_unsent(info->connect_fd);
  pthread_mutex_lock(&peers->lock);
  peers->count++;
  if (peer) {
    peer->socket = info->connect_fd;
    peer->until = pf_seconds() + PF_SECONDS_HEAD;
    peer->next = peers->first;
    if (peer->next) peer->next->last = peer;
    peers->first = peer;
  }
  pthread_mutex_unlock(&peers->lock);
}

void pf_peers_remove(pf_peers *peers, void **kept) {
  pf_peer *peer = *kept;
  pthread_mutex_lock(&peers->lock);
  peers->count--;
  if (peer) {
    if (peer->last)
      peer->last->next = peer->next;
    else
      peers->first = peer->next;
    if (peer->next) peer->next->last = peer->last;
  }
  pthread_mutex_unlock(&peers->lock);
  free(peer);
  *kept = NULL;
}

void pf_peers_cut_at(pf_peers *peers, struct MHD_Connection *connection, double time) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  pf_peer *peer = info ? info->socket_context : NULL;
  if (!peer) return;
  pthread_mutex_lock(&peers->lock);
  peer->until = time;
  pthread_mutex_unlock(&peers->lock);
}

void pf_peers_cut(pf_peers *peers, double now) {
  pthread_mutex_lock(&peers->lock);
  for (const pf_peer *p = peers->first; p; p = p->next)
    if (p->until > 0 && now > p->until) shutdown(p->socket, SHUT_RDWR);
  pthread_mutex_unlock(&peers->lock);
}

int32_t pf_peers_count(pf_peers *peers) {
  pthread_mutex_lock(&peers->lock);
  const int32_t count = peers->count;
  pthread_mutex_unlock(&peers->lock);
  return count;
}

void pf_peers_end(pf_peers *peers) {
  assert(!peers->first);
  pthread_mutex_destroy(&peers->lock);
}

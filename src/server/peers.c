/* peers.c - a list of connections. A cut only shuts the socket down: libmicrohttpd then notices
 * that the connection is over, and closes it on its own thread. By epoll's edges it (0.9.75) misses
 * the end of a connection that comes together with data; so ends are looked for here. An end that
 * is seen twice is one: a whole request may end, too, and be taken between the look and the lock.
 */
#include "server/peers.h"

#include <assert.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "server/limits.h"

struct pf_peer {
  int socket;
  double until;     /* when it is cut, seconds of the monotonic clock; 0: not now */
  bool is_awaited;  /* the client has to send */
  bool seems_ended; /* it won't, by the last look */
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
    peer->is_awaited = true;
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

static void cut_at(pf_peers *peers, struct MHD_Connection *connection, double time,
                   bool is_awaited) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  pf_peer *peer = info ? info->socket_context : NULL;
  if (!peer) return;
  pthread_mutex_lock(&peers->lock);
  peer->until = time;
  peer->is_awaited = is_awaited;
  peer->seems_ended = false;
  pthread_mutex_unlock(&peers->lock);
}

void pf_peers_cut_at(pf_peers *peers, struct MHD_Connection *connection, double time) {
  cut_at(peers, connection, time, false);
}

void pf_peers_await(pf_peers *peers, struct MHD_Connection *connection, double time) {
  cut_at(peers, connection, time, true);
}

/* Whether a client that has to send has ended its side. */
static bool has_ended(const pf_peer *peer) {
  char byte;
  return peer->is_awaited && recv(peer->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

void pf_peers_cut(pf_peers *peers, double now) {
  pthread_mutex_lock(&peers->lock);
  for (pf_peer *p = peers->first; p; p = p->next) {
    const bool had_ended = p->seems_ended;
    p->seems_ended = has_ended(p);
    if ((p->until > 0 && now > p->until) || (had_ended && p->seems_ended))
      shutdown(p->socket, SHUT_RDWR);
  }
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

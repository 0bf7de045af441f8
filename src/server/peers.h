/* peers.h - the connections of a server, and when each is to be cut. libmicrohttpd cuts silent ones
 * itself; those that send or take a byte now and then are cut here. Any thread. */
#ifndef PF_SERVER_PEERS_H
#define PF_SERVER_PEERS_H

#include <pthread.h>
#include <stdint.h>

struct MHD_Connection;

typedef struct pf_peer pf_peer;

typedef struct pf_peers {
  pthread_mutex_t lock;
  pf_peer *first;
  int32_t count;
} pf_peers;

void pf_peers_begin(pf_peers *peers);

/* A connection has begun, or ended; *kept is what libmicrohttpd keeps for it. It has
 * PF_SECONDS_HEAD for the head of its first request. */
void pf_peers_add(pf_peers *peers, struct MHD_Connection *connection, void **kept);
void pf_peers_remove(pf_peers *peers, void **kept);

/* Lets a connection be cut at that time of the monotonic clock, unless called again before; 0:
 * never. */
void pf_peers_cut_at(pf_peers *peers, struct MHD_Connection *connection, double time);

/* The same, for a client that has to send: once it has ended its side, it is cut earlier. */
void pf_peers_await(pf_peers *peers, struct MHD_Connection *connection, double time);

/* Cuts those whose time has come, or who have ended. Call it about once a second. */
void pf_peers_cut(pf_peers *peers, double now);

int32_t pf_peers_count(pf_peers *peers);

/* All must have been removed. */
void pf_peers_end(pf_peers *peers);

#endif

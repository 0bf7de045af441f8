/* tracks.h - paths on the fixed-point grid while a request is answered: found, compared, accepted.
 *
 *   status = pf_tracks_next(&tracks, &track);      room for one more, behind the accepted
 *   status = pf_track_set(track, points, count, fraction_bits);
 *   tracks.count++;                                     it is accepted
 */
#ifndef PF_QUERY_PATHS_TRACKS_H
#define PF_QUERY_PATHS_TRACKS_H

#include <assert.h>
#include <stdbool.h>

#include "base/memory.h"
#include "geometry/corridor.h"
#include "pathfan/query.h"

/* Whether a path meets itself, as far as known. */
typedef enum pf_simplicity { PF_SIMPLICITY_UNKNOWN = 0, PF_SIMPLE, PF_NOT_SIMPLE } pf_simplicity;

/* The known legs (legs.h) that a track is made of: count[0] of them from number first[0] on, then
 * count[1] from first[1] on. */
typedef struct pf_track_legs {
  int32_t first[2];
  int32_t count[2];   /* count[0] is 0: not known */
  int32_t head, tail; /* how many of the first and of the last legs are path 1's */
} pf_track_legs;

/* A path on the fixed-point grid: a draft, or accepted. */
typedef struct pf_track {
  pf_fixed_point *points;
  int32_t count, capacity;
  int64_t units;             /* length in integers, segment by segment; 0 if found by a search */
  double length;             /* length as reported, lattice units */
  pathfan_measures measures; /* set while it is judged, if the request needs them */
  pf_corridor corridor;      /* of its points, if is_open */
  bool is_open;
  pf_track_legs made_of;
  int32_t cut[3]; /* points where pieces that are shortest paths end, if cuts > 0; ascending */
  int32_t cuts;
  int32_t stage; /* pf_via_stage of its via node, or the later one of those that it is spliced of */
  const struct pf_route *route; /* over a terrain, what it runs along; else NULL */
  bool filled;                  /* it differs from the others only without separation */
  pf_simplicity simplicity;     /* read it with pf_track_is_simple */
} pf_track;

/* Vertices of a path, or nodes of a graph, while a track is made of them. */
typedef struct pf_vertex_path {
  int32_t *vertices;
  int32_t count, capacity;
} pf_vertex_path;

/* Scratch of one thread; zero it first. */
typedef struct pf_tracks {
  pf_track *list; /* those from `count` on are drafts, or used up */
  int32_t count, capacity;
  pf_vertex_path path;
} pf_tracks;

/* Finds the draft behind the accepted tracks. Errors: NO_MEMORY. */
pathfan_status pf_tracks_next(pf_tracks *tracks, pf_track **track);

/* Sorts the tracks from number `first` on. */
void pf_tracks_sort(pf_tracks *tracks, int32_t first);

void pf_tracks_free(pf_tracks *tracks);

/* Gives a track these points, and no lengths yet. Errors: NO_MEMORY. */
pathfan_status pf_track_copy(pf_track *track, const pf_fixed_point *points, int32_t count);

/* Gives a track all that another one has, except for an open corridor. Each keeps its memory, so
 * tracks that are made in the same way need no more of it. Errors: NO_MEMORY. */
pathfan_status pf_track_duplicate(pf_track *track, const pf_track *other);

/* Makes points a track: copies, straightens and measures them. Errors: NO_MEMORY. */
pathfan_status pf_track_set(pf_track *track, const pf_fixed_point *points, int32_t count,
                            int fraction_bits);

/* Whether a track's segments meet only in the points between neighbours. */
bool pf_track_is_simple(pf_track *track);

/* Makes a track's corridor, unless that was done. Errors: NO_MEMORY. */
static inline pathfan_status pf_track_open(pf_track *track) {
  assert(track->count);
  const pathfan_status status =
      track->is_open ? PATHFAN_OK : pf_corridor_set(&track->corridor, track->points, track->count);
  track->is_open = !status;
  return status;
}

void pf_track_swap(pf_track *a, pf_track *b);

/* Compares two paths: by reported length, by length in units, by points. */
int pf_track_compare(const pf_track *a, const pf_track *b);

bool pf_track_same_points(const pf_track *a, const pf_track *b);

/* Returns the shared length of two tracks by all length, 0..1. */
double pf_track_similarity(const pf_track *a, const pf_track *b, int fraction_bits);

/* ---- Known paths: numbers of tracks of one list, by their points ---- */

enum { PF_KNOWN_SLOTS = 256 };

/* Scratch of one thread; zero it first. */
typedef struct pf_known_tracks {
  int32_t first[PF_KNOWN_SLOTS]; /* of each slot; -1: none */
  int32_t *next;                 /* [Size: capacity] of each track: the next one of its slot */
  int32_t capacity;
} pf_known_tracks;

void pf_known_clear(pf_known_tracks *known);

/* Returns the number of a track in `list` that has the same points; -1: none that is known. */
int32_t pf_known_find(const pf_known_tracks *known, const pf_track *list, const pf_track *track);

/* Errors: NO_MEMORY. */
pathfan_status pf_known_add(pf_known_tracks *known, const pf_track *list, int32_t number);
void pf_known_drop(pf_known_tracks *known, const pf_track *list, int32_t number);
void pf_known_free(pf_known_tracks *known);

/* ---- Vertex paths: inline, since every step of every candidate uses them ---- */

/* Errors: NO_MEMORY. */
static inline pathfan_status pf_vertex_path_append(pf_vertex_path *path, int32_t vertex) {
  const pathfan_status status = pf_grow(&path->vertices, &path->capacity, path->count + 1);
  if (!status) path->vertices[path->count++] = vertex;
  return status;
}

/* Reverses the vertices from number `first` on. */
static inline void pf_vertex_path_reverse(pf_vertex_path *path, int32_t first) {
  assert(first >= 0 && first <= path->count);
  for (int32_t i = first, k = path->count - 1; i < k; i++, k--) {
    const int32_t swap = path->vertices[i];
    path->vertices[i] = path->vertices[k];
    path->vertices[k] = swap;
  }
}

#endif

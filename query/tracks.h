/* tracks.h - paths on the fixed-point grid while a request is answered: found, compared, accepted.
 *
 *   status = pathfan_tracks_next(&tracks, &track);      room for one more, behind the accepted
 *   status = pathfan_track_set(track, points, count, fraction_bits);
 *   tracks.count++;                                     it is accepted
 */
#ifndef PATHFAN_QUERY_TRACKS_H
#define PATHFAN_QUERY_TRACKS_H

#include <stdbool.h>

#include "base/memory.h"
#include "geometry/corridor.h"
#include "pathfan/query.h"

/* Whether a path meets itself, as far as known. */
typedef enum pathfan_simplicity {
  PATHFAN_SIMPLICITY_UNKNOWN = 0,
  PATHFAN_SIMPLE,
  PATHFAN_NOT_SIMPLE
} pathfan_simplicity;

/* The known legs (legs.h) that a track is made of: count[0] of them from number first[0] on, then
 * count[1] from first[1] on. */
typedef struct pathfan_track_legs {
  int32_t first[2];
  int32_t count[2];   /* count[0] is 0: not known */
  int32_t head, tail; /* how many of the first and of the last legs are path 1's */
} pathfan_track_legs;

/* A path on the fixed-point grid: a draft, or accepted. */
typedef struct pathfan_track {
  pathfan_fixed_point *points;
  int32_t count, capacity;
  int64_t units; /* length in integers, segment by segment; 0 if found by a search */
  double length; /* length as reported, lattice units */
  const struct pathfan_candidate *candidate; /* that it was recovered from, while it is judged */
  pathfan_measures measures;                 /* set while it is judged, if the request needs them */
  pathfan_corridor corridor;                 /* of its points, if is_open */
  bool is_open;
  pathfan_track_legs made_of;
  const struct pathfan_route *route; /* over a terrain, what it runs along; else NULL */
  bool filled;                       /* it differs from the others only without separation */
  pathfan_simplicity simplicity;     /* read it with pathfan_track_is_simple */
} pathfan_track;

/* Vertices of a path, or nodes of a graph, while a track is made of them. */
typedef struct pathfan_vertex_path {
  int32_t *vertices;
  int32_t count, capacity;
} pathfan_vertex_path;

/* Scratch of one thread; zero it first. */
typedef struct pathfan_tracks {
  pathfan_track *list; /* those from `count` on are drafts, or used up */
  int32_t count, capacity;
  pathfan_vertex_path path;
} pathfan_tracks;

/* Finds the draft behind the accepted tracks. Errors: NO_MEMORY. */
pathfan_status pathfan_tracks_next(pathfan_tracks *tracks, pathfan_track **track);

/* Sorts the tracks from number `first` on. */
void pathfan_tracks_sort(pathfan_tracks *tracks, int32_t first);

void pathfan_tracks_free(pathfan_tracks *tracks);

/* Makes points a track: copies, straightens and measures them. Errors: NO_MEMORY. */
pathfan_status pathfan_track_set(pathfan_track *track, const pathfan_fixed_point *points,
                                 int32_t count, int fraction_bits);

/* Whether a track's segments meet only in the points between neighbours. */
bool pathfan_track_is_simple(pathfan_track *track);

/* Makes a track's corridor, unless that was done. Errors: NO_MEMORY. */
static inline pathfan_status pathfan_track_open(pathfan_track *track) {
  const pathfan_status status =
      track->is_open ? PATHFAN_OK
                     : pathfan_corridor_set(&track->corridor, track->points, track->count);
  track->is_open = !status;
  return status;
}

void pathfan_track_swap(pathfan_track *a, pathfan_track *b);

/* Compares two paths: by reported length, by length in units, by points. */
int pathfan_track_compare(const pathfan_track *a, const pathfan_track *b);

bool pathfan_track_same_points(const pathfan_track *a, const pathfan_track *b);

/* Returns the shared length of two tracks by all length, 0..1. */
double pathfan_track_similarity(const pathfan_track *a, const pathfan_track *b, int fraction_bits);

/* ---- Vertex paths: inline, since every step of every candidate uses them ---- */

/* Errors: NO_MEMORY. */
static inline pathfan_status pathfan_vertex_path_append(pathfan_vertex_path *path, int32_t vertex) {
  const pathfan_status status =
      pathfan_grow(&path->vertices, &path->capacity, path->count + 1, sizeof *path->vertices);
  if (!status) path->vertices[path->count++] = vertex;
  return status;
}

/* Reverses the vertices from number `first` on. */
static inline void pathfan_vertex_path_reverse(pathfan_vertex_path *path, int32_t first) {
  for (int32_t i = first, k = path->count - 1; i < k; i++, k--) {
    const int32_t swap = path->vertices[i];
    path->vertices[i] = path->vertices[k];
    path->vertices[k] = swap;
  }
}

#endif

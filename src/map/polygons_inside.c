/* polygons_inside.c - points well inside a face.
 *
 * Along a line across the face, the middle of the widest piece inside; from there
 * to the middle of the piece across, and back along. If that is close to the
 * border still, lines through other parts of the face are tried, halving the gaps,
 * along x and y by turns. Plain doubles do: near misses are what this avoids. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "map/polygons_overlay.h"

/* Lines tried in each direction at most, a power of two. More find smaller rooms at
 * the ends of long corridors, of 1/LINES of the face. */
#define LINES 64

typedef struct face {
  double *sides; /* ax, ay, bx, by [Size: 4 * count] */
  double *runs;  /* where a line crosses sides [Size: count] */
  int32_t count;
} face;

static bool crosses(const double *side, int axis, double level) {
  return (side[1 - axis] <= level) != (side[3 - axis] <= level);
}

/* Along the axis, where a side crosses the line. */
static double run_of(const double *side, int axis, double level) {
  const double part = (level - side[1 - axis]) / (side[3 - axis] - side[1 - axis]);
  return side[axis] + part * (side[2 + axis] - side[axis]);
}

static int by_size(const void *a, const void *b) {
  const double s = *(const double *)a, t = *(const double *)b;
  return (s > t) - (s < t);
}

/* The middle of the widest piece of a line. */
static double widest(const face *f, int axis, double level) {
  int32_t count = 0;
  for (int32_t i = 0; i < f->count; i++)
    if (crosses(f->sides + 4 * i, axis, level))
      f->runs[count++] = run_of(f->sides + 4 * i, axis, level);
  if (!count) return f->sides[axis];
  qsort(f->runs, (size_t)count, sizeof *f->runs, by_size);
  int32_t best = 0;
  for (int32_t i = 2; i + 1 < count; i += 2)
    if (f->runs[i + 1] - f->runs[i] > f->runs[best + 1] - f->runs[best]) best = i;
  return (f->runs[best] + f->runs[best + 1]) / 2;
}

/* The middle of the piece that holds a place on the line. */
static double centred(const face *f, int axis, double level, double place) {
  double low = -INFINITY, high = INFINITY;
  for (int32_t i = 0; i < f->count; i++) {
    if (!crosses(f->sides + 4 * i, axis, level)) continue;
    const double run = run_of(f->sides + 4 * i, axis, level);
    if (run <= place)
      low = fmax(low, run);
    else
      high = fmin(high, run);
  }
  return low > -INFINITY && high < INFINITY ? (low + high) / 2 : place;
}

static double clearance(const face *f, const double at[2]) {
  double least = INFINITY;
  for (int32_t i = 0; i < f->count; i++) {
    const double *s = f->sides + 4 * i;
    const double dx = s[2] - s[0], dy = s[3] - s[1], x = at[0] - s[0], y = at[1] - s[1];
    const double part = fmax(0, fmin(1, (x * dx + y * dy) / (dx * dx + dy * dy)));
    const double ex = x - part * dx, ey = y - part * dy;
    least = fmin(least, ex * ex + ey * ey);
  }
  return sqrt(least);
}

/* The k-th of the places at which halves, quarters, eighths ... of 0..1 meet. */
static double halving(int k) {
  double place = 0, step = 0.5;
  for (k++; k; k >>= 1, step /= 2) place += k & 1 ? step : 0;
  return place;
}

/* Is a point far from those already chosen? */
static bool is_new(const double *points, int32_t count, const double at[2]) {
  for (int32_t i = 0; i < count; i++)
    if (hypot(points[2 * i] - at[0], points[2 * i + 1] - at[1]) < PATHFAN_DRIFT) return false;
  return true;
}

static int32_t search(const face *f, int32_t want, double *points) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, best = -1;
  int32_t count = 0;
  for (int32_t i = 0; i < f->count; i++) {
    for (int axis = 0; axis < 2; axis++) {
      low[axis] = fmin(low[axis], f->sides[4 * i + axis]);
      high[axis] = fmax(high[axis], f->sides[4 * i + axis]);
    }
  }
  for (int k = 0; k < 2 * (LINES - 1) && count < want; k++) {
    const int axis = k % 2, across = 1 - axis;
    double at[2];
    at[across] = low[across] + halving(k / 2) * (high[across] - low[across]);
    at[axis] = widest(f, axis, at[across]);
    at[across] = centred(f, across, at[axis], at[across]);
    at[axis] = centred(f, axis, at[across], at[axis]);
    const double room = clearance(f, at);
    const bool is_good = room >= PATHFAN_DRIFT;
    if (is_good ? !is_new(points, count, at) : count > 0 || room <= best) continue;
    points[2 * count] = at[0];
    points[2 * count + 1] = at[1];
    best = room;
    count += is_good;
  }
  return count ? count : 1; /* the best of the bad ones */
}

/* Appends a ring's sides; there is room. */
static bool add_sides(pathfan_geos *geos, const GEOSGeometry *ring, face *f) {
  const GEOSCoordSequence *sequence = ring ? GEOSGeom_getCoordSeq_r(geos->handle, ring) : NULL;
  unsigned size = 0;
  if (!sequence || !GEOSCoordSeq_getSize_r(geos->handle, sequence, &size)) return false;
  double *points = pathfan_alloc(size, 2 * sizeof *points);
  const bool ok = points && GEOSCoordSeq_copyToBuffer_r(geos->handle, sequence, points, 0, 0);
  for (unsigned i = 0; ok && i + 1 < size; i++)
    memcpy(f->sides + 4 * f->count++, points + 2 * i, 4 * sizeof *points);
  free(points);
  return ok;
}

int32_t pathfan_points_inside(pathfan_geos *geos, const GEOSGeometry *polygon, int32_t want,
                              double *points) {
  const int size = polygon ? GEOSGetNumCoordinates_r(geos->handle, polygon) : -1;
  const int holes = size > 0 ? GEOSGetNumInteriorRings_r(geos->handle, polygon) : -1;
  if (holes < 0) return 0;
  face f = {.sides = pathfan_alloc((uint64_t)size, 4 * sizeof(double)),
            .runs = pathfan_alloc((uint64_t)size, sizeof(double))};
  bool ok = f.sides && f.runs && add_sides(geos, GEOSGetExteriorRing_r(geos->handle, polygon), &f);
  for (int i = 0; i < holes && ok; i++)
    ok = add_sides(geos, GEOSGetInteriorRingN_r(geos->handle, polygon, i), &f);
  const int32_t count = ok && f.count ? search(&f, want, points) : 0;
  free(f.sides);
  free(f.runs);
  return count;
}

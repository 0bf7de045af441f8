/* svg_badge.c - evaluates places evenly spread over each path; the number goes to the place
 * farthest from all other paths that has room beside the ends, which all paths share, and beside
 * the numbers already placed. Paths on top of each other have no lonely place; then any with room
 * will do. */
#include "draw/svg_badge.h"

#include <math.h>

#define BADGES_MAX 64 /* most paths that get numbers */
#define PLACES 64     /* places evaluated on each */
#define ENDS 2
#define RADIUS 9
#define ROOM 2.5 /* radii that a number keeps clear of others, if possible */

typedef struct place {
  double x, y;
} place;

static double length_of(const pf_svg_line *line) {
  double length = 0;
  for (int32_t i = 0; i + 1 < line->count; i++)
    length +=
        hypot(line->xy[2 * i + 2] - line->xy[2 * i], line->xy[2 * i + 3] - line->xy[2 * i + 1]);
  return length;
}

/* The point of a line at a distance from its beginning. */
static place place_at(const pf_svg_line *line, double way) {
  const double *xy = line->xy;
  for (int32_t i = 0; i + 1 < line->count; i++, xy += 2) {
    const double piece = hypot(xy[2] - xy[0], xy[3] - xy[1]);
    if (way <= piece && piece > 0)
      return (place){xy[0] + way / piece * (xy[2] - xy[0]), xy[1] + way / piece * (xy[3] - xy[1])};
    way -= piece;
  }
  return (place){xy[0], xy[1]};
}

/* The distance of a place from all paths but `own`, and from places already taken. */
static double solitude(place p, const pf_svg_line *paths, int32_t count, int32_t own,
                       const place *taken) {
  double least = INFINITY;
  for (int32_t i = 0; i < count; i++)
    if (i != own) least = fmin(least, pf_line_distance(&paths[i], p.x, p.y));
  for (int32_t i = 0; i < ENDS + own; i++) /* a covered number can't be read */
    least = fmin(least, hypot(p.x - taken[i].x, p.y - taken[i].y) - ROOM * RADIUS);
  return least;
}

static place find_place(const pf_svg_line *paths, int32_t count, int32_t own, const place *taken) {
  const double length = length_of(&paths[own]);
  place best = {0};
  double most = -INFINITY;
  for (int i = 0; i < PLACES; i++) {
    const place p = place_at(&paths[own], length * (i + 0.5) / PLACES);
    const double alone = solitude(p, paths, count, own, taken);
    if (alone <= most) continue;
    most = alone;
    best = p;
  }
  return best;
}

static void put_badge(FILE *stream, const pf_svg_line *path, place at) {
  fputs("<circle", stream);
  pf_put_attribute(stream, "cx", at.x);
  pf_put_attribute(stream, "cy", at.y);
  fprintf(stream, " r=\"%d\" fill=\"#ffffff\" stroke=\"%s\" stroke-width=\"2\"/>\n<text", RADIUS,
          pf_line_colour(path->number));
  pf_put_attribute(stream, "x", at.x);
  pf_put_attribute(stream, "y", at.y + 4);
  fprintf(stream, ">%lld</text>\n", (long long)path->number + 1);
}

void pf_put_badges(FILE *stream, const pf_svg_line *paths, int32_t count) {
  place taken[ENDS + BADGES_MAX];
  if (count <= PF_LINE_COLOURS || count > BADGES_MAX) return;
  const double *last = &paths[0].xy[2 * (paths[0].count - 1)];
  taken[0] = (place){paths[0].xy[0], paths[0].xy[1]};
  taken[1] = (place){last[0], last[1]};
  fputs("<g font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\" font-weight=\"700\" "
        "text-anchor=\"middle\">\n",
        stream);
  for (int32_t i = 0; i < count; i++) {
    taken[ENDS + i] = find_place(paths, count, i, taken);
    put_badge(stream, &paths[i], taken[ENDS + i]);
  }
  fputs("</g>\n", stream);
}

/* picture.h - where places of a map lie in a picture of it.
 *
 * Pictures grow downwards from (0,0), and so does a map's y. If degrees were projected, y grows to
 * the north, and the picture has north up. */
#ifndef PF_CLI_PICTURE_H
#define PF_CLI_PICTURE_H

#include "request/source.h"

typedef struct cli_picture {
  double left, top; /* of the map's box, map units */
  double down;      /* sign of y downwards: 1, or -1 with north up */
} cli_picture;

static inline cli_picture cli_picture_of(const pf_source *source) {
  pf_source_facts facts;
  double longitude, latitude;
  pf_source_look(source, &facts);
  const bool is_north_up = pf_source_centre(source, &longitude, &latitude);
  return (cli_picture){facts.info.origin_x,
                       facts.info.origin_y + (is_north_up ? facts.info.height : 0),
                       is_north_up ? -1 : 1};
}

static inline pathfan_point cli_in_picture(const cli_picture *picture, pathfan_point at) {
  return (pathfan_point){at.x - picture->left, (at.y - picture->top) * picture->down};
}

#endif

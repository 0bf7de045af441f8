/* picture.h - where places of a map lie in a picture of it.
 *
 * Pictures grow downwards from (0,0), and so does a map's y, but on some maps it goes up
 * (pf_source_is_y_up): their pictures have north up. */
#ifndef PF_CLI_PICTURE_H
#define PF_CLI_PICTURE_H

#include "request/source.h"

typedef struct cli_picture {
  double left, top; /* of the map's box, map units */
  double down;      /* sign of y downwards: 1, or -1 if y goes up */
} cli_picture;

static inline cli_picture cli_picture_of(const pf_source *source) {
  pf_source_facts facts;
  pf_source_look(source, &facts);
  const bool is_y_up = pf_source_is_y_up(source);
  return (cli_picture){facts.info.origin_x, facts.info.origin_y + (is_y_up ? facts.info.height : 0),
                       is_y_up ? -1 : 1};
}

static inline pathfan_point cli_in_picture(const cli_picture *picture, pathfan_point at) {
  return (pathfan_point){at.x - picture->left, (at.y - picture->top) * picture->down};
}

#endif

/* links.h - the links of a map as people use them, by Weidmann's law: stairs, escalators, lifts.
 *
 *   status = pf_crowd_links_of(&links, query, &floor, &options, &error);
 *   pf_crowd_links_update(&links);                      once a step
 *   pf_crowd_links_free(&links);
 *
 * A link that can be used both ways is two ways, 2 * link and 2 * link + 1, the way back. People on
 * either are on the link, which has room for so many on its length and width. */
#ifndef PF_CROWD_LINKS_H
#define PF_CROWD_LINKS_H

#include "crowd/floor.h"
#include "pathfan/crowd.h"

typedef struct pf_crowd_link {
  int32_t number;      /* in the index */
  pathfan_point at[2]; /* its ends in the plane, off walls */
  double length[2];    /* m that are walked from at[0] to at[1], and back; INFINITY: not that way */
  double factor;       /* of the free speed */
  double width;        /* m */
  double flow;         /* persons a second that each end lets through, in and out together */
  int32_t room, on, most_on;
  int32_t held;      /* of those on it: who wait to get off */
  int64_t passed[2]; /* who got on at at[0], and at at[1] */
  double share;      /* of the free speed, at the density on it */
  bool is_closed;    /* by a snapshot: nobody gets on */
  double delay[2];   /* to get on at each end, behind those who wait there: m at the free speed;
                        set by traffic.c */
} pf_crowd_link;

typedef struct pf_crowd_links {
  pf_crowd_link *list; /* [Size: count] */
  int32_t count;
} pf_crowd_links;

/* Reads the links that the options allow. *links must be zeroed first. query may be NULL: there are
 * none. Errors: NO_MEMORY; ARGUMENT (a name that no link has). */
pathfan_status pf_crowd_links_of(pf_crowd_links *links, const pathfan_query *query,
                                 const pf_floor *floor, const pathfan_crowd_options *options,
                                 pathfan_error *error);

/* Brings shares up to date with those on the links. */
void pf_crowd_links_update(pf_crowd_links *links);

static inline const pf_crowd_link *pf_link_of(const pf_crowd_links *links, int32_t way) {
  return &links->list[way >> 1];
}
static inline double pf_way_length(const pf_crowd_links *links, int32_t way) {
  return links->list[way >> 1].length[way & 1];
}
/* Where a way begins, and where it ends. */
static inline pathfan_point pf_way_from(const pf_crowd_links *links, int32_t way) {
  return links->list[way >> 1].at[way & 1];
}
static inline pathfan_point pf_way_to(const pf_crowd_links *links, int32_t way) {
  return links->list[way >> 1].at[!(way & 1)];
}

static inline double pf_way_delay(const pf_crowd_links *links, int32_t way) {
  return links->list[way >> 1].delay[way & 1];
}

/* The cost of a way in planning, as a distance on an empty floor: for one alone; and per distance
 * with those that are on it, to which the delay comes. */
double pf_way_free_cost(const pf_crowd_links *links, int32_t way);
double pf_way_factor(const pf_crowd_links *links, int32_t way);

void pf_crowd_links_free(pf_crowd_links *links);

#endif

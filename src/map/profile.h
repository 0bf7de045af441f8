/* profile.h - what tags of OpenStreetMap mean to people on foot, on bicycles, in cars and in cars
 * off the roads: speeds, what can't be crossed, what is closed.
 *
 *   const pf_profile *profile = pf_profile_named("foot");
 *   const pf_tagged road = pf_profile_read(profile, PF_SHAPE_LINE, tag_of, context);
 *
 * The table: profile.c and docs/gis.md. */
#ifndef PF_MAP_PROFILE_H
#define PF_MAP_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/ignored.h"
#include "map/profile_rows.h"

typedef enum pf_tag_shape { PF_SHAPE_POINT = 0, PF_SHAPE_LINE, PF_SHAPE_POLYGON } pf_tag_shape;

typedef struct pf_tagged {
  pf_use use;
  double value;  /* road, area: minutes a metre, INFINITY: it can't be entered; river: minutes for
                    crossing it, INFINITY: it can't be crossed */
  int8_t oneway; /* of a road, as in features.h */
  bool is_apart; /* a road on a bridge or in a tunnel */
} pf_tagged;

/* Returns the value of a tag, NULL if there is none; valid until the next call. */
typedef const char *pf_tag_of(void *context, const char *key);

/* Minutes a metre at a speed in km/h. */
static inline double pf_rate_of_speed(double speed) {
  return 0.06 / speed;
}

/* Returns a profile, "foot", "bicycle", "car" or "offroad"; NULL: there is none of that name. */
const pf_profile *pf_profile_named(const char *name);

/* Its name, in static storage. */
const char *pf_profile_name(const pf_profile *profile);

/* Counts the rows of a user's profile that no feature has fitted. */
void pf_profile_tell_unused(const pf_profile *profile, pf_ignored *ignored);

/* Frees a user's profile (profile_file.h); NULL is allowed. */
void pf_profile_free(pf_profile *profile);

/* Minutes a metre where no feature says otherwise. */
double pf_profile_background(const pf_profile *profile);

/* Returns what a feature is, by its tags and its shape. */
pf_tagged pf_profile_read(const pf_profile *profile, pf_tag_shape shape, pf_tag_of *tag,
                          void *context);

#endif

/* profile_rows.h - what profiles are made of; only profile.c and profile_file.c look inside. */
#ifndef PF_MAP_PROFILE_ROWS_H
#define PF_MAP_PROFILE_ROWS_H

#include <stdbool.h>
#include <stdint.h>

/* What a tagged feature is to a profile. */
typedef enum pf_use {
  PF_USE_NONE = 0, /* nothing: its tags, or those on such a shape, don't matter */
  PF_USE_CLOSED,   /* a way that isn't for this profile, or that is closed to it */
  PF_USE_ROAD,
  PF_USE_RIVER, /* a line to be crossed, or a wall */
  PF_USE_AREA,
  PF_USE_OBSTACLE
} pf_use;

enum { PF_PROFILE_FOOT = 0, PF_PROFILE_BICYCLE, PF_PROFILE_CAR, PF_PROFILE_OFFROAD, PF_PROFILES };

#define PF_PROFILE_NO (-1.0) /* not usable: a road is left out, ground can't be entered */

/* A row: features with a tag of these values, which are between bars. Roads and areas have km/h,
 * rivers minutes to cross, obstacles nothing. The first row that fits counts. */
typedef struct pf_profile_row {
  const char *key, *values; /* values NULL: any but no */
  pf_use use;
  double of[PF_PROFILES];
} pf_profile_row;

typedef struct pf_profile {
  const char *name;
  int column;
  double ground;  /* km/h where no feature says otherwise */
  double allowed; /* km/h on roads that aren't for it, but that a tag opens to it */
  const char
      *keys[4];    /* of tags that open and close roads to it; the first that is there decides */
  bool has_limits; /* maxspeed is for it */
  pf_profile_row *own; /* [Size: own_count] owned, as are its texts: they come before the table's */
  bool *is_used;       /* [Size: own_count] owned: a feature fits */
  int32_t own_count;
} pf_profile;

#endif

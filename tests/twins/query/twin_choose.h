/* twin_choose.h - k paths out of known ones, written plainly: every order that counts is tried from
 * the beginning, and the best is the answer. */
#ifndef TWIN_CHOOSE_H
#define TWIN_CHOOSE_H

#include <stdbool.h>
#include <stdint.h>

enum { TWIN_CHOOSE_MOST = 40 };

/* Different paths, in order of length; number 0 is path 1. */
typedef struct twin_choices {
  int32_t count;
  bool is_good[TWIN_CHOOSE_MOST];                   /* by itself */
  int stage[TWIN_CHOOSE_MOST];                      /* 0 or 1 */
  bool similar[TWIN_CHOOSE_MOST][TWIN_CHOOSE_MOST]; /* which of two can't be taken both */
  bool near[TWIN_CHOOSE_MOST][TWIN_CHOOSE_MOST];    /* nor these, unless paths are filled in */
} twin_choices;

typedef struct twin_chosen {
  int32_t count;
  bool is_taken[TWIN_CHOOSE_MOST];
} twin_chosen;

/* Chooses at most `paths`, path 1 among them: in order of length or, if that gives more, those of
 * stage 0 before the others. Then, with `fill`, those that are too near, if that gives more. */
twin_chosen twin_choose(const twin_choices *choices, int32_t paths, bool fill);

#endif

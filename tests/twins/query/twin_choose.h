/* twin_choose.h - k paths out of known ones, written plainly: every order that counts is tried from
 * the beginning, and the best is the answer. */
#ifndef TWIN_CHOOSE_H
#define TWIN_CHOOSE_H

#include <stdbool.h>
#include <stdint.h>

enum { TWIN_CHOOSE_MOST = 160 };

/* Different paths, in the order in which they are judged; number 0 is path 1. */
typedef struct twin_choices {
  int32_t count;
  int32_t shorter[TWIN_CHOOSE_MOST]; /* how many are shorter than each: all differ */
  bool is_good[TWIN_CHOOSE_MOST];    /* by itself */
  bool is_splice[TWIN_CHOOSE_MOST];
  int stage[TWIN_CHOOSE_MOST];                      /* 0 or 1 */
  bool similar[TWIN_CHOOSE_MOST][TWIN_CHOOSE_MOST]; /* which of two can't be taken both */
  bool near[TWIN_CHOOSE_MOST][TWIN_CHOOSE_MOST];    /* nor these, unless paths are filled in */
  double similarity[TWIN_CHOOSE_MOST][TWIN_CHOOSE_MOST],
      nearness[TWIN_CHOOSE_MOST][TWIN_CHOOSE_MOST];
} twin_choices;

/* What is wanted. */
typedef struct twin_wish {
  int32_t paths;
  bool fill;
  double similarity, nearness; /* weights of an objective; both 0: none */
} twin_wish;

typedef struct twin_chosen {
  int32_t count;
  bool is_taken[TWIN_CHOOSE_MOST];
} twin_chosen;

/* Chooses at most so many paths, path 1 among them: in their order or, if that gives more,
 * splices after all others, or those of stage 0 before the others. Then, with `fill`, those that
 * are too near, if that gives more. An objective chooses one by one what costs least beside those
 * before, the shorter of two, from all or, if that gives more, without splices. */
twin_chosen twin_choose(const twin_choices *choices, const twin_wish *wish);

#endif

/* crowd_trial.h - one run of a crowd, and its measures.
 *
 *   pf_trial trial = {.ground = 0, .strategy = PATHFAN_CROWD_INITIAL, .agents = 12000, ...};
 *   status = pf_trial_run(&trial, &ground, "out", &error);
 *   ... trial.measured.travel ... */
#ifndef PF_EVALUATE_CROWD_TRIAL_H
#define PF_EVALUATE_CROWD_TRIAL_H

#include "evaluate/crowd_grounds.h"

/* Times are wall-clock times unless stated otherwise. */
typedef struct pf_trial_measures {
  double steps, arrived;
  double travel;        /* steps from start to goal, mean over the flows (the paper's TrvT) */
  double step_ms;       /* of strategy and searches, per step (avCT) */
  double move_ms;       /* the rest of a step */
  double cpu_ms;        /* of everything, per step, processor time */
  double preparing_ms;  /* of the crowd: cells, graph, first ways */
  double building_ms;   /* of the index */
  double searches;      /* pthR */
  double evaluations;   /* of stored paths */
  double requests;      /* to the index */
  double changes;       /* of way */
  double most_present;  /* maxA */
  double present_above; /* AvrA: over steps with more than an eighth of all present; NAN: none */
  double present_after; /* AvrA: over the steps after an eighth has started */
  double at_once;       /* trials running while this one was timed */
} pf_trial_measures;

typedef struct pf_trial {
  int32_t ground; /* its number */
  pathfan_crowd_search search;
  pathfan_crowd_strategy strategy;
  pathfan_crowd_law law;
  double area; /* of an agent, square pixels of the paper */
  int32_t agents;
  uint64_t seed;
  bool has_pictures; /* its density is drawn, and the numbers of those present are kept */
  bool is_measured;
  pf_trial_measures measured;
} pf_trial;

/* Runs the trial to its end. With pictures, it writes FOLDER/density-GROUND-STRATEGY.svg and
 * FOLDER/present/GROUND-STRATEGY.csv. Errors: those of pathfan_crowd_create; IO; LIMIT: it doesn't
 * end. */
pathfan_status pf_trial_run(pf_trial *trial, const pf_trial_ground *ground, const char *folder,
                            pathfan_error *error);

#endif

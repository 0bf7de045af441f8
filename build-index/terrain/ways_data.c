/* ways_data.c - frees the arrays of ways. */
#include "ways_data.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

void pf_ways_data_free(pf_ways_data *ways) {
  free(ways->first_leg);
  free(ways->first_exit);
  free(ways->first_label);
  free(ways->legs);
  free(ways->crossed);
  free(ways->by_rank);
  free(ways->exits);
  free(ways->edges);
  free(ways->labels);
  memset(ways, 0, sizeof *ways);
}

/* shortage.c - a flag of each thread. */
#include "base/shortage.h"

#include <stdlib.h>

static _Thread_local bool seen;

void pf_shortage_begin(void) {
  seen = false;
}

void pf_shortage_note(void) {
  seen = true;
}

bool pf_shortage_seen(void) {
  return seen;
}

void *pf_shortage_malloc(size_t bytes) {
  void *made = (malloc)(bytes);
  if (!made) seen = true;
  return made;
}

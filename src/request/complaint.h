/* complaint.h - a sentence that says what is wrong with a request. */
#ifndef PATHFAN_REQUEST_COMPLAINT_H
#define PATHFAN_REQUEST_COMPLAINT_H

#include <stdbool.h>

#include "base/status.h"

typedef struct pathfan_complaint {
  char text[256];
} pathfan_complaint;

/* Fills wrong and returns false, so that a failing function can return it. */
bool pathfan_complain(pathfan_complaint *wrong, const char *format, ...) PATHFAN_PRINTF(2, 3);

#endif

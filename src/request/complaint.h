/* complaint.h - what is wrong with a request, a sentence. */
#ifndef PATHFAN_REQUEST_COMPLAINT_H
#define PATHFAN_REQUEST_COMPLAINT_H

#include <stdbool.h>

#include "base/status.h"

typedef struct pathfan_complaint {
  char text[256];
} pathfan_complaint;

/* Fills wrong; false, for returning it. */
bool pathfan_complain(pathfan_complaint *wrong, const char *format, ...) PATHFAN_PRINTF(2, 3);

#endif

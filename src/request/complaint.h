/* complaint.h - a sentence that says what is wrong with a request. */
#ifndef PF_REQUEST_COMPLAINT_H
#define PF_REQUEST_COMPLAINT_H

#include <stdbool.h>

#include "base/status.h"

typedef struct pf_complaint {
  char text[256];
} pf_complaint;

/* Fills wrong and returns false, so that a failing function can return it. */
bool pf_complain(pf_complaint *wrong, const char *format, ...) PF_PRINTF(2, 3);

#endif

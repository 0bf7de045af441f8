/* complaint.c - a sentence that says what is wrong with a request. */
#include "request/complaint.h"

#include <stdarg.h>
#include <stdio.h>

bool pf_complain(pf_complaint *wrong, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(wrong->text, sizeof wrong->text, format, arguments);
  va_end(arguments);
  return false;
}

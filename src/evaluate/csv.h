/* csv.h - numbers and names in tables of comma-separated values, whatever the locale. */
#ifndef PF_EVALUATE_CSV_H
#define PF_EVALUATE_CSV_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* Writes a number with up to `decimals` decimals; nothing for NAN. */
static inline void pf_csv_number(FILE *stream, double value, int decimals) {
  char buffer[PF_NUMBER_BYTES];
  if (!isnan(value)) fputs(pf_number_text(value, decimals, buffer), stream);
}

/* Writes text, in quotes if needed. */
static inline void pf_csv_text(FILE *stream, const char *text) {
  if (!strpbrk(text, ",\"\r\n")) {
    fputs(text, stream);
    return;
  }
  putc('"', stream);
  for (; *text; text++) {
    if (*text == '"') putc('"', stream);
    putc(*text, stream);
  }
  putc('"', stream);
}

/* Larger numbers are refused. */
#define PF_CSV_DIGITS_MAX 1e18

/* Takes the next field off a line, a number as pf_csv_number writes it; NAN for an empty one.
 * False: the line has no more fields, or the field isn't such a number. */
static inline bool pf_csv_take(pf_span *line, double *value) {
  if (!line->at) return false;
  const char *at = line->at, *end = at + line->length;
  const bool negative = at < end && *at == '-';
  double whole = 0, unit = 1;
  bool digits = false, fraction = false;
  for (at += negative; at < end && *at != ','; at++) {
    if (*at == '.' && !fraction && digits) {
      fraction = true;
    } else if (*at >= '0' && *at <= '9') {
      whole = whole * 10 + (*at - '0');
      if (fraction) unit *= 10;
      digits = true;
    } else {
      return false;
    }
  }
  if ((!digits && (negative || fraction)) || whole > PF_CSV_DIGITS_MAX) return false;
  *value = digits ? (negative ? -whole : whole) / unit : NAN;
  /* A used-up line has a NULL pointer: ",1" has two fields, "" has one. */
  *line = at < end ? (pf_span){at + 1, (size_t)(end - at - 1)} : (pf_span){NULL, 0};
  return true;
}

#endif

/* csv.h - numbers and names in tables of comma-separated values, whatever the locale. */
#ifndef PATHFAN_EVALUATE_CSV_H
#define PATHFAN_EVALUATE_CSV_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* Writes a number with up to `decimals` decimals; nothing for NAN. */
static inline void pathfan_csv_number(FILE *stream, double value, int decimals) {
  char buffer[PATHFAN_NUMBER_BYTES];
  if (!isnan(value)) fputs(pathfan_number_text(value, decimals, buffer), stream);
}

/* Writes text, in quotes if needed. */
static inline void pathfan_csv_text(FILE *stream, const char *text) {
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
#define PATHFAN_CSV_DIGITS_MAX 1e18

/* Takes the next field off a line, a number as pathfan_csv_number writes it; NAN for an empty one.
 * False: the line has no more fields, or the field isn't such a number. */
static inline bool pathfan_csv_take(pathfan_span *line, double *value) {
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
  if ((!digits && (negative || fraction)) || whole > PATHFAN_CSV_DIGITS_MAX) return false;
  *value = digits ? (negative ? -whole : whole) / unit : NAN;
  /* A used-up line has a NULL pointer: ",1" has two fields, "" has one. */
  *line = at < end ? (pathfan_span){at + 1, (size_t)(end - at - 1)} : (pathfan_span){NULL, 0};
  return true;
}

#endif

/* json.c - writing JSON by hand. */
#include "cli/json.h"

#include <math.h>

#include "base/text.h"

/* Returns the length of the UTF-8 sequence at text; 0 if it isn't one: stray or missing
 * continuation bytes, overlong forms, surrogates and values above U+10FFFF. */
static int utf8_length(const unsigned char *text) {
  unsigned char first = text[0];
  int length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (first > 0xF4) return 0;
  for (int i = 1; i < length; i++)
    if ((text[i] & 0xC0) != 0x80) return 0;
  if (first == 0xE0 && text[1] < 0xA0) return 0;
  if (first == 0xED && text[1] > 0x9F) return 0;
  if (first == 0xF0 && text[1] < 0x90) return 0;
  if (first == 0xF4 && text[1] > 0x8F) return 0;
  return length;
}

void cli_json_string(FILE *out, const char *text) {
  const unsigned char *at = (const unsigned char *)text;
  putc('"', out);
  while (*at) {
    int length = utf8_length(at);
    if (length == 0) {
      fputs("\\ufffd", out);
      at++;
    } else if (*at == '"' || *at == '\\') {
      putc('\\', out);
      putc(*at++, out);
    } else if (*at < 0x20 || *at == 0x7F) {
      fprintf(out, "\\u%04x", *at++);
    } else {
      fwrite(at, 1, (size_t)length, out);
      at += length;
    }
  }
  putc('"', out);
}

void cli_json_number(FILE *out, double value) {
  char digits[PF_SHORTEST_BYTES];
  if (isfinite(value))
    fputs(pf_number_shortest(value, digits), out);
  else
    fputs("null", out);
}

void cli_json_field(FILE *out, const char *name, double value) {
  fprintf(out, ", \"%s\": ", name);
  cli_json_number(out, value);
}

void cli_json_point(FILE *out, pathfan_point point) {
  putc('[', out);
  cli_json_number(out, point.x);
  putc(',', out);
  cli_json_number(out, point.y);
  putc(']', out);
}

const char *cli_json_bool(bool value) {
  return value ? "true" : "false";
}

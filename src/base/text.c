/* text.c - a bounds-checked cursor over lines and words, and quoting for messages. */
#include "base/text.h"

#include "base/portable.h"
#include "base/platform.h"

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Bytes of a file name shown in messages: pathfan_error holds 512, and the text after the name
 * matters more than the folders before it. */
#define NAME_SHOWN 200

size_t pf_mark_bytes(const char *text, size_t bytes) {
  size_t mark = 0;
  while (bytes - mark >= 3 && memcmp(text + mark, "\xef\xbb\xbf", 3) == 0) mark += 3;
  return mark;
}

bool pf_is_utf16(const char *text, size_t bytes) {
  static const unsigned char marks[2][2] = {{0xff, 0xfe}, {0xfe, 0xff}};
  if (bytes >= 2 && (!memcmp(text, marks[0], 2) || !memcmp(text, marks[1], 2))) return true;
  return bytes >= 4 && !text[0] == !text[2] && !text[1] == !text[3] && !text[0] != !text[1];
}

pf_text pf_text_over(const char *bytes, size_t length, const char *name) {
  const size_t mark = pf_mark_bytes(bytes, length);
  return (pf_text){.name = name, .at = bytes + mark, .end = bytes + length, .line = 0};
}

bool pf_text_line(pf_text *text, pf_span *line) {
  if (text->at == text->end) {
    *line = (pf_span){text->end, 0};
    return false;
  }
  size_t left = (size_t)(text->end - text->at);
  const char *feed = memchr(text->at, '\n', left);
  size_t length = feed ? (size_t)(feed - text->at) : left;
  *line = (pf_span){text->at, length};
  if (feed && length > 0 && feed[-1] == '\r') line->length--;
  text->at = feed ? feed + 1 : text->end;
  text->line++;
  return true;
}

static bool is_blank(char byte) {
  return byte == ' ' || byte == '\t';
}

bool pf_text_only_blanks_left(const pf_text *text) {
  for (const char *at = text->at; at < text->end; at++)
    if (!is_blank(*at) && *at != '\n' && *at != '\r') return false;
  return true;
}

bool pf_span_word(pf_span *line, pf_span *word) {
  size_t from = 0, to;
  while (from < line->length && is_blank(line->at[from])) from++;
  for (to = from; to < line->length && !is_blank(line->at[to]);) to++;
  *word = (pf_span){line->at + from, to - from};
  *line = (pf_span){line->at + to, line->length - to};
  return word->length > 0;
}

bool pf_span_is(pf_span span, const char *text) {
  return span.length == strlen(text) && memcmp(span.at, text, span.length) == 0;
}

bool pf_span_whole(pf_span span, int64_t max, int64_t *value) {
  int64_t sum = 0;
  if (span.length == 0) return false;
  for (size_t i = 0; i < span.length; i++) {
    if (span.at[i] < '0' || span.at[i] > '9') return false;
    int64_t digit = span.at[i] - '0';
    if (digit > max || sum > (max - digit) / 10) return false;
    sum = sum * 10 + digit;
  }
  *value = sum;
  return true;
}

const char *pf_bytes_find(const void *bytes, size_t count, const char *word, size_t length) {
#if PATHFAN_WITH_POSIX
  return memmem(bytes, count, word, length);
#else
  const char *at = bytes, *end = at + count;
  while (at && (size_t)(end - at) >= length && memcmp(at, word, length) != 0)
    at = memchr(at + 1, word[0], (size_t)(end - at - 1));
  return at && (size_t)(end - at) >= length ? at : NULL;
#endif
}

/* strtod, whatever the program's locale; *end is NULL if out of memory. */
static double plain_number(const char *text, char **end) {
#if PATHFAN_WITH_POSIX
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  *end = NULL;
  if (!plain) return 0;
  const double number = strtod_l(text, end, plain);
  freelocale(plain);
  return number;
#else /* here only the command reads text, and it sets no locale */
  return strtod(text, end);
#endif
}

bool pf_span_number(pf_span span, double *value) {
  char copy[64], *end;
  if (span.length == 0 || span.length >= sizeof copy) return false;
  for (size_t i = 0; i < span.length; i++) { /* strtod also takes "inf", "0x1p3" and blanks */
    if (!span.at[i] || !strchr("0123456789+-.eE", span.at[i])) return false;
    copy[i] = span.at[i];
  }
  copy[span.length] = 0;
  const double number = plain_number(copy, &end);
  if (!end || *end || !isfinite(number)) return false;
  *value = number;
  return true;
}

const char *pf_number_fixed(double value, int decimals, char buffer[PF_NUMBER_BYTES]) {
  uint64_t unit = 1;
  for (int i = 0; i < decimals; i++) unit *= 10;
  double size = value < 0 ? -value : value;
  if (!(size < 9e18)) { /* too large to have decimals, or not finite */
    snprintf(buffer, PF_NUMBER_BYTES, "%.0f", value);
    return buffer;
  }
  uint64_t whole = (uint64_t)size;
  uint64_t fraction = (uint64_t)((size - (double)whole) * (double)unit + 0.5);
  if (fraction >= unit) {
    fraction -= unit;
    whole++;
  }
  int at = snprintf(buffer, PF_NUMBER_BYTES, "%s%llu", value < 0 && (whole || fraction) ? "-" : "",
                    (unsigned long long)whole);
  if (decimals > 0) {
    buffer[at] = '.';
    for (int i = decimals; i > 0; i--, fraction /= 10) buffer[at + i] = (char)('0' + fraction % 10);
    buffer[at + 1 + decimals] = 0;
  }
  return buffer;
}

const char *pf_number_text(double value, int decimals, char buffer[PF_NUMBER_BYTES]) {
  pf_number_fixed(value, decimals, buffer);
  if (!strchr(buffer, '.')) return buffer;
  char *end = buffer + strlen(buffer);
  while (end[-1] == '0') *--end = 0;
  if (end[-1] == '.') *--end = 0;
  return buffer;
}

/* Writes `whole` plus `part` / 10^digits, without trailing zeros. */
static void write_decimal(bool negative, uint64_t whole, uint64_t part, int digits,
                          char buffer[PF_SHORTEST_BYTES]) {
  char text[PF_SHORTEST_BYTES], *end = text + sizeof text, *at = end;
  if (!part) digits = 0;
  for (; digits && part % 10 == 0; digits--) part /= 10;
  for (int i = 0; i < digits; i++, part /= 10) *--at = (char)('0' + part % 10);
  if (digits) *--at = '.';
  do {
    *--at = (char)('0' + whole % 10);
    whole /= 10;
  } while (whole);
  if (negative) *--at = '-';
  memcpy(buffer, at, (size_t)(end - at));
  buffer[end - at] = 0;
}

/* Writes a multiple of 1/1024 below 10^5, as most coordinates are: it has 15 digits at most, so no
 * search is needed. False, with nothing written, for other numbers. */
static bool write_binary(double value, char buffer[PF_SHORTEST_BYTES]) {
  const double scaled = (value < 0 ? -value : value) * 1024;
  if (!(scaled < 1024e5) || scaled != (double)(uint64_t)scaled || value == 0) return false;
  const uint64_t count = (uint64_t)scaled;
  write_decimal(value < 0, count / 1024, count % 1024 * 9765625, 10, buffer);
  return true;
}

/* Takes the number apart as m / 2^shift, 2^52 < m < 2^53. False if it can't be, or is too large or
 * small for the arithmetic that follows. Powers of two have a nearer neighbour below than above. */
static bool take_apart(double value, uint64_t *m, int *shift) {
  const double size = fabs(value);
  int exponent;
  if (!(size >= 1e-3 && size < 1e15)) return false;
  *m = (uint64_t)ldexp(frexp(size, &exponent), 53);
  *shift = 53 - exponent; /* 3 to 62 */
  return *m != UINT64_C(1) << 52;
}

/* Searches as pf_number_shortest does, in whole numbers: rounded to so many digits the number
 * is count / unit, which reads back as the number if it differs by at most half of 1 / 2^shift. */
static bool write_shortest(double value, char buffer[PF_SHORTEST_BYTES]) {
  uint64_t m, unit = 1;
  int shift, digits = 15;
  if (!take_apart(value, &m, &shift)) return false;
  double above = 10; /* ten times the power of ten of the first digit */
  int decimals = 14;
  for (; fabs(value) >= above; above *= 10) decimals--;
  for (double least = 1; fabs(value) < least; least /= 10) decimals++;
  for (int i = 0; i < decimals; i++) unit *= 10;
  for (;; digits++, decimals++, unit *= 10) {
    uint64_t high;
    const uint64_t low = pf_times(m, unit, &high), half = UINT64_C(1) << (shift - 1);
    const uint64_t below = high << (64 - shift) | low >> shift; /* m * unit / 2^shift */
    const uint64_t rest = low & (2 * half - 1);
    const bool up = rest > half || (rest == half && (below & 1));
    const uint64_t off = up ? 2 * half - rest : rest; /* of unit * 2^shift */
    if (digits == 17 || 2 * off < unit || (2 * off == unit && m % 2 == 0)) {
      const uint64_t count = below + up;
      write_decimal(value < 0, count / unit, count % unit, decimals, buffer);
      return true;
    }
  }
}

/* 15 digits always survive a round trip, and 17 always identify a number. So the first of 15, 16
 * and 17 digits that reads back is the shortest, except for a few numbers to which a shorter
 * decimal lies as near. */
const char *pf_number_shortest(double value, char buffer[PF_SHORTEST_BYTES]) {
  if (write_binary(value, buffer) || write_shortest(value, buffer)) return buffer;
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(buffer, PF_SHORTEST_BYTES, "%.*g", digits, value);
    if (strtod(buffer, NULL) == value) break;
  }
  for (char *at = buffer; *at; at++) /* a locale's decimal point */
    if (!strchr("+-.0123456789aefin", *at)) *at = '.';
  return buffer;
}

const char *pf_integer_text(int64_t value, char buffer[PF_SHORTEST_BYTES]) {
  const uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  write_decimal(value < 0, size, 0, 0, buffer);
  return buffer;
}

const char *pf_span_quote(pf_span span, char buffer[PF_QUOTE_BYTES]) {
  static const char digits[] = "0123456789abcdef";
  static const char cut[] = "...\"";
  char *out = buffer, *limit = buffer + PF_QUOTE_BYTES - sizeof cut - 4;
  *out++ = '"';
  size_t i = 0;
  for (; i < span.length && out < limit; i++) {
    unsigned char byte = (unsigned char)span.at[i];
    if (byte == '"' || byte == '\\') {
      *out++ = '\\';
      *out++ = (char)byte;
    } else if (byte >= 0x20 && byte < 0x7f) {
      *out++ = (char)byte;
    } else {
      *out++ = '\\';
      *out++ = 'x';
      *out++ = digits[byte >> 4];
      *out++ = digits[byte & 15];
    }
  }
  strcpy(out, i < span.length ? cut : "\"");
  return buffer;
}

int pf_utf8_length(const char *text) {
  const unsigned char *at = (const unsigned char *)text;
  const int length = *at < 0x80 ? 1 : *at < 0xC2 ? 0 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
  if (!length || *at > 0xF4) return 0; /* a continuation, an overlong form, or too large */
  for (int i = 1; i < length; i++)
    if ((at[i] & 0xC0) != 0x80) return 0;
  if ((*at == 0xE0 && at[1] < 0xA0) || (*at == 0xF0 && at[1] < 0x90)) return 0; /* overlong */
  if ((*at == 0xED && at[1] > 0x9F) || (*at == 0xF4 && at[1] > 0x8F)) return 0;
  return length;
}

bool pf_is_utf8(const char *text) {
  for (int length; *text; text += length) {
    length = pf_utf8_length(text);
    if (!length) return false;
  }
  return true;
}

const char *pf_name_tail(const char *name) {
  size_t length = strlen(name);
  return length > NAME_SHOWN ? name + length - NAME_SHOWN : name;
}

const char *pf_name_quote(const char *name, char buffer[PF_NAME_QUOTE_BYTES]) {
  static const char cut[] = "...\"";
  const size_t most = PF_NAME_QUOTE_BYTES - sizeof cut - 2;
  size_t length = name ? strlen(name) : 0, used = 0;
  const bool is_cut = length > most;
  buffer[0] = '\0';
  if (!length) return buffer;
  if (is_cut)
    for (length = most; length && ((unsigned char)name[length] & 0xc0) == 0x80;) length--;
  buffer[used++] = ' ';
  buffer[used++] = '"';
  for (size_t i = 0; i < length; i++)
    buffer[used++] = (unsigned char)name[i] < ' ' || name[i] == 0x7f ? ' ' : name[i];
  strcpy(buffer + used, is_cut ? cut : "\"");
  return buffer;
}

bool pf_name_ends_in(const char *name, const char *ending) {
  const size_t length = strlen(name), end = strlen(ending);
  return length > end && strcasecmp(name + length - end, ending) == 0;
}

pathfan_status pf_text_fail(const pf_text *text, pathfan_error *error, const char *format, ...) {
  char sentence[256];
  va_list args;
  va_start(args, format);
  vsnprintf(sentence, sizeof sentence, format, args);
  va_end(args);
  return pf_fail(error, PATHFAN_ERR_MALFORMED, "%s:%lld: %s", pf_name_tail(text->name),
                 (long long)text->line, sentence);
}

pathfan_status pf_text_expected(const pf_text *text, pathfan_error *error, const char *expected,
                                pf_span found) {
  char quoted[PF_QUOTE_BYTES];
  return pf_text_fail(text, error, "expected %s, found %s", expected, pf_span_quote(found, quoted));
}

pathfan_status pf_text_status(const pf_text *text, pathfan_error *error, pathfan_status status) {
  return status ? pf_fail(error, status, "%s:%lld: %s", pf_name_tail(text->name),
                          (long long)text->line, pathfan_status_text(status))
                : PATHFAN_OK;
}

pathfan_status pf_text_record(pf_text *text, pf_span *line, const char *expected,
                              pathfan_error *error) {
  pf_span rest, word;
  do {
    if (!pf_text_line(text, line)) {
      text->line++;
      return pf_text_fail(text, error, "the file ends where %s is expected", expected);
    }
    rest = *line;
  } while (!pf_span_word(&rest, &word));
  return PATHFAN_OK;
}

pathfan_status pf_text_line_ends(const pf_text *text, pf_span line, pathfan_error *error) {
  pf_span word;
  return pf_span_word(&line, &word)
             ? pf_text_expected(text, error, "nothing more on the line", word)
             : PATHFAN_OK;
}

/* Measured allocations of jansson on 64-bit systems: for a list, an object, a member of one, and a
 * value. */
#define BYTES_OF_LIST 128
#define BYTES_OF_OBJECT 240
#define BYTES_OF_MEMBER 96
#define BYTES_OF_VALUE 32

uint64_t pf_json_bytes(const char *text, size_t bytes) {
  uint64_t sum = bytes;
  bool quoted = false;
  for (size_t i = 0; i < bytes; i++) {
    if (text[i] == '"') quoted = !quoted;
    if (quoted) {
      i += text[i] == '\\';
      continue;
    }
    switch (text[i]) {
    case '[': sum += BYTES_OF_LIST + BYTES_OF_VALUE; break;
    case '{': sum += BYTES_OF_OBJECT; break;
    case ':': sum += BYTES_OF_MEMBER; break;
    case ',': sum += BYTES_OF_VALUE; break;
    default: break;
    }
  }
  return sum;
}

uint64_t pf_xml_bytes(const char *text, size_t bytes) {
  uint64_t sum = bytes;
  for (size_t i = 0; i < bytes; i++)
    if (text[i] == '<')
      sum += BYTES_OF_LIST + BYTES_OF_OBJECT + BYTES_OF_VALUE;
    else if (text[i] == '=')
      sum += BYTES_OF_MEMBER + BYTES_OF_VALUE;
  return sum;
}

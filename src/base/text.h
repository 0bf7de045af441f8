/* text.h - walking over somebody's text file line by line, and complaining about it.
 *
 *   pathfan_text text = pathfan_text_over(bytes, length, "arena.map");
 *   while (pathfan_text_line(&text, &line)) ...
 *   return pathfan_text_fail(&text, error, "expected %d columns", 9);
 *
 * Nothing here allocates or modifies the text. */
#ifndef PATHFAN_BASE_TEXT_H
#define PATHFAN_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* A piece of text, not zero-terminated. */
typedef struct pathfan_span {
  const char *at;
  size_t length;
} pathfan_span;

typedef struct pathfan_text {
  const char *name; /* for messages; not owned */
  const char *at, *end;
  int64_t line; /* 1-based number of the line read last; 0 before the first */
} pathfan_text;

/* How many bytes of text are a byte order mark, which some editors put before UTF-8: 3 or 0. */
size_t pathfan_mark_bytes(const char *text, size_t bytes);

/* A byte order mark is passed over. */
pathfan_text pathfan_text_over(const char *bytes, size_t length, const char *name);

/* The next line without its LF or CRLF. False at the end of the text. */
bool pathfan_text_line(pathfan_text *text, pathfan_span *line);

/* Are there only spaces, tabs and line ends left? */
bool pathfan_text_only_blanks_left(const pathfan_text *text);

/* Takes the next word off the front of *line: a run of bytes that are neither
 * spaces nor tabs. False, with an empty word, when there is none. */
bool pathfan_span_word(pathfan_span *line, pathfan_span *word);

bool pathfan_span_is(pathfan_span span, const char *text);

/* A non-empty run of decimal digits of value <= max. */
bool pathfan_span_whole(pathfan_span span, int64_t max, int64_t *value);

/* A finite decimal number such as -12, 3.5 or 1e-3, whatever the locale. */
bool pathfan_span_number(pathfan_span span, double *value);

/* value rounded to `decimals` (0..9) decimals, whatever the locale; _fixed with
 * all of them ("0.250"), _text without trailing zeros ("0.25"). Return buffer. */
#define PATHFAN_NUMBER_BYTES 352
const char *pathfan_number_fixed(double value, int decimals, char buffer[PATHFAN_NUMBER_BYTES]);
const char *pathfan_number_text(double value, int decimals, char buffer[PATHFAN_NUMBER_BYTES]);

/* The fewest digits, at least as many as are whole, that are read as this very number, whatever the
 * locale: "0.35", "1e-05". Of what isn't finite "inf", "nan". Returns buffer. */
#define PATHFAN_SHORTEST_BYTES 32
const char *pathfan_number_shortest(double value, char buffer[PATHFAN_SHORTEST_BYTES]);

/* The same of a whole number: all its digits. */
const char *pathfan_integer_text(int64_t value, char buffer[PATHFAN_SHORTEST_BYTES]);

/* What jansson takes, bytes, to hold a document of JSON, about, told by its punctuation: up to
 * eighty times its text. */
uint64_t pathfan_json_bytes(const char *text, size_t bytes);

/* The same of XML that becomes such a document: elements objects in a list, attributes members. */
uint64_t pathfan_xml_bytes(const char *text, size_t bytes);

/* The span between quotes with unprintable bytes as \xNN, cut short with "..."
 * if long; always fits. Returns buffer. */
#define PATHFAN_QUOTE_BYTES 64
const char *pathfan_span_quote(pathfan_span span, char buffer[PATHFAN_QUOTE_BYTES]);

/* Whether text is UTF-8 all through. */
bool pathfan_is_utf8(const char *text);

/* The end of a long file name, so that what follows it in a message still fits
 * into pathfan_error. */
const char *pathfan_name_tail(const char *name);

/* A name of a map's, UTF-8, for a message: a blank and the name in quotes, cut between two
 * characters where it is long, what isn't to be seen being a blank; "" for none, NULL among them.
 */
#define PATHFAN_NAME_QUOTE_BYTES 64
const char *pathfan_name_quote(const char *name, char buffer[PATHFAN_NAME_QUOTE_BYTES]);

/* Whether a file name ends in something like ".svg", in upper case or lower. */
bool pathfan_name_ends_in(const char *name, const char *ending);

/* MALFORMED, "name:line: sentence". */
pathfan_status pathfan_text_fail(const pathfan_text *text, pathfan_error *error, const char *format,
                                 ...) PATHFAN_PRINTF(3, 4);

#endif

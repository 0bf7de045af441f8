/* text.h - reading a text file line by line, and reporting its errors.
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

/* Returns the bytes of a byte order mark, which some editors put before UTF-8: 3 or 0. */
size_t pathfan_mark_bytes(const char *text, size_t bytes);

/* Starts at the first line, after a byte order mark. */
pathfan_text pathfan_text_over(const char *bytes, size_t length, const char *name);

/* Reads the next line without its LF or CRLF. False at the end of the text. */
bool pathfan_text_line(pathfan_text *text, pathfan_span *line);

/* Whether only spaces, tabs and line ends are left. */
bool pathfan_text_only_blanks_left(const pathfan_text *text);

/* Takes the next word off the front of *line: a run of bytes that are neither spaces nor tabs.
 * False, with an empty word, if there is none. */
bool pathfan_span_word(pathfan_span *line, pathfan_span *word);

bool pathfan_span_is(pathfan_span span, const char *text);

/* Parses a non-empty run of decimal digits of value <= max; false if it isn't one. */
bool pathfan_span_whole(pathfan_span span, int64_t max, int64_t *value);

/* Parses a finite decimal number such as -12, 3.5 or 1e-3, whatever the locale; false if it isn't
 * one. */
bool pathfan_span_number(pathfan_span span, double *value);

/* Writes value rounded to `decimals` (0..9) decimals, whatever the locale: _fixed with all of them
 * ("0.250"), _text without trailing zeros ("0.25"). Both return buffer. */
#define PATHFAN_NUMBER_BYTES 352
const char *pathfan_number_fixed(double value, int decimals, char buffer[PATHFAN_NUMBER_BYTES]);
const char *pathfan_number_text(double value, int decimals, char buffer[PATHFAN_NUMBER_BYTES]);

/* Writes the fewest digits, but all whole ones, that are read back as exactly this number, whatever
 * the locale: "0.35", "1e-05"; "inf" or "nan" if it isn't finite. Returns buffer. */
#define PATHFAN_SHORTEST_BYTES 32
const char *pathfan_number_shortest(double value, char buffer[PATHFAN_SHORTEST_BYTES]);

/* Writes all digits of a whole number. Returns buffer. */
const char *pathfan_integer_text(int64_t value, char buffer[PATHFAN_SHORTEST_BYTES]);

/* Returns roughly how many bytes jansson needs to hold a JSON document, estimated from its
 * punctuation: up to eighty times its text. */
uint64_t pathfan_json_bytes(const char *text, size_t bytes);

/* Estimates the same for XML converted to such a document: elements become objects in a list,
 * attributes members. */
uint64_t pathfan_xml_bytes(const char *text, size_t bytes);

/* Writes the span in quotes, with unprintable bytes as \xNN, cut short with "..." if long; always
 * fits. Returns buffer. */
#define PATHFAN_QUOTE_BYTES 64
const char *pathfan_span_quote(pathfan_span span, char buffer[PATHFAN_QUOTE_BYTES]);

/* Whether all of text is UTF-8. */
bool pathfan_is_utf8(const char *text);

/* Returns the end of a long file name, so that the text after it in a message still fits into
 * pathfan_error. */
const char *pathfan_name_tail(const char *name);

/* Writes a UTF-8 name from a map for a message: a blank and the name in quotes, cut between two
 * characters if long, with blanks for invisible characters; "" for an empty name or NULL. Returns
 * buffer. */
#define PATHFAN_NAME_QUOTE_BYTES 64
const char *pathfan_name_quote(const char *name, char buffer[PATHFAN_NAME_QUOTE_BYTES]);

/* Whether a file name ends in something like ".svg", in upper or lower case. */
bool pathfan_name_ends_in(const char *name, const char *ending);

/* Returns MALFORMED, with the message "name:line: sentence". */
pathfan_status pathfan_text_fail(const pathfan_text *text, pathfan_error *error, const char *format,
                                 ...) PATHFAN_PRINTF(3, 4);

#endif

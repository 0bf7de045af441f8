/* text.h - reading a text file line by line, and reporting its errors.
 *
 *   pf_text text = pf_text_over(bytes, length, "arena.map");
 *   while (pf_text_line(&text, &line)) ...
 *   return pf_text_fail(&text, error, "expected %d columns", 9);
 *
 * Nothing here allocates or modifies the text. */
#ifndef PF_BASE_TEXT_H
#define PF_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* A piece of text, not zero-terminated. */
typedef struct pf_span {
  const char *at;
  size_t length;
} pf_span;

typedef struct pf_text {
  const char *name; /* for messages; not owned */
  const char *at, *end;
  int64_t line; /* 1-based number of the line read last; 0 before the first */
} pf_text;

/* Returns the bytes of byte order marks, which some editors put before UTF-8, one for each time
 * that they save it: 3 each. */
size_t pf_mark_bytes(const char *text, size_t bytes);

/* Whether this begins text in UTF-16: by its mark, or as every other byte is 0. */
bool pf_is_utf16(const char *text, size_t bytes);

/* Starts at the first line, after a byte order mark. */
pf_text pf_text_over(const char *bytes, size_t length, const char *name);

/* Reads the next line without its LF or CRLF. False at the end of the text. */
bool pf_text_line(pf_text *text, pf_span *line);

/* Reads the next line that isn't blank. Fails at the end of the text; expected: what ends there. */
pathfan_status pf_text_record(pf_text *text, pf_span *line, const char *expected,
                              pathfan_error *error);

/* Fails if anything but blanks is left of a line. */
pathfan_status pf_text_line_ends(const pf_text *text, pf_span line, pathfan_error *error);

/* Whether only spaces, tabs and line ends are left. */
bool pf_text_only_blanks_left(const pf_text *text);

/* Takes the next word off the front of *line: a run of bytes that are neither spaces nor tabs.
 * False, with an empty word, if there is none. */
bool pf_span_word(pf_span *line, pf_span *word);

bool pf_span_is(pf_span span, const char *text);

/* Parses a non-empty run of decimal digits of value <= max; false if it isn't one. */
bool pf_span_whole(pf_span span, int64_t max, int64_t *value);

/* Parses a finite decimal number such as -12, 3.5 or 1e-3, whatever the locale; false if it isn't
 * one. */
bool pf_span_number(pf_span span, double *value);

/* Writes value rounded to `decimals` (0..9) decimals, whatever the locale: _fixed with all of them
 * ("0.250"), _text without trailing zeros ("0.25"). Both return buffer. */
#define PF_NUMBER_BYTES 352
const char *pf_number_fixed(double value, int decimals, char buffer[PF_NUMBER_BYTES]);
const char *pf_number_text(double value, int decimals, char buffer[PF_NUMBER_BYTES]);

/* Writes the fewest digits, but all whole ones, that are read back as exactly this number, whatever
 * the locale: "0.35", "1e-05"; "inf" or "nan" if it isn't finite. Returns buffer. */
#define PF_SHORTEST_BYTES 32
const char *pf_number_shortest(double value, char buffer[PF_SHORTEST_BYTES]);

/* Writes all digits of a whole number. Returns buffer. */
const char *pf_integer_text(int64_t value, char buffer[PF_SHORTEST_BYTES]);

/* Returns roughly how many bytes jansson needs to hold a JSON document, estimated from its
 * punctuation: up to eighty times its text. */
uint64_t pf_json_bytes(const char *text, size_t bytes);

/* Estimates the same for XML converted to such a document: elements become objects in a list,
 * attributes members. */
uint64_t pf_xml_bytes(const char *text, size_t bytes);

/* Writes the span in quotes, with unprintable bytes as \xNN, cut short with "..." if long; always
 * fits. Returns buffer. */
#define PF_QUOTE_BYTES 64
const char *pf_span_quote(pf_span span, char buffer[PF_QUOTE_BYTES]);

/* Returns the length of the UTF-8 character at the start of text, which isn't empty; 0 if there is
 * none: a stray or missing continuation, an overlong form, a surrogate, a value above U+10FFFF. */
int pf_utf8_length(const char *text);

/* Whether all of text is UTF-8. */
bool pf_is_utf8(const char *text);

/* Returns the end of a long file name, so that the text after it in a message still fits into
 * pathfan_error. */
const char *pf_name_tail(const char *name);

/* Writes a UTF-8 name from a map for a message: a blank and the name in quotes, cut between two
 * characters if long, with blanks for invisible characters; "" for an empty name or NULL. Returns
 * buffer. */
#define PF_NAME_QUOTE_BYTES 64
const char *pf_name_quote(const char *name, char buffer[PF_NAME_QUOTE_BYTES]);

/* Whether a file name ends in something like ".svg", in upper or lower case. */
bool pf_name_ends_in(const char *name, const char *ending);

/* Returns MALFORMED, with the message "name:line: sentence". */
pathfan_status pf_text_fail(const pf_text *text, pathfan_error *error, const char *format, ...)
    PF_PRINTF(3, 4);

/* The same: "name:line: expected ..., found ...". */
pathfan_status pf_text_expected(const pf_text *text, pathfan_error *error, const char *expected,
                                pf_span found);

/* Sets a message for a status without one: "name:line: no memory". OK stays OK. */
pathfan_status pf_text_status(const pf_text *text, pathfan_error *error, pathfan_status status);

/* Returns where a word, which isn't empty, first occurs in bytes; NULL: nowhere. */
const char *pf_bytes_find(const void *bytes, size_t count, const char *word, size_t length);

#endif

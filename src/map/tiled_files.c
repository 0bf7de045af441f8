/* tiled_files.c - finds the names of tilesets in the text of a map, before it is parsed: in a .tmx
 * the source of a tileset element, in a .tmj the value of any "source", which only tilesets have.
 */
#include "map/tiled_files.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* Where `word` begins in a part of the text; NULL: nowhere. */
static const char *find(const char *from, const char *end, const char *word) {
  return pf_bytes_find(from, (size_t)(end - from), word, strlen(word));
}

/* Copies a value up to its quote, with the characters that XML or JSON writes in other ways. False:
 * too long, or it can't stand in a line. */
static bool take_value(const char *from, const char *end, char quote, char *name) {
  static const char *const names[][2] = {{"&amp;", "&"}, {"&quot;", "\""}, {"&apos;", "'"},
                                         {"&lt;", "<"},  {"&gt;", ">"},    {"\\/", "/"},
                                         {"\\\\", "\\"}, {"\\\"", "\""}};
  size_t used = 0;
  while (from < end && *from != quote) {
    char letter = *from++;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      const size_t length = strlen(names[i][0]);
      if ((size_t)(end - from) + 1 < length || memcmp(from - 1, names[i][0], length) != 0) continue;
      letter = *names[i][1];
      from += length - 1;
      break;
    }
    if (used + 1 >= PF_TILED_NAME_BYTES || (unsigned char)letter < ' ') return false;
    name[used++] = letter;
  }
  name[used] = 0;
  return from < end && used && !strstr(name, "-->");
}

/* Finds the source of the next tileset: where its value begins, after the quote. */
static const char *find_source(const char *from, const char *end, bool is_xml) {
  for (const char *key = from; !is_xml && (key = find(key, end, "\"source\""));) {
    for (key += 8; key < end && *key && strchr(" \t\r\n:", *key);) key++;
    if (key < end && *key == '"') return key + 1;
  }
  for (const char *set = from; is_xml && (set = find(set, end, "<tileset"));) {
    const char *close = memchr(set, '>', (size_t)(end - set));
    if (!close) return NULL;
    for (const char *key = set; (key = find(key, close, "source=")); key++)
      if (key > set && strchr(" \t\r\n", key[-1]) && key + 8 < close &&
          (key[7] == '"' || key[7] == '\''))
        return key + 8;
    set = close;
  }
  return NULL;
}

bool pf_tiled_next_file(const char *text, size_t bytes, size_t *at,
                        char name[PF_TILED_NAME_BYTES]) {
  const char *begin = text, *end = text + bytes;
  while (begin < end && *begin != '<' && *begin != '{') begin++;
  const bool is_xml = begin < end && *begin == '<';
  while (*at < bytes) {
    const char *value = find_source(text + *at, end, is_xml);
    *at = value ? (size_t)(value - text) : bytes;
    if (value && take_value(value, end, value[-1], name)) return true;
  }
  return false;
}

pf_span pf_tiled_map_of(const char *text, size_t bytes) {
  const char *end = find(text, text + bytes, PF_TILED_FILE_BEGIN);
  return (pf_span){text, end ? (size_t)(end - text) : bytes};
}

bool pf_tiled_file_of(const char *text, size_t bytes, const char *name, pf_span *file) {
  char line[PF_TILED_NAME_BYTES + sizeof PF_TILED_FILE_BEGIN + sizeof PF_TILED_FILE_END];
  const char *end = text + bytes;
  const int length = snprintf(line, sizeof line, PF_TILED_FILE_BEGIN "%s" PF_TILED_FILE_END, name);
  if (length >= (int)sizeof line) return false;
  const char *begin = find(text, end, line);
  if (!begin) return false;
  begin += length;
  const char *next = find(begin, end, PF_TILED_FILE_BEGIN);
  *file = (pf_span){begin, (size_t)((next ? next : end) - begin)};
  return true;
}

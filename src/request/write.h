/* write.h - writes an answer as JSON text: the parts common to `query --json` and the viewer. Each
 * of them orders the parts itself and adds its own.
 *
 *   pathfan_json_writer w = {.out = stdout};
 *   pathfan_write_begin(&w, NULL, '{');
 *   pathfan_write_answer(&w, answer, "status reason from to");
 *   pathfan_write_number(&w, "time_us", spent);
 *   pathfan_write_end(&w, '}');
 *
 * Only the caller uses the stream: it isn't locked. A name is that of a member; NULL in arrays and
 * at the top. Write errors show in the stream. */
#ifndef PATHFAN_REQUEST_WRITE_H
#define PATHFAN_REQUEST_WRITE_H

#include <stdio.h>

#include "pathfan/query.h"

typedef struct pathfan_json_writer {
  FILE *out;
  bool compact; /* as jansson writes: no blanks; numbers of non-integer type have a '.' or 'e'. Else
                   with a blank after each colon and comma but those of points */
  bool begun;   /* the innermost object or array isn't empty */
} pathfan_json_writer;

/* Writes the name of a member; the caller then writes its value to w->out. */
void pathfan_write_name(pathfan_json_writer *w, const char *name);

void pathfan_write_begin(pathfan_json_writer *w, const char *name, char bracket);
void pathfan_write_end(pathfan_json_writer *w, char bracket);

/* Writes a number with the fewest digits that identify it; null if it isn't finite. */
void pathfan_write_number(pathfan_json_writer *w, const char *name, double value);
void pathfan_write_integer(pathfan_json_writer *w, const char *name, int64_t value);
void pathfan_write_bool(pathfan_json_writer *w, const char *name, bool value);
void pathfan_write_null(pathfan_json_writer *w, const char *name);
void pathfan_write_point(pathfan_json_writer *w, const char *name, pathfan_point point);

/* Writes a UTF-8 text, escaped; null for NULL. */
void pathfan_write_text(pathfan_json_writer *w, const char *name, const char *text);

/* Closes a stream of open_memstream; returns its text, which the caller frees, or NULL if out of
 * memory. */
char *pathfan_written(FILE *out, char *const *text);

/* Writes the named parts of an answer, separated by blanks in `names`: status, reason, from, to,
 * from_snapped, to_snapped, generation, candidates, bounds, proof, work, search, backup,
 * blocked_by. Parts that tell of a separation are left out if none held, and blocked_by if no end
 * is blocked. */
void pathfan_write_answer(pathfan_json_writer *w, const pathfan_answer *answer, const char *names);

/* Writes the members of path number i of an answer: length, points; with a separation: apart,
 * filled. */
void pathfan_write_path(pathfan_json_writer *w, const pathfan_answer *answer, int32_t i);

/* Writes an array of the legs of a path of a terrain, with the rivers that it crosses there. */
void pathfan_write_legs(pathfan_json_writer *w, const char *name, const pathfan_path *path);

/* Writes the measures of paths of an answer; nearness only if it has a separation. */
void pathfan_write_measures(pathfan_json_writer *w, const char *name, const pathfan_answer *answer,
                            const pathfan_measures *measures);

#endif

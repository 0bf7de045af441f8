/* write.h - an answer as JSON text: what `query --json` and the viewer have in common. Each
 * puts the parts in its own order, and adds what it alone knows.
 *
 *   pathfan_json_writer w = {.out = stdout};
 *   pathfan_write_begin(&w, NULL, '{');
 *   pathfan_write_answer(&w, answer, "status reason from to");
 *   pathfan_write_number(&w, "time_us", spent);
 *   pathfan_write_end(&w, '}');
 *
 * The stream is the caller's alone: it isn't locked. A name is that of a member; NULL in arrays
 * and at the top. What can't be written is the stream's to tell. */
#ifndef PATHFAN_REQUEST_WRITE_H
#define PATHFAN_REQUEST_WRITE_H

#include <stdio.h>

#include "pathfan/query.h"

typedef struct pathfan_json_writer {
  FILE *out;
  bool compact; /* as jansson writes: no blanks, numbers that aren't whole by type have a '.' or
                   'e'. Else with a blank after each colon and comma but those of points */
  bool begun;   /* the innermost object or array holds something */
} pathfan_json_writer;

/* The name of a member whose value the caller writes to w->out. */
void pathfan_write_name(pathfan_json_writer *w, const char *name);

void pathfan_write_begin(pathfan_json_writer *w, const char *name, char bracket);
void pathfan_write_end(pathfan_json_writer *w, char bracket);

/* With the fewest digits that tell it; null if it isn't finite. */
void pathfan_write_number(pathfan_json_writer *w, const char *name, double value);
void pathfan_write_integer(pathfan_json_writer *w, const char *name, int64_t value);
void pathfan_write_bool(pathfan_json_writer *w, const char *name, bool value);
void pathfan_write_null(pathfan_json_writer *w, const char *name);
void pathfan_write_point(pathfan_json_writer *w, const char *name, pathfan_point point);

/* A text, UTF-8, escaped; null of NULL. */
void pathfan_write_text(pathfan_json_writer *w, const char *name, const char *text);

/* Closes a stream of open_memstream: its text, the caller's, or NULL if memory was out. */
char *pathfan_written(FILE *out, char *const *text);

/* Parts of an answer, whose names stand between blanks: status, reason, from, to,
 * from_snapped, to_snapped, generation, candidates, bounds, proof, work, search, backup,
 * blocked_by. What tells of a separation is left out where none held, and blocked_by where no end
 * is. */
void pathfan_write_answer(pathfan_json_writer *w, const pathfan_answer *answer, const char *names);

/* Members of path number i of an answer: length, points; with a separation: apart, filled. */
void pathfan_write_path(pathfan_json_writer *w, const pathfan_answer *answer, int32_t i);

/* An array of what a path of a terrain runs along, and what rivers it crosses there. */
void pathfan_write_legs(pathfan_json_writer *w, const char *name, const pathfan_path *path);

/* Of paths of that answer; nearness where it has a separation. */
void pathfan_write_measures(pathfan_json_writer *w, const char *name, const pathfan_answer *answer,
                            const pathfan_measures *measures);

#endif

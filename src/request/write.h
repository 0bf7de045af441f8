/* write.h - writes an answer as JSON text: the parts common to `query --json` and the viewer. Each
 * of them orders the parts itself and adds its own.
 *
 *   pf_json_writer w = {.out = stdout};
 *   pf_write_begin(&w, NULL, '{');
 *   pf_write_answer(&w, answer, "status reason from to");
 *   pf_write_number(&w, "time_us", spent);
 *   pf_write_end(&w, '}');
 *
 * Only the caller uses the stream: it isn't locked. A name is that of a member; NULL in arrays and
 * at the top. Write errors show in the stream. */
#ifndef PF_REQUEST_WRITE_H
#define PF_REQUEST_WRITE_H

#include <stdio.h>

#include "pathfan/query.h"

typedef struct pf_json_writer {
  FILE *out;
  bool compact; /* as jansson writes: no blanks; numbers of non-integer type have a '.' or 'e'. Else
                   with a blank after each colon and comma but those of points */
  bool begun;   /* the innermost object or array isn't empty */
} pf_json_writer;

/* Writes the name of a member; the caller then writes its value to w->out. */
void pf_write_name(pf_json_writer *w, const char *name);

void pf_write_begin(pf_json_writer *w, const char *name, char bracket);
void pf_write_end(pf_json_writer *w, char bracket);

/* Writes a number with the fewest digits that identify it; null if it isn't finite. */
void pf_write_number(pf_json_writer *w, const char *name, double value);
void pf_write_integer(pf_json_writer *w, const char *name, int64_t value);
void pf_write_bool(pf_json_writer *w, const char *name, bool value);
void pf_write_null(pf_json_writer *w, const char *name);
void pf_write_point(pf_json_writer *w, const char *name, pathfan_point point);

/* Writes a UTF-8 text, escaped; null for NULL. */
void pf_write_text(pf_json_writer *w, const char *name, const char *text);

/* Closes a stream of open_memstream; returns its text, which the caller frees, or NULL if out of
 * memory. */
char *pf_written(FILE *out, char *const *text);

/* Writes the named parts of an answer, separated by blanks in `names`: status, reason, from, to,
 * from_snapped, to_snapped, generation, candidates, bounds, proof, work, search, backup,
 * blocked_by. Parts that tell of a separation are left out if none held, and blocked_by if no end
 * is blocked. */
void pf_write_answer(pf_json_writer *w, const pathfan_answer *answer, const char *names);

/* Writes the members of path number i of an answer: length, points; with a separation: apart,
 * filled. */
void pf_write_path(pf_json_writer *w, const pathfan_answer *answer, int32_t i);

/* Writes an array of the legs of a path of a terrain, with the rivers that it crosses there. */
void pf_write_legs(pf_json_writer *w, const char *name, const pathfan_path *path);

/* Writes the measures of paths of an answer; nearness only if it has a separation. */
void pf_write_measures(pf_json_writer *w, const char *name, const pathfan_answer *answer,
                       const pathfan_measures *measures);

#endif

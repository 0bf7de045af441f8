/* write.c - writes an answer as JSON text directly: building a tree first would take longer than a
 * request, and locking the stream, which only the caller uses, nearly as long. */
#include "request/write.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- Values ---- */

void pathfan_write_name(pathfan_json_writer *w, const char *name) {
  if (w->begun) fputs_unlocked(w->compact ? "," : ", ", w->out);
  if (name) {
    putc_unlocked('"', w->out);
    fputs_unlocked(name, w->out);
    fputs_unlocked(w->compact ? "\":" : "\": ", w->out);
  }
  w->begun = true;
}

void pathfan_write_begin(pathfan_json_writer *w, const char *name, char bracket) {
  pathfan_write_name(w, name);
  putc_unlocked(bracket, w->out);
  w->begun = false;
}

void pathfan_write_end(pathfan_json_writer *w, char bracket) {
  putc_unlocked(bracket, w->out);
  w->begun = true;
}

static void put_number(const pathfan_json_writer *w, double value) {
  char digits[PATHFAN_SHORTEST_BYTES];
  if (!isfinite(value)) {
    fputs_unlocked("null", w->out);
    return;
  }
  fputs_unlocked(pathfan_number_shortest(value, digits), w->out);
  if (w->compact && !strpbrk(digits, ".e")) fputs_unlocked(".0", w->out);
}

static void put_point(const pathfan_json_writer *w, pathfan_point point) {
  putc_unlocked('[', w->out);
  put_number(w, point.x);
  putc_unlocked(',', w->out);
  put_number(w, point.y);
  putc_unlocked(']', w->out);
}

void pathfan_write_number(pathfan_json_writer *w, const char *name, double value) {
  pathfan_write_name(w, name);
  put_number(w, value);
}

void pathfan_write_integer(pathfan_json_writer *w, const char *name, int64_t value) {
  pathfan_write_name(w, name);
  char digits[PATHFAN_SHORTEST_BYTES];
  fputs_unlocked(pathfan_integer_text(value, digits), w->out);
}

void pathfan_write_bool(pathfan_json_writer *w, const char *name, bool value) {
  pathfan_write_name(w, name);
  fputs_unlocked(value ? "true" : "false", w->out);
}

void pathfan_write_null(pathfan_json_writer *w, const char *name) {
  pathfan_write_name(w, name);
  fputs_unlocked("null", w->out);
}

void pathfan_write_point(pathfan_json_writer *w, const char *name, pathfan_point point) {
  pathfan_write_name(w, name);
  put_point(w, point);
}

/* Writes a word that needs no escapes. */
static void write_word(pathfan_json_writer *w, const char *name, const char *word) {
  pathfan_write_name(w, name);
  putc_unlocked('"', w->out);
  fputs_unlocked(word, w->out);
  putc_unlocked('"', w->out);
}

/* A whole number as a member of an object. */
typedef struct count {
  const char *name;
  int64_t value;
} count;

static void write_counts(pathfan_json_writer *w, const char *name, const count *counts, size_t n) {
  pathfan_write_begin(w, name, '{');
  for (size_t i = 0; i < n; i++) pathfan_write_integer(w, counts[i].name, counts[i].value);
  pathfan_write_end(w, '}');
}

char *pathfan_written(FILE *out, char *const *text) {
  const bool failed = ferror(out) != 0;
  if (fclose(out) == 0 && !failed) return *text;
  free(*text);
  return NULL;
}

/* ---- Parts of an answer ---- */

static void status(pathfan_json_writer *w, const char *name, const pathfan_answer *a) {
  write_word(w, name, pathfan_outcome_name(a->outcome));
}

static void reason(pathfan_json_writer *w, const char *name, const pathfan_answer *a) {
  write_word(w, name, pathfan_reason_name(a->reason));
}

static void from(pathfan_json_writer *w, const char *name, const pathfan_answer *a) {
  pathfan_write_point(w, name, a->from);
}

static void to(pathfan_json_writer *w, const char *name, const pathfan_answer *a) {
  pathfan_write_point(w, name, a->to);
}

static void from_snapped(pathfan_json_writer *w, const char *name, const pathfan_answer *a) {
  pathfan_write_bool(w, name, a->from_snapped);
}

static void to_snapped(pathfan_json_writer *w, const char *name, const pathfan_answer *a) {
  pathfan_write_bool(w, name, a->to_snapped);
}

static void generation(pathfan_json_writer *w, const char *name, const pathfan_answer *a) {
  pathfan_write_integer(w, name, a->generation);
}

static void candidates(pathfan_json_writer *w, const char *name, const pathfan_answer *a) {
  const pathfan_candidates *c = &a->candidates;
  const count counts[] = {{"tried", c->tried},           {"not_taut", c->not_taut},
                          {"too_long", c->too_long},     {"too_similar", c->too_similar},
                          {"not_simple", c->not_simple}, {"unfit", c->unfit},
                          {"entering", c->entering},     {"too_near", c->too_near},
                          {"unjudged", c->unjudged}};
  const size_t known = sizeof counts / sizeof *counts;
  write_counts(w, name, counts, a->separation > 0 ? known : known - 2);
}

/* Writes the bounds that held. */
static void bounds(pathfan_json_writer *w, const char *name, const pathfan_answer *a) {
  pathfan_write_begin(w, name, '{');
  pathfan_write_number(w, "stretch", a->stretch);
  pathfan_write_number(w, "dissimilarity", a->dissimilarity > 0 ? a->dissimilarity : NAN);
  if (a->separation > 0) pathfan_write_number(w, "separation", a->separation);
  pathfan_write_end(w, '}');
}

static void proof(pathfan_json_writer *w, const char *name, const pathfan_answer *a) {
  write_word(w, name, pathfan_proof_name(a->proof));
}

static void work(pathfan_json_writer *w, const char *name, const pathfan_answer *a) {
  pathfan_write_integer(w, name, (int64_t)a->work);
}

static void search(pathfan_json_writer *w, const char *name, const pathfan_answer *a) {
  const count counts[] = {{"expanded", a->search.expanded},
                          {"generated", a->search.generated},
                          {"pruned", a->search.pruned}};
  write_counts(w, name, counts, sizeof counts / sizeof *counts);
}

static void blocked_by(pathfan_json_writer *w, const char *name, const pathfan_answer *a) {
  if (a->blocked_by) write_word(w, name, pathfan_blocked_by_name(a->blocked_by));
}

static void backup(pathfan_json_writer *w, const char *name, const pathfan_answer *a) {
  if (a->separation > 0) pathfan_write_number(w, name, a->backup);
}

static const struct {
  const char *name;
  void (*write)(pathfan_json_writer *w, const char *name, const pathfan_answer *answer);
} parts[] = {{"status", status},
             {"reason", reason},
             {"from", from},
             {"to", to},
             {"from_snapped", from_snapped},
             {"to_snapped", to_snapped},
             {"generation", generation},
             {"candidates", candidates},
             {"bounds", bounds},
             {"proof", proof},
             {"work", work},
             {"search", search},
             {"blocked_by", blocked_by},
             {"backup", backup}};

void pathfan_write_answer(pathfan_json_writer *w, const pathfan_answer *answer, const char *names) {
  while (*names) {
    const size_t length = strcspn(names, " ");
    size_t i = 0;
    while (strlen(parts[i].name) != length || memcmp(parts[i].name, names, length) != 0) {
      i++;
      assert(i < sizeof parts / sizeof *parts);
    }
    parts[i].write(w, parts[i].name, answer);
    names += length + (names[length] == ' ');
  }
}

void pathfan_write_path(pathfan_json_writer *w, const pathfan_answer *answer, int32_t number) {
  const pathfan_path *path = &answer->paths[number];
  pathfan_write_number(w, "length", path->length);
  pathfan_write_begin(w, "points", '[');
  for (int32_t i = 0; i < path->point_count; i++) {
    if (i) putc_unlocked(',', w->out);
    put_point(w, path->points[i]);
  }
  pathfan_write_end(w, ']');
  if (answer->separation > 0) {
    pathfan_write_number(w, "apart", answer->apart[number]);
    pathfan_write_bool(w, "filled", answer->filled[number]);
  }
}

/* Writes a feature's number in the map's file; null if there is none. */
static void write_feature(pathfan_json_writer *w, int32_t feature) {
  if (feature < 0)
    pathfan_write_null(w, "feature");
  else
    pathfan_write_integer(w, "feature", feature);
}

void pathfan_write_text(pathfan_json_writer *w, const char *name, const char *text) {
  if (!text) {
    pathfan_write_null(w, name);
    return;
  }
  pathfan_write_name(w, name);
  putc_unlocked('"', w->out);
  for (; *text; text++) {
    if ((unsigned char)*text < ' ') {
      fprintf(w->out, "\\u%04x", (unsigned)*text);
      continue;
    }
    if (*text == '"' || *text == '\\') putc_unlocked('\\', w->out);
    putc_unlocked(*text, w->out);
  }
  putc_unlocked('"', w->out);
}

void pathfan_write_legs(pathfan_json_writer *w, const char *name, const pathfan_path *path) {
  pathfan_write_begin(w, name, '[');
  for (const pathfan_leg *leg = path->legs; leg < path->legs + path->leg_count; leg++) {
    pathfan_write_begin(w, NULL, '{');
    write_word(w, "kind", pathfan_leg_kind_name(leg->kind));
    pathfan_write_text(w, "name", leg->name);
    write_feature(w, leg->feature);
    pathfan_write_number(w, "rate", leg->rate);
    pathfan_write_number(w, "length", leg->length);
    pathfan_write_number(w, "cost", leg->cost);
    pathfan_write_integer(w, "first", leg->first);
    pathfan_write_integer(w, "last", leg->last);
    pathfan_write_begin(w, "crossed", '[');
    for (int32_t i = 0; i < leg->crossing_count; i++) {
      pathfan_write_begin(w, NULL, '{');
      pathfan_write_text(w, "name", leg->crossings[i].name);
      pathfan_write_number(w, "cost", leg->crossings[i].cost);
      write_feature(w, leg->crossings[i].feature);
      if (leg->crossings[i].bridge_feature >= 0) {
        pathfan_write_text(w, "bridge", leg->crossings[i].bridge);
        pathfan_write_integer(w, "bridge_feature", leg->crossings[i].bridge_feature);
      }
      pathfan_write_end(w, '}');
    }
    pathfan_write_end(w, ']');
    pathfan_write_end(w, '}');
  }
  pathfan_write_end(w, ']');
}

void pathfan_write_measures(pathfan_json_writer *w, const char *name, const pathfan_answer *answer,
                            const pathfan_measures *measures) {
  pathfan_write_begin(w, name, '{');
  pathfan_write_number(w, "bounded_stretch", measures->bounded_stretch);
  pathfan_write_number(w, "local_optimality", measures->local_optimality);
  pathfan_write_number(w, "similarity", measures->similarity);
  pathfan_write_number(w, "length_ratio", measures->length_ratio);
  if (answer->separation > 0) pathfan_write_number(w, "nearness", measures->nearness);
  pathfan_write_end(w, '}');
}

/* write.c - writes the parts of an answer as JSON text: a table of them by name. */
#include "request/write.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void pf_write_point(pf_json_writer *w, const char *name, pathfan_point point) {
  pf_write_xy(w, name, point.x, point.y);
}

/* A whole number as a member of an object. */
typedef struct count {
  const char *name;
  int64_t value;
} count;

static void write_counts(pf_json_writer *w, const count *counts, size_t n) {
  for (size_t i = 0; i < n; i++) pf_write_integer(w, counts[i].name, counts[i].value);
}

/* ---- Parts of an answer ---- */

static void status(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  pf_write_text(w, name, pathfan_outcome_name(a->outcome));
}

static void reason(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  pf_write_text(w, name, pathfan_reason_name(a->reason));
}

static void from(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  pf_write_point(w, name, a->from);
}

static void to(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  pf_write_point(w, name, a->to);
}

static void from_snapped(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  pf_write_bool(w, name, a->from_snapped);
}

static void to_snapped(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  pf_write_bool(w, name, a->to_snapped);
}

static void nearest(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  if (a->has_nearest) pf_write_point(w, name, a->nearest);
}

static void partial(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  if (a->partial) pf_write_bool(w, name, true);
}

static void radius(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  if (a->radius > 0) pf_write_number(w, name, a->radius);
}

static void generation(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  pf_write_integer(w, name, a->generation);
}

static void candidates(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  const pathfan_candidates *c = &a->candidates;
  const count counts[] = {{"tried", c->tried},           {"not_taut", c->not_taut},
                          {"too_long", c->too_long},     {"too_similar", c->too_similar},
                          {"not_simple", c->not_simple}, {"unfit", c->unfit},
                          {"entering", c->entering},     {"too_near", c->too_near},
                          {"unjudged", c->unjudged}};
  const size_t known = sizeof counts / sizeof *counts;
  pf_write_begin(w, name, '{');
  write_counts(w, counts, a->separation > 0 ? known : known - 2);
  if (a->max_loop > 0) pf_write_integer(w, "looping", c->looping);
  pf_write_end(w, '}');
}

/* Writes the bounds that held. */
static void bounds(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  pf_write_begin(w, name, '{');
  pf_write_number(w, "stretch", a->stretch);
  pf_write_number(w, "dissimilarity", a->dissimilarity > 0 ? a->dissimilarity : NAN);
  if (a->separation > 0) pf_write_number(w, "separation", a->separation);
  if (a->max_loop > 0) pf_write_number(w, "max_loop", a->max_loop);
  pf_write_end(w, '}');
}

static void proof(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  pf_write_text(w, name, pathfan_proof_name(a->proof));
}

static void work(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  pf_write_integer(w, name, (int64_t)a->work);
}

static void search(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  const count counts[] = {{"expanded", a->search.expanded},
                          {"generated", a->search.generated},
                          {"pruned", a->search.pruned}};
  pf_write_begin(w, name, '{');
  write_counts(w, counts, sizeof counts / sizeof *counts);
  pf_write_end(w, '}');
}

static void blocked_by(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  if (a->blocked_by) pf_write_text(w, name, pathfan_blocked_by_name(a->blocked_by));
}

static void backup(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  if (a->apart) pf_write_number(w, name, a->backup);
}

/* Only if it isn't. */
static void gap_reached(pf_json_writer *w, const char *name, const pathfan_answer *a) {
  if (a->path_count && !a->gap_reached) pf_write_bool(w, name, false);
}

static const struct {
  const char *name;
  void (*write)(pf_json_writer *w, const char *name, const pathfan_answer *answer);
} parts[] = {{"status", status},
             {"reason", reason},
             {"from", from},
             {"to", to},
             {"from_snapped", from_snapped},
             {"to_snapped", to_snapped},
             {"nearest", nearest},
             {"partial", partial},
             {"radius", radius},
             {"generation", generation},
             {"candidates", candidates},
             {"bounds", bounds},
             {"proof", proof},
             {"work", work},
             {"search", search},
             {"blocked_by", blocked_by},
             {"backup", backup},
             {"gap_reached", gap_reached}};

void pf_write_answer(pf_json_writer *w, const pathfan_answer *answer, const char *names) {
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

void pf_write_path(pf_json_writer *w, const pathfan_answer *answer, int32_t number) {
  const pathfan_path *path = &answer->paths[number];
  pf_write_number(w, "length", path->length);
  if (path->gap > 0) pf_write_number(w, "gap", path->gap);
  pf_write_begin(w, "points", '[');
  for (int32_t i = 0; i < path->point_count; i++) pf_write_point(w, NULL, path->points[i]);
  pf_write_end(w, ']');
  if (path->heights) {
    pf_write_begin(w, "heights", '[');
    for (int32_t i = 0; i < path->point_count; i++) pf_write_number(w, NULL, path->heights[i]);
    pf_write_end(w, ']');
  }
  if (answer->apart) pf_write_number(w, "apart", answer->apart[number]);
  if (answer->separation > 0) pf_write_bool(w, "filled", answer->filled[number]);
}

/* RFC 7946: a LineString has two or more positions; a path from a point to itself has one. */
void pf_write_line_string(pf_json_writer *w, const pathfan_path *path) {
  pf_write_begin(w, "coordinates", '[');
  if (path->point_count == 1) pf_write_point(w, NULL, path->points[0]);
  for (int32_t i = 0; i < path->point_count; i++) pf_write_point(w, NULL, path->points[i]);
  pf_write_end(w, ']');
}

/* Writes a feature's number in the map's file; null if there is none. */
static void write_feature(pf_json_writer *w, int32_t feature) {
  if (feature < 0)
    pf_write_null(w, "feature");
  else
    pf_write_integer(w, "feature", feature);
}

void pf_write_leg(pf_json_writer *w, const pathfan_leg *leg) {
  pf_write_text(w, "kind", pathfan_leg_kind_name(leg->kind));
  pf_write_text(w, "name", leg->name);
  write_feature(w, leg->feature);
  const bool is_linked = leg->kind == PATHFAN_LEG_WALK || leg->kind == PATHFAN_LEG_LINK;
  if (is_linked) pf_write_number(w, "level", leg->level);
  if (leg->floor) pf_write_text(w, "floor", leg->floor);
  pf_write_number(w, "rate", leg->rate);
  pf_write_number(w, "length", leg->length);
  pf_write_number(w, "cost", leg->cost);
  pf_write_integer(w, "first", leg->first);
  pf_write_integer(w, "last", leg->last);
  if (is_linked) return;
  pf_write_begin(w, "crossed", '[');
  for (int32_t i = 0; i < leg->crossing_count; i++) {
    pf_write_begin(w, NULL, '{');
    pf_write_text(w, "name", leg->crossings[i].name);
    pf_write_number(w, "cost", leg->crossings[i].cost);
    write_feature(w, leg->crossings[i].feature);
    if (leg->crossings[i].bridge_feature >= 0) {
      pf_write_text(w, "bridge", leg->crossings[i].bridge);
      pf_write_integer(w, "bridge_feature", leg->crossings[i].bridge_feature);
    }
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
}

void pf_write_legs(pf_json_writer *w, const char *name, const pathfan_path *path) {
  pf_write_begin(w, name, '[');
  for (const pathfan_leg *leg = path->legs; leg < path->legs + path->leg_count; leg++) {
    pf_write_begin(w, NULL, '{');
    pf_write_leg(w, leg);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
}

void pf_write_costs(pf_json_writer *w, const pathfan_path *path, bool is_terrain) {
  if (!is_terrain && !path->leg_count) return;
  pf_write_number(w, "cost", path->cost);
  pf_write_legs(w, "legs", path);
}

void pf_write_measures(pf_json_writer *w, const char *name, const pathfan_answer *answer,
                       const pathfan_measures *measures) {
  pf_write_begin(w, name, '{');
  pf_write_number(w, "bounded_stretch", measures->bounded_stretch);
  pf_write_number(w, "local_optimality", measures->local_optimality);
  pf_write_number(w, "similarity", measures->similarity);
  pf_write_number(w, "length_ratio", measures->length_ratio);
  pf_write_number(w, "loop", measures->loop);
  if (answer->separation > 0) pf_write_number(w, "nearness", measures->nearness);
  pf_write_end(w, '}');
}

void pf_write_ignored(pf_json_writer *w, const pf_source *source) {
  pathfan_ignored one;
  pf_write_begin(w, "ignored", '[');
  for (int32_t i = 0; pf_source_ignored(source, i, &one); i++) {
    pf_write_begin(w, NULL, '{');
    pf_write_text(w, "kind", one.kind);
    pf_write_integer(w, "count", one.count);
    pf_write_text(w, "sentence", one.sentence);
    pf_write_text(w, "example", one.example);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
}

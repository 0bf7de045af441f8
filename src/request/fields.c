/* fields.c - the table, and the sentences made from it. */
#include "request/fields.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"

/* ---- Names ---- */

static const char *effort_name(int32_t number) {
  static const char *const names[] = {
      [PATHFAN_EFFORT_FAST] = "fast", [PATHFAN_EFFORT_THOROUGH] = "thorough"};
  return names[number];
}

static const char *algorithm_name(int32_t number) {
  return pathfan_algorithm_name((pathfan_algorithm)number);
}

/* In the order of the bits PATHFAN_WITHOUT_*. */
static const char *pruning_name(int32_t number) {
  static const char *const names[] = {"root_history", "dead_ends", "cul_de_sacs", "intermediate",
                                      "components"};
  return names[number];
}

static const char *splices_name(int32_t number) {
  return pathfan_splices_name((pathfan_splices)number);
}

static const char *preset_name(int32_t number) {
  return pathfan_preset_name((pathfan_preset)number);
}

/* In the order of pf_field_weight. */
static const char *weight_name(int32_t number) {
  static const char *const names[] = {"length", "bounded_stretch", "similarity", "local_optimality",
                                      "nearness"};
  return names[number];
}

/* ---- The table ---- */

#define AT(member) .at = offsetof(pathfan_request, member)

/* In the order of help. */
const pf_field pf_fields[] = {
    {.name = "from", .kind = PF_FIELD_POINT, AT(from), .is_end = true},
    {.name = "to", .kind = PF_FIELD_POINT, AT(to), .is_end = true},
    {.name = "paths",
     .kind = PF_FIELD_COUNT,
     AT(paths),
     .least = 1,
     .value = "K",
     .help = "how many paths to find"},
    {.name = "stretch",
     .kind = PF_FIELD_NUMBER,
     AT(stretch),
     .least = 1,
     .value = "E",
     .help = "no path longer than E times the shortest"},
    {.name = "dissimilarity",
     .kind = PF_FIELD_NUMBER,
     AT(dissimilarity),
     .given = offsetof(pathfan_request, bind_dissimilarity), /* whatever the algorithm */
     .most = 1,
     .value = "T",
     .help = "any two paths differ by at least T",
     .more = "; plateaus and penalty ignore it unless it is given"},
    {.name = "separation",
     .kind = PF_FIELD_DISTANCE,
     AT(separation),
     .given = offsetof(pathfan_request, bind_separation),
     .share = offsetof(pathfan_request, separation_share),
     .value = "W",
     .help = "parts within W of another path count as shared with it",
     .more = "; W% is a share of the shortest path's length, and 2% by default; the larger of the "
             "two holds, 0 turns both off; plateaus and penalty ignore it unless it is given"},
    {.name = "separation_share",
     .need = PF_NEED_TUNING,
     .kind = PF_FIELD_NUMBER,
     AT(separation_share),
     .given = offsetof(pathfan_request, bind_separation),
     .most = 1,
     .value = "S",
     .help = "separation as a share of the shortest path's length"},
    {.name = "max_loop",
     .kind = PF_FIELD_NUMBER,
     AT(max_loop),
     .given = offsetof(pathfan_request, bind_loop),
     .least = 1,
     .zero = "loops are allowed",
     .value = "X",
     .help = "no path but the first turns back in plain sight: between two of its points that see "
             "each other it is at most X times as long as the straight line",
     .more = "; cvpd, plateaus and penalty ignore it unless it is given"},
    {.name = "max_gap",
     .need = PF_NEED_TUNING,
     .kind = PF_FIELD_NUMBER,
     AT(max_gap),
     .least = 1e-9,
     .most = 1,
     .zero = "1e-6",
     .value = "S",
     .help = "over areas with a rate, the first path's cost is at most this share above the least"},
    {.name = "preset",
     .kind = PF_FIELD_PRESET,
     .name_of = preset_name,
     .names = PATHFAN_PRESET_COUNT,
     .value = "P",
     .help = "set several options at once, before all others",
     .more = ": the defaults; dissimilarity 0.8; or as in the paper, with neither separation nor "
             "splices, and loops allowed"},
    {.name = "fill",
     .need = PF_NEED_TUNING,
     .kind = PF_FIELD_SWITCH,
     AT(fill),
     .help = "if fewer than K are found, add paths that separation 0 allows; they are marked"},
    {.name = "apart",
     .need = PF_NEED_TUNING,
     .kind = PF_FIELD_SWITCH,
     AT(apart),
     .help = "measure how much of each path is apart from the others, and how much of the shortest "
             "one has another path beside it",
     .more = "; query always does"},
    {.name = "splices",
     .need = PF_NEED_RESEARCH,
     .kind = PF_FIELD_CHOICE,
     AT(splices),
     .name_of = splices_name,
     .names = PATHFAN_SPLICES_ALWAYS + 1,
     .value = "S",
     .help = "whether candidates that meet are also joined to each other",
     .more = "; auto: if there is a separation"},
    {.name = "tables",
     .need = PF_NEED_RESEARCH,
     .kind = PF_FIELD_COUNT,
     AT(tables),
     .zero = "all",
     .value = "M",
     .help = "use the first M tables of the index"},
    {.name = "access",
     .need = PF_NEED_RESEARCH,
     .kind = PF_FIELD_COUNT,
     AT(access),
     .zero = "all",
     .value = "N",
     .help = "visible vertices at each end that look up via nodes in tables"},
    {.name = "effort",
     .kind = PF_FIELD_CHOICE,
     AT(effort),
     .name_of = effort_name,
     .names = PATHFAN_EFFORT_THOROUGH + 1,
     .value = "E",
     .help = "how hard to look for paths",
     .more = "; thorough tries every corner as a via node, as dissimilarity does"},
    {.name = "max_bounded_stretch",
     .need = PF_NEED_TUNING,
     .kind = PF_FIELD_NUMBER,
     AT(max_bounded_stretch),
     .least = 1,
     .zero = "no bound",
     .value = "B",
     .help =
         "reject paths but the first that have a part more than B times as long as the shortest "
         "path between its ends"},
    {.name = "min_local_optimality",
     .need = PF_NEED_TUNING,
     .kind = PF_FIELD_NUMBER,
     AT(min_local_optimality),
     .zero = "no bound",
     .value = "L",
     .help = "reject paths but the first that have a part shorter than L times the distance that "
             "isn't itself a shortest path"},
    {.name = "objective",
     .need = PF_NEED_TUNING,
     .kind = PF_FIELD_WEIGHTS,
     AT(objective),
     .name_of = weight_name,
     .names = 5,
     .value = "LIST",
     .help = "choose paths by the least weighted sum of measures instead of by length; any of"},
    {.name = "max_work",
     .need = PF_NEED_TUNING,
     .kind = PF_FIELD_WORK,
     AT(work_limit),
     .zero = "no limit",
     .value = "W",
     .help = "stop after W look-ups"},
    {.name = "algorithm",
     .need = PF_NEED_TUNING,
     .kind = PF_FIELD_CHOICE,
     AT(algorithm),
     .name_of = algorithm_name,
     .names = PATHFAN_ALGORITHM_COUNT,
     .value = "A",
     .help = "how paths are found",
     .more = ". index and cvpd need an index, cvpd one with tables; polyanya and astar find the "
             "shortest path only, astar from cell to cell"},
    {.name = "penalty",
     .need = PF_NEED_RESEARCH,
     .kind = PF_FIELD_NUMBER,
     AT(penalty),
     .least = 1,
     .above = true,
     .value = "F",
     .help = "algorithm penalty makes the edges of paths found F times as long"},
    {.name = "without",
     .need = PF_NEED_RESEARCH,
     .kind = PF_FIELD_FLAGS,
     .is_option = true,
     AT(without),
     .name_of = pruning_name,
     .names = 5,
     .value = "LIST",
     .help = "prunings that polyanya leaves out"},
    {.name = "snap",
     .kind = PF_FIELD_DISTANCE,
     AT(snap),
     .value = "R",
     .help =
         "move a blocked end to the nearest free point within R from which the other end can be "
         "reached"},
    {.name = "snap_any",
     .need = PF_NEED_TUNING,
     .kind = PF_FIELD_SWITCH,
     AT(snap_any),
     .help = "move a blocked end to the nearest free point, even if no path leads on from there"},
    {.name = "from_level",
     .kind = PF_FIELD_LEVEL,
     AT(from_level),
     .least = -INFINITY,
     .value = "L",
     .help = "the start is a point on the floor of level or name L, and the answer's points are on "
             "floors; on a mesh in space L is a height"},
    {.name = "to_level",
     .kind = PF_FIELD_LEVEL,
     AT(to_level),
     .least = -INFINITY,
     .value = "L",
     .help = "the goal is a point on the floor of level or name L (default: as --from-level)"},
    {.name = "link_flags",
     .need = PF_NEED_TUNING,
     .kind = PF_FIELD_WORK,
     AT(link_flags),
     .value = "N",
     .help = "a link can be used if all of its flags are among the bits of N"},
    {.name = "partial",
     .kind = PF_FIELD_SWITCH,
     AT(partial),
     .help = "if there is no path, go to the reachable point nearest to the goal; it is marked"},
    {.name = "radius",
     .kind = PF_FIELD_DISTANCE,
     AT(radius),
     .zero = "the index's own, of several the least",
     .value = "R",
     .help = "use the least radius of the index that isn't smaller than R"},
    {.name = "avoid",
     .kind = PF_FIELD_AREAS,
     AT(avoid),
     .value = "AREA",
     .help =
         "no path may touch the circle X,Y,R or the polygon X1,Y1,X2,Y2,X3,Y3,...; with @LEVEL its "
         "points are on that floor; with an agent radius, make it larger by that; may be repeated; "
         "not with astar"},
    {0}};

/* ---- Looking up ---- */

/* Whether text equals a name; '-' and '_' are the same. */
static bool is_same(const char *name, const char *text, size_t length) {
  if (strlen(name) != length) return false;
  for (size_t i = 0; i < length; i++)
    if ((name[i] == '-' ? '_' : name[i]) != (text[i] == '-' ? '_' : text[i])) return false;
  return true;
}

const pf_field *pf_field_find(const char *name) {
  for (const pf_field *f = pf_fields; f->name; f++)
    if (is_same(f->name, name, strlen(name))) return f;
  return NULL;
}

int32_t pf_field_name(const pf_field *field, const char *text, size_t length) {
  for (int32_t i = 0; i < field->names; i++)
    if (is_same(field->name_of(i), text, length)) return i;
  return -1;
}

bool pf_field_holds(const pf_field *field, double number) {
  if (field->zero && number == 0) return true;
  if (!isfinite(number) || (field->most > 0 && number > field->most)) return false;
  return field->above ? number > field->least : number >= field->least;
}

int pf_field_round(const pf_field *field) {
  return field->kind == PF_FIELD_PRESET ? 0 : field->share ? 1 : 2;
}

double *pf_field_weight(pathfan_objective *objective, int32_t number) {
  double *const weights[] = {&objective->length, &objective->bounded_stretch,
                             &objective->similarity, &objective->local_optimality,
                             &objective->nearness};
  return weights[number];
}

void *pf_field_in(const pf_field *field, pathfan_request *request) {
  return (char *)request + field->at;
}

int pf_field_end(const pf_field *field) {
  return field->at == offsetof(pathfan_request, to_level);
}

void pf_field_given(const pf_field *field, pathfan_request *request) {
  if (field->given) *(bool *)((char *)request + field->given) = true;
  if (field->share && *(double *)pf_field_in(field, request) == 0)
    *(double *)((char *)request + field->share) = 0;
}

bool pf_read_algorithm(const char *text, size_t length, pathfan_algorithm *algorithm) {
  const int32_t number = pf_field_name(pf_field_find("algorithm"), text, length);
  if (number < 0) return false;
  *algorithm = (pathfan_algorithm)number;
  return true;
}

/* ---- Sentences ---- */

const char *pf_field_option(const pf_field *field, char text[PF_FIELD_NAME_BYTES]) {
  snprintf(text, PF_FIELD_NAME_BYTES, "%s", field->name);
  for (char *c = text; *c; c++)
    if (*c == '_') *c = '-';
  return text;
}

/* Appends to a text of PF_FIELD_BYTES, as far as there is room. */
PF_PRINTF(2, 3) static void add(char *text, const char *format, ...) {
  const size_t length = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + length, PF_FIELD_BYTES - length, format, arguments);
  va_end(arguments);
}

/* The style of a list of names: separators between two and between the last two, and the marks
 * round each. */
typedef struct list_style {
  const char *between, *last, *open, *close;
  bool is_json; /* with '_', not '-' */
} list_style;

static const list_style alternatives = {", ", " or ", "", "", false};
static const list_style quoted = {", ", " or ", "\"", "\"", true};
static const list_style listed = {", ", ", ", "", "", false};
static const list_style weighed = {",", ",", "", "=W", false};

static void add_names(char *text, const pf_field *field, const list_style *style) {
  for (int32_t i = 0; i < field->names; i++) {
    add(text, "%s%s",
        i == 0                  ? ""
        : i + 1 == field->names ? style->last
                                : style->between,
        style->open);
    for (const char *c = field->name_of(i); *c; c++)
      add(text, "%c", *c == '_' && !style->is_json ? '-' : *c);
    add(text, "%s", style->close);
  }
}

const char *pf_field_quoted(const pf_field *field, char text[PF_FIELD_BYTES]) {
  text[0] = 0;
  add_names(text, field, &quoted);
  return text;
}

static bool is_number(const pf_field *field) {
  return field->kind >= PF_FIELD_COUNT && field->kind <= PF_FIELD_DISTANCE;
}

static void add_wanted_number(char *text, const pf_field *f) {
  const bool whole = f->kind == PF_FIELD_COUNT || f->kind == PF_FIELD_WORK;
  add(text, "a %s", whole ? "whole number" : f->kind == PF_FIELD_NUMBER ? "number" : "distance");
  if (f->above)
    add(text, " above %g", f->least);
  else if (f->most > 0)
    add(text, " from %g to %g", f->least, f->most);
  else if (f->kind == PF_FIELD_COUNT && f->zero && f->least == 0)
    add(text, " from 0 (%s) to 2147483647", f->zero);
  else if (f->kind == PF_FIELD_COUNT)
    add(text, " from %g to 2147483647", f->least);
  else if (f->zero && f->least == 0)
    add(text, ", 0 (%s) or more", f->zero);
  else if (isfinite(f->least))
    add(text, ", %g or more", f->least);
  if (f->zero && f->least > 0) add(text, ", or 0 (%s)", f->zero);
  if (f->share) add(text, ", or a share of it, 0%% to 100%%");
}

const char *pf_field_wanted(const pf_field *field, char text[PF_FIELD_BYTES]) {
  text[0] = 0;
  switch (field->kind) {
  case PF_FIELD_POINT: add(text, "X,Y, two finite numbers"); break;
  case PF_FIELD_COUNT:
  case PF_FIELD_WORK:
  case PF_FIELD_NUMBER:
  case PF_FIELD_DISTANCE: add_wanted_number(text, field); break;
  case PF_FIELD_LEVEL: add(text, "a number, or the name of a floor"); break;
  case PF_FIELD_SWITCH: break; /* an option without a value */
  case PF_FIELD_CHOICE:
  case PF_FIELD_PRESET: add_names(text, field, &alternatives); break;
  case PF_FIELD_FLAGS:
    add(text, "a list of ");
    add_names(text, field, &listed);
    break;
  case PF_FIELD_WEIGHTS:
    add(text, "a list of ");
    add_names(text, field, &weighed);
    add(text, ", weights 0 or more");
    break;
  case PF_FIELD_AREAS: add(text, "a circle X,Y,R or a polygon X1,Y1,X2,Y2,X3,Y3,..."); break;
  }
  return text;
}

/* Appends the range, unless it is all numbers from 0 on. */
static void add_range(char *text, const pf_field *f) {
  if (f->above)
    add(text, ", above %g", f->least);
  else if (f->most > 0)
    add(text, ", %g to %g", f->least, f->most);
  else if (f->least > 0)
    add(text, ", %g or more", f->least);
  if (f->zero) add(text, "; 0 means %s", f->zero);
}

static void add_default(char *text, const pf_field *f) {
  pathfan_request request;
  pathfan_request_init(&request);
  const void *at = pf_field_in(f, &request);
  switch (f->kind) {
  case PF_FIELD_COUNT: add(text, " (%d)", *(const int32_t *)at); break;
  case PF_FIELD_WORK: add(text, " (%llu)", (unsigned long long)*(const uint64_t *)at); break;
  case PF_FIELD_NUMBER:
  case PF_FIELD_DISTANCE:
    if (!isnan(*(const double *)at)) add(text, " (%g)", *(const double *)at);
    break;
  case PF_FIELD_CHOICE: add(text, " (%s)", f->name_of(*(const int32_t *)at)); break;
  default: break;
  }
}

const char *pf_field_help(const pf_field *field, char text[PF_FIELD_BYTES]) {
  text[0] = 0;
  add(text, "%s", field->help);
  if (field->names) add(text, ": ");
  add_names(text, field,
            field->kind == PF_FIELD_CHOICE || field->kind == PF_FIELD_PRESET ? &alternatives
            : field->kind == PF_FIELD_WEIGHTS                                ? &weighed
                                                                             : &listed);
  if (is_number(field)) add_range(text, field);
  add_default(text, field);
  if (field->more) add(text, "%s", field->more);
  return text;
}

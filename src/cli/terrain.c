/* terrain.c - terrains for people.
 *
 * The map's units are unknown: lengths are given without any, to four digits. Roads of a real map
 * change their number at every junction, so consecutive legs that look the same are shown as
 * one. */
#include "cli/terrain.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Reading ---- */

/* Longitudes and latitudes lie in these ranges; a map in degrees is told by its distance from the
 * origin, more than so many times its size. */
#define LONGITUDE_MAX 180
#define LATITUDE_MAX 90
#define DEGREES_FAR 10

PF_PRINTF(2, 3)
static void add_note(char text[CLI_NOTES_BYTES], const char *format, ...) {
  size_t length = strlen(text);
  va_list arguments;
  if (length) length += (size_t)snprintf(text + length, CLI_NOTES_BYTES - length, "; ");
  va_start(arguments, format);
  if (length < CLI_NOTES_BYTES)
    vsnprintf(text + length, CLI_NOTES_BYTES - length, format, arguments);
  va_end(arguments);
}

/* Notes that no road helps, unless it is left out for that, which is told anyway. */
static void note_roads(const pathfan_terrain_info *info, char text[CLI_NOTES_BYTES]) {
  if (info->arc_count && info->least_rate >= info->background_rate && !info->useless_roads)
    add_note(text,
             "no road is better than the ground beside it, whose rate is %.4g: rates are costs per "
             "distance, the lower the better; --background-rate says what the ground costs",
             info->background_rate);
}

/* Notes that no river can ever be crossed: none has a cost, and there is no other way over one. */
static void note_walls(const pf_source *source, char text[CLI_NOTES_BYTES]) {
  pathfan_terrain_line line;
  bool has_rivers = false;
  for (int32_t i = 0; pf_source_terrain_line(source, i, &line); i++) {
    const bool is_river = line.kind == PATHFAN_CLASS_RIVER;
    if (is_river ? isfinite(line.value) : line.is_apart || line.kind == PATHFAN_CLASS_BRIDGE)
      return;
    has_rivers = has_rivers || is_river;
  }
  if (has_rivers)
    add_note(text, "no river has a cost, so none is ever crossed; \"cost\" says what it costs "
                   "to cross one");
}

static void note_nothing(const pf_source *source, char text[CLI_NOTES_BYTES]) {
  pf_source_facts facts;
  pf_source_look(source, &facts);
  if (!facts.info.polygon_count)
    add_note(text, "there is no ground to walk on: areas whose rate is null, and obstacles, cover "
                   "the map");
}

static void note_centre(const pf_source *source, char text[CLI_NOTES_BYTES]) {
  double longitude, latitude;
  if (pf_source_centre(source, &longitude, &latitude))
    add_note(text, "metres east and north of longitude %.7g, latitude %.7g", longitude, latitude);
}

/* Whether a map may be in degrees, by the formats that have its file's ending. */
static bool may_be_degrees(const char *name) {
  const char *ending = strrchr(name, '.');
  bool is_known = false;
  pathfan_map_format_info format;
  for (int32_t f = 0; ending && pathfan_map_format_get(f, &format); f++) {
    for (int i = 0; format.endings[i]; i++) {
      if (strcasecmp(ending + 1, format.endings[i]) != 0) continue;
      if (format.is_projectable) return true;
      is_known = true;
    }
  }
  return !is_known;
}

/* Notes coordinates that look like degrees, which GeoJSON has unless told otherwise. */
static void note_degrees(const char *path, const pf_source *source, char text[CLI_NOTES_BYTES]) {
  pf_source_facts facts;
  pf_source_look(source, &facts);
  const pathfan_index_info *map = &facts.info;
  const double right = map->origin_x + map->width, low = map->origin_y + map->height;
  const double size = fmax(map->width, map->height);
  const double near_x = fmax(0, fmax(map->origin_x, -right));
  const double near_y = fmax(0, fmax(map->origin_y, -low));
  if (!may_be_degrees(facts.indexed ? map->source_name : path) ||
      fmax(fabs(map->origin_x), fabs(right)) > LONGITUDE_MAX ||
      fmax(fabs(map->origin_y), fabs(low)) > LATITUDE_MAX ||
      !(hypot(near_x, near_y) > DEGREES_FAR * size) || !(size > 0))
    return;
  add_note(text,
           "coordinates look like longitude and latitude: degrees of longitude are shorter than "
           "degrees of latitude, so lengths are wrong; --project local makes metres of them");
}

static bool is_told(const pf_source *source, const char *kind) {
  pathfan_ignored one;
  for (int32_t i = 0; pf_source_ignored(source, i, &one); i++)
    if (strcmp(one.kind, kind) == 0) return true;
  return false;
}

bool cli_map_notes(const char *path, const pf_source *source, char text[CLI_NOTES_BYTES]) {
  pathfan_terrain_info info;
  text[0] = '\0';
  if (pf_source_terrain_info(source, &info)) {
    note_roads(&info, text);
    note_walls(source, text);
    note_nothing(source, text);
  }
  if (!is_told(source, "degrees")) note_degrees(path, source, text);
  return text[0];
}

void cli_warn_map(const char *path, const pf_source *source) {
  char text[CLI_NOTES_BYTES];
  pathfan_ignored one;
  for (int32_t i = 0; pf_source_ignored(source, i, &one); i++)
    cli_message("%s: %s: %lld, %s%s", path, one.sentence, (long long)one.count,
                one.count > 1 ? "such as " : "", one.example);
  cli_map_notes(path, source, text);
  note_centre(source, text);
  if (text[0]) cli_message("%s: %s", path, text);
}

double cli_uncertainty(const pf_source *source, const pathfan_map_options *options) {
  pathfan_terrain_info info;
  pathfan_terrain_area area;
  double tolerance = options->simplify, dearest;
  if (!pf_source_terrain_info(source, &info)) return 0;
  dearest = info.background_rate;
  if (source->index) {
    pathfan_index_info of;
    pathfan_map_options built;
    char texts[PATHFAN_MAP_TEXTS_BYTES];
    pathfan_index_info_get(source->index, &of);
    pathfan_map_options_of(of.options, &built, texts);
    tolerance = built.simplify;
  }
  for (int32_t i = 0; pf_source_terrain_area(source, i, &area); i++)
    if (isfinite(area.rate)) dearest = fmax(dearest, area.rate);
  return 2 * tolerance * dearest;
}

/* ---- Summary ---- */

/* Names that fit into a line; further ones are counted. */
#define NAMES_SHOWN 6
#define ROADS_SHOWN 12

typedef struct crossed_river {
  const char *name; /* NULL: all without a name */
  int32_t times;
} crossed_river;

static bool is_same_name(const char *a, const char *b) {
  return a == b || (a && b && strcmp(a, b) == 0);
}

static void print_crossed(FILE *out, const pathfan_path *path) {
  crossed_river rivers[NAMES_SHOWN];
  int32_t known = 0, nameless = 0, others = 0, all = 0, bridges = 0;
  double cost = 0;
  for (const pathfan_leg *leg = path->legs; leg < path->legs + path->leg_count; leg++)
    for (int32_t i = 0; i < leg->crossing_count; i++) {
      const pathfan_crossing *crossing = &leg->crossings[i];
      int32_t r = 0;
      all++;
      cost += crossing->cost;
      bridges += crossing->bridge_feature >= 0;
      while (r < known && !is_same_name(rivers[r].name, crossing->name)) r++;
      if (!crossing->name)
        nameless++;
      else if (r < known)
        rivers[r].times++;
      else if (known < NAMES_SHOWN)
        rivers[known++] = (crossed_river){crossing->name, 1};
      else
        others++;
    }
  if (!all) return;
  fprintf(out, "; %" PRId32 " river%s crossed", all, all == 1 ? "" : "s");
  if (bridges == 1) fputs(all == 1 ? " by a bridge" : ", 1 by a bridge,", out);
  if (bridges > 1) fprintf(out, ", %" PRId32 " by bridges,", bridges);
  fprintf(out, " at a cost of %.4g", cost);
  for (int32_t r = 0; r < known; r++) {
    fprintf(out, "%s%s", r ? ", " : ": ", rivers[r].name);
    if (rivers[r].times > 1) fprintf(out, " %" PRId32 " times", rivers[r].times);
  }
  if (others) fprintf(out, ", %" PRId32 " more", others);
  if (known && nameless) fprintf(out, ", %" PRId32 " without a name", nameless);
}

/* Prints the names of the roads in order, consecutive equal ones once. */
static void print_roads(FILE *out, const pathfan_path *path) {
  const char *last = NULL;
  int32_t shown = 0, left = 0;
  for (const pathfan_leg *leg = path->legs; leg < path->legs + path->leg_count; leg++) {
    if (leg->kind != PATHFAN_LEG_ROAD || !leg->name || is_same_name(leg->name, last)) continue;
    last = leg->name;
    if (shown == ROADS_SHOWN)
      left++;
    else
      fprintf(out, "%s%s", shown++ ? ", " : "      by ", leg->name);
  }
  if (left) fprintf(out, ", %" PRId32 " more", left);
  if (shown) putc('\n', out);
}

void cli_way_summary(FILE *out, const pathfan_path *path) {
  double along[PATHFAN_LEG_BORDER + 1] = {0}, costs[PATHFAN_LEG_BORDER + 1] = {0};
  for (const pathfan_leg *leg = path->legs; leg < path->legs + path->leg_count; leg++) {
    along[leg->kind] += leg->length;
    costs[leg->kind] += leg->cost;
    for (int32_t i = 0; i < leg->crossing_count; i++) costs[leg->kind] -= leg->crossings[i].cost;
  }
  const double areas = along[PATHFAN_LEG_AREA] + along[PATHFAN_LEG_BORDER];
  const double off = along[PATHFAN_LEG_OFF_ROAD] + along[PATHFAN_LEG_BANK] + areas;
  const double off_cost = costs[PATHFAN_LEG_OFF_ROAD] + costs[PATHFAN_LEG_BANK] +
                          costs[PATHFAN_LEG_AREA] + costs[PATHFAN_LEG_BORDER];
  const double road = along[PATHFAN_LEG_ROAD];
  fputs("      ", out);
  if (road > 0)
    fprintf(out, "%.4g on roads (%.0f%%) at a cost of %.4g, %.4g off them at %.4g", road,
            100 * road / (road + off), costs[PATHFAN_LEG_ROAD], off, off_cost);
  else
    fputs("off the roads all the way", out);
  if (along[PATHFAN_LEG_BANK] > 0)
    fprintf(out, ", of which %.4g along rivers", along[PATHFAN_LEG_BANK]);
  if (areas > 0)
    fprintf(out, ", %s%.4g over areas", along[PATHFAN_LEG_BANK] > 0 ? "" : "of which ", areas);
  print_crossed(out, path);
  putc('\n', out);
  print_roads(out, path);
}

/* ---- Several paths ---- */

/* A name in a path, and where it first occurs. */
typedef struct met_name {
  const char *name;
  int32_t path;
  int64_t place;
} met_name;

static int by_name(const void *a, const void *b) {
  const met_name *x = a, *y = b;
  const int order = strcmp(x->name, y->name);
  if (order) return order;
  return x->path != y->path ? x->path - y->path : (x->place > y->place) - (x->place < y->place);
}

/* A name that several paths share: consecutive entries in the list of all names. */
typedef struct shared_name {
  const met_name *first;
  int32_t count; /* paths */
} shared_name;

static int by_place(const void *a, const void *b) {
  const shared_name *x = a, *y = b;
  return (x->first->place > y->first->place) - (x->first->place < y->first->place);
}

/* Returns the name of a crossing: the bridge's or, if there is no named bridge, the river's. */
static const char *name_of(const pathfan_crossing *crossing) {
  return crossing->bridge ? crossing->bridge : crossing->name;
}

/* Lists all names of roads, bridges and crossed rivers, each once per path, sorted by_name. Returns
 * their number. */
static int64_t list_names(const pathfan_answer *answer, met_name *names) {
  int64_t count = 0, kept = 0;
  for (int32_t i = 0; i < answer->path_count; i++)
    for (int32_t l = 0; l < answer->paths[i].leg_count; l++) {
      const pathfan_leg *leg = &answer->paths[i].legs[l];
      if (leg->name) names[count] = (met_name){leg->name, i, count}, count++;
      for (int32_t k = 0; k < leg->crossing_count; k++)
        if (name_of(&leg->crossings[k]))
          names[count] = (met_name){name_of(&leg->crossings[k]), i, count}, count++;
    }
  if (count) qsort(names, (size_t)count, sizeof *names, by_name);
  for (int64_t i = 0; i < count; i++)
    if (!i || names[i].path != names[i - 1].path || strcmp(names[i].name, names[i - 1].name) != 0)
      names[kept++] = names[i];
  return kept;
}

static void print_shared(FILE *out, const shared_name *shared, int64_t count, int32_t paths) {
  fputs("several take ", out);
  for (int64_t i = 0; i < count && i < ROADS_SHOWN; i++) {
    fprintf(out, "%s%s (", i ? ", " : "", shared[i].first->name);
    if (shared[i].count == paths)
      fputs("all", out);
    else
      for (int32_t k = 0; k < shared[i].count; k++)
        fprintf(out, "%s%" PRId32, k ? " " : "", shared[i].first[k].path + 1);
    putc(')', out);
  }
  if (count > ROADS_SHOWN) fprintf(out, ", %" PRId64 " more", count - ROADS_SHOWN);
  putc('\n', out);
}

void cli_ways_shared(FILE *out, const pathfan_answer *answer) {
  int64_t room = 0, shared_count = 0;
  for (int32_t i = 0; i < answer->path_count; i++)
    for (int32_t l = 0; l < answer->paths[i].leg_count; l++)
      room += 1 + answer->paths[i].legs[l].crossing_count;
  met_name *names = malloc((size_t)(room + 1) * sizeof *names);
  shared_name *shared = malloc((size_t)(room + 1) * sizeof *shared);
  const int64_t count = names && shared ? list_names(answer, names) : 0; /* optional */
  for (int64_t i = 0, next; i < count; i = next) {
    for (next = i + 1; next < count && strcmp(names[i].name, names[next].name) == 0;) next++;
    if (next - i > 1) shared[shared_count++] = (shared_name){&names[i], (int32_t)(next - i)};
  }
  if (shared_count) {
    qsort(shared, (size_t)shared_count, sizeof *shared, by_place);
    print_shared(out, shared, shared_count, answer->path_count);
  }
  free(names);
  free(shared);
}

void cli_ways_refused(FILE *out, const pathfan_answer *answer, int32_t wanted, bool has_lines) {
  const pathfan_candidates *c = &answer->candidates;
  fprintf(out, "%" PRId32 " of %" PRId32 ": of %" PRId32 " paths through other places",
          answer->path_count, wanted, c->tried);
  if (answer->path_count > 1) fprintf(out, ", %" PRId32 " taken", answer->path_count - 1);
  if (c->too_long)
    fprintf(out, ", %" PRId32 " dearer than %.4g times path 1", c->too_long, answer->stretch);
  if (c->not_taut)
    fprintf(out, ", %" PRId32 " with a needless bend, so not the cheapest there", c->not_taut);
  if (c->too_similar)
    fprintf(out,
            ", %" PRId32 " sharing %smore than %.4g%% of their cost with a path listed, or running "
            "just beside it",
            c->too_similar, has_lines ? "roads and rivers worth " : "",
            100 * (1 - answer->dissimilarity));
  if (c->too_near)
    fprintf(out, ", %" PRId32 " too near to a path (separation %.4g)", c->too_near,
            answer->separation);
  if (c->unjudged) fprintf(out, ", %" PRId32 " not examined (--effort thorough does)", c->unjudged);
  putc('\n', out);
}

/* ---- Legs ---- */

/* Legs shown at most: a screenful. */
#define LEGS_SHOWN 24

static bool looks_same(const pathfan_leg *a, const pathfan_leg *b) {
  return a->kind == b->kind && a->rate == b->rate && is_same_name(a->name, b->name);
}

static void print_leg(FILE *out, const pathfan_leg *leg, const pathfan_leg *end) {
  const char *kind = pathfan_leg_kind_name(leg->kind);
  double length = 0, cost = 0;
  for (const pathfan_leg *l = leg; l < end; l++) {
    length += l->length;
    cost += l->cost;
  }
  fprintf(out, "      %-8s  %9.4g  %9.4g  %6.4g", kind, length, cost, leg->rate);
  if (leg->name) fprintf(out, "  %s", leg->name);
  bool any = false;
  for (const pathfan_leg *l = leg; l < end; l++)
    for (int32_t i = 0; i < l->crossing_count; i++, any = true) {
      const pathfan_crossing *c = &l->crossings[i];
      fprintf(out, "%s%s",
              any         ? ", "
              : leg->name ? "; over "
                          : "  over ",
              c->name ? c->name : "a river");
      if (c->bridge_feature < 0)
        fprintf(out, " (%.4g)", c->cost);
      else
        fprintf(out, " by %s", c->bridge ? c->bridge : "a bridge");
    }
  putc('\n', out);
}

void cli_way_legs(FILE *out, const pathfan_path *path) {
  int32_t shown = 0, left = 0;
  fprintf(out, "%s      leg          length       cost    rate%s\n", cli_bold(), cli_plain());
  for (int32_t i = 0, next; i < path->leg_count; i = next) {
    for (next = i + 1; next < path->leg_count && looks_same(&path->legs[i], &path->legs[next]);)
      next++;
    if (shown++ < LEGS_SHOWN)
      print_leg(out, &path->legs[i], &path->legs[next]);
    else
      left++;
  }
  if (left) fprintf(out, "      %" PRId32 " more: --json has them all\n", left);
}

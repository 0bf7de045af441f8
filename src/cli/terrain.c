/* terrain.c - terrains for people.
 *
 * Units are the map's, which nobody knows: lengths stand without any, to four digits. Roads of a
 * real map change their number at every junction, so legs that look the same are one here. */
#include "cli/terrain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pathfan/terrain.h"

/* ---- Reading ---- */

void cli_warn_terrain(const char *path, const pathfan_map *map) {
  pathfan_terrain_info info;
  char text[512] = "";
  size_t length = 0;
  pathfan_map_terrain_info(map, &info);
  const struct {
    int32_t count;
    const char *one, *many;
  } notes[] = {
      {info.overlapping_roads, "road overlaps another, where the lower rate holds",
       "roads overlap others, where the lower rate holds"},
      {info.overlapping_rivers, "river overlaps another, where the higher cost holds",
       "rivers overlap others, where the higher cost holds"},
      {info.useless_roads, "road is no better than the ground beside it and is left out",
       "roads are no better than the ground beside them and are left out"},
      {info.lost_bridges, "bridge is on no river and is left out",
       "bridges are on no river and are left out"},
      {info.cut_roads, "road is cut where it runs through an obstacle or off the map",
       "roads are cut where they run through obstacles or off the map"},
  };
  for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
    if (notes[i].count)
      length += (size_t)snprintf(text + length, sizeof text - length, "%s%" PRId32 " %s",
                                 length ? "; " : "", notes[i].count,
                                 notes[i].count == 1 ? notes[i].one : notes[i].many);
  if (length) cli_message("%s: %s", path, text);
}

/* ---- Summary ---- */

/* Names that fit into a line; of more their number is told. */
#define NAMES_SHOWN 6

typedef struct crossed_river {
  const char *name; /* NULL: all that have none */
  int32_t times;
} crossed_river;

static bool is_same_name(const char *a, const char *b) {
  return a == b || (a && b && strcmp(a, b) == 0);
}

static void print_crossed(FILE *out, const pathfan_path *path) {
  crossed_river rivers[NAMES_SHOWN];
  int32_t known = 0, nameless = 0, others = 0, all = 0;
  double cost = 0;
  for (const pathfan_leg *leg = path->legs; leg < path->legs + path->leg_count; leg++)
    for (int32_t i = 0; i < leg->crossing_count; i++) {
      const pathfan_crossing *crossing = &leg->crossings[i];
      int32_t r = 0;
      all++;
      cost += crossing->cost;
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
  fprintf(out, "; %" PRId32 " river%s crossed at a cost of %.4g", all, all == 1 ? "" : "s", cost);
  for (int32_t r = 0; r < known; r++) {
    fprintf(out, "%s%s", r ? ", " : ": ", rivers[r].name);
    if (rivers[r].times > 1) fprintf(out, " %" PRId32 " times", rivers[r].times);
  }
  if (others) fprintf(out, ", %" PRId32 " more", others);
  if (known && nameless) fprintf(out, ", %" PRId32 " without a name", nameless);
}

void cli_way_summary(FILE *out, const pathfan_path *path) {
  double along[PATHFAN_LEG_BANK + 1] = {0};
  for (const pathfan_leg *leg = path->legs; leg < path->legs + path->leg_count; leg++)
    along[leg->kind] += leg->length;
  const double off = along[PATHFAN_LEG_OFF_ROAD] + along[PATHFAN_LEG_BANK];
  const double road = along[PATHFAN_LEG_ROAD];
  fputs("      ", out);
  if (road > 0)
    fprintf(out, "%.4g on roads (%.0f%%), %.4g off them", road, 100 * road / (road + off), off);
  else
    fputs("off the roads all the way", out);
  print_crossed(out, path);
  putc('\n', out);
}

/* ---- Legs ---- */

/* Legs shown at most: those that a screen holds. */
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
      fprintf(out, "%s%s (%.4g)",
              any         ? ", "
              : leg->name ? "; over "
                          : "  over ",
              c->name ? c->name : "a river", c->cost);
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

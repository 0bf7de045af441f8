/* answer.c - showing answers: JSON, a table for people, GeoJSON, SVG. */
#include "cli/answer.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/advice.h"
#include "cli/outcome.h"
#include "cli/picture.h"
#include "cli/roads.h"
#include "cli/links.h"
#include "cli/terrain.h"
#include "draw/svg.h"
#include "pathfan/inspect.h"
#include "pathfan/terrain.h"
#include "request/write.h"

/* Returns path i's length, on a terrain its cost, over that of the first. */
static double stretch(const pathfan_answer *answer, int32_t i) {
  double least = answer->paths[0].cost;
  return least > 0 ? answer->paths[i].cost / least : 1.0;
}

/* Whether paths have costs and legs. */
static bool has_costs(const cli_reply *reply) {
  return reply->is_terrain || cli_has_links(reply->answer);
}

/* ---- JSON ---- */

/* Writes which field of an invalid request is out of range. */
static void write_flaw(pf_json_writer *w, pathfan_outcome outcome, const pathfan_query *query) {
  if (outcome != PATHFAN_OUTCOME_INVALID_REQUEST) return;
  pf_write_text(w, "error", pathfan_query_error(query));
}

/* Begins a line of JSON with id, which is JSON already. */
static pf_json_writer begin_line(FILE *out, const char *id) {
  pf_json_writer w = {.out = out};
  pf_write_begin(&w, NULL, '{');
  pf_write_json(&w, "id", "%s", id);
  return w;
}

static void end_line(pf_json_writer *w) {
  pf_write_end(w, '}');
  putc('\n', w->out);
}

void cli_answer_json(FILE *out, const char *id, const cli_reply *reply) {
  const pathfan_answer *answer = reply->answer;
  pf_json_writer w = begin_line(out, id);
  pf_write_answer(&w, answer, "status");
  write_flaw(&w, answer->outcome, reply->query);
  pf_write_answer(&w, answer, "blocked_by reason nearest partial radius");
  pf_write_begin(&w, "paths", '[');
  for (int32_t i = 0; i < answer->path_count; i++) {
    pf_write_begin(&w, NULL, '{');
    if (has_costs(reply)) pf_write_number(&w, "cost", answer->paths[i].cost);
    pf_write_path(&w, answer, i);
    if (reply->uncertainty > 0)
      pf_write_number(&w, "uncertainty", reply->uncertainty * answer->paths[i].point_count);
    if (has_costs(reply)) pf_write_legs(&w, "legs", &answer->paths[i]);
    if (reply->each) pf_write_measures(&w, "measures", answer, &reply->each[i]);
    pf_write_end(&w, '}');
  }
  pf_write_end(&w, ']');
  pf_write_answer(
      &w, answer,
      "backup candidates from to bounds gap_reached proof from_snapped to_snapped work");
  if (answer->search.generated) pf_write_answer(&w, answer, "search");
  if (reply->each) pf_write_measures(&w, "measures", answer, &reply->all);
  if (reply->chosen >= 0) pf_write_integer(&w, "chosen", reply->chosen);
  end_line(&w);
}

void cli_distance_json(FILE *out, const char *id, const cli_asking *asking,
                       const cli_distance *distance) {
  const pathfan_answer *of = &distance->of;
  pf_json_writer w = begin_line(out, id);
  pf_write_answer(&w, of, "status nearest partial");
  write_flaw(&w, distance->outcome, asking->query);
  if (distance->is_known)
    pf_write_number(&w, asking->is_terrain ? "cost" : "length", distance->length);
  if (of->from_snapped || of->to_snapped)
    pf_write_answer(&w, of, "from to from_snapped to_snapped");
  if (distance->gap > 0) pf_write_number(&w, "gap", distance->gap);
  if (distance->is_gap_missed) pf_write_bool(&w, "gap_reached", false);
  end_line(&w);
}

void cli_error_json(FILE *out, const char *id, const char *sentence, int64_t line) {
  pf_json_writer w = begin_line(out, id);
  pf_write_text(&w, "error", sentence);
  pf_write_integer(&w, "line", line);
  end_line(&w);
}

void cli_change_json(FILE *out, const char *id, const pathfan_obstacles *obstacles,
                     const int64_t *ids, int32_t count) {
  pf_json_writer w = begin_line(out, id);
  pf_write_integer(&w, "obstacles_version", (int64_t)pathfan_obstacles_version(obstacles));
  pf_write_begin(&w, "ids", '[');
  for (int32_t i = 0; i < count; i++) pf_write_integer(&w, NULL, ids[i]);
  pf_write_end(&w, ']');
  end_line(&w);
}

/* ---- For people ---- */

/* Points shown beside the numbers of a path; longer paths show their first ones and the last,
 * unless all are wanted. */
#define POINTS_SHOWN 5

/* Significant digits of coordinates: eight, and as many as show a millionth of the path's length.
 */
static int digits_of(const pathfan_path *path) {
  double most = 0;
  for (int32_t i = 0; i < path->point_count; i++)
    most = fmax(most, fmax(fabs(path->points[i].x), fabs(path->points[i].y)));
  if (!(path->length > 0) || !(most > 0)) return 8;
  return (int)fmin(17, fmax(8, ceil(log10(most / path->length) + 6)));
}

/* Decimals of lengths: four, and more if a length is below 1. */
static int decimals_of(double length) {
  return length > 0 && length < 1 ? (int)fmin(15, 4 - floor(log10(length))) : 4;
}

static void print_points(FILE *out, const pathfan_path *path, bool all) {
  const int digits = digits_of(path);
  const bool fits = all || path->point_count <= POINTS_SHOWN + 2;
  const int32_t shown = fits ? path->point_count : POINTS_SHOWN;
  for (int32_t i = 0; i < shown; i++)
    fprintf(out, " %.*g,%.*g", digits, path->points[i].x, digits, path->points[i].y);
  if (shown < path->point_count) {
    const pathfan_point *last = &path->points[path->point_count - 1];
    fprintf(out, " ... %d more (--points all) ... %.*g,%.*g", path->point_count - shown - 1, digits,
            last->x, digits, last->y);
  }
}

static const char *lone_reason(const pathfan_answer *answer) {
  const pathfan_path *path = &answer->paths[0];
  bool stays = !(path->length > 0); /* a link has no length */
  for (int32_t i = 0; i < path->leg_count; i++)
    stays = stays && path->legs[i].kind != PATHFAN_LEG_LINK;
  return stays ? "the start is the goal" : "no other candidate was tried";
}

/* Prints what happened to the candidates, leaving out counts of zero. */
static void print_refused(FILE *out, const pathfan_answer *answer) {
  const pathfan_candidates *tested = &answer->candidates;
  const struct {
    int32_t count;
    const char *words;
  } fates[] = {{answer->path_count - 1, "taken"},
               {tested->not_taut, "not taut"},
               {tested->too_long, "too long"},
               {tested->too_similar, "too similar"},
               {tested->not_simple, "crossing themselves"},
               {tested->unfit, "out of bounds or refused"},
               {tested->entering, "through an area to avoid"},
               {tested->looping, "turning back in plain sight"}};
  fprintf(out, "of %d candidate%s", tested->tried, tested->tried == 1 ? "" : "s");
  for (size_t i = 0; i < sizeof fates / sizeof *fates; i++)
    if (fates[i].count) fprintf(out, ", %d %s", fates[i].count, fates[i].words);
  if (tested->too_near)
    fprintf(out, ", %d too near to a path (separation %.4g)", tested->too_near, answer->separation);
}

static void print_reason(FILE *out, const cli_asking *asking, const pathfan_answer *answer) {
  if (answer->reason == PATHFAN_REASON_COMPLETE) return;
  const bool chooses = answer->path_count && answer->paths[0].gap > 0; /* over areas */
  if (answer->reason == PATHFAN_REASON_NO_CANDIDATES && answer->search.generated && !chooses) {
    fputs(asking->source.index ? "a search finds one path; --algorithm index may find more\n"
                               : "a search finds one path; an index may have more\n",
          out);
    return;
  }
  fprintf(out, "%d of %d: ", answer->path_count, asking->request.paths);
  switch (answer->reason) {
  case PATHFAN_REASON_COMPLETE: break;
  case PATHFAN_REASON_NO_CANDIDATES: fputs(lone_reason(answer), out); break;
  case PATHFAN_REASON_REJECTED: print_refused(out, answer); break;
  case PATHFAN_REASON_WORK_LIMIT: fputs("the work limit was reached", out); break;
  }
  putc('\n', out);
}

/* Prints the columns between stretch and points. */
static void print_measures_row(FILE *out, const pathfan_measures *measures) {
  fprintf(out, "  %7.4f  %7.4f  %7.4f  %7.4f", measures->bounded_stretch,
          measures->local_optimality, measures->similarity, measures->loop);
}

/* Whether the answer tells how far apart the paths keep. */
static bool keeps_apart(const pathfan_answer *answer) {
  return answer->apart && answer->path_count > 1;
}

/* Explains the column "apart", how much of path 1 may be blocked, and marked paths. */
static void print_spread(FILE *out, const pathfan_answer *answer) {
  bool filled = false;
  for (int32_t i = 0; i < answer->path_count; i++) filled = filled || answer->filled[i];
  if (filled)
    fprintf(out, "* filled in: nearer to another path than separation %.4g allows\n",
            answer->separation);
  fprintf(out,
          "apart: the share of a path that is farther than %.4g from all others\n"
          "a single blockage anywhere on %.0f%% of path 1 leaves another open\n",
          answer->separation, 100 * answer->backup);
}

void cli_answer_text(FILE *out, const cli_asking *asking, const cli_reply *reply) {
  const int32_t wanted = asking->request.paths;
  const pathfan_answer *answer = reply->answer;
  if (answer->from_snapped)
    fprintf(out, "the start was blocked and moved to %.8g,%.8g\n", answer->from.x, answer->from.y);
  if (answer->to_snapped)
    fprintf(out, "the goal was blocked and moved to %.8g,%.8g\n", answer->to.x, answer->to.y);
  if (answer->partial)
    fprintf(out, "no path leads to the goal; the reachable point nearest to it is %.8g,%.8g\n",
            answer->to.x, answer->to.y);
  const bool has_floors = pathfan_query_floor_count(asking->query) > 1;
  const bool apart = keeps_apart(answer);
  fprintf(out, "%spath  %s      length  stretch%s%s  points%s\n", cli_bold(),
          has_costs(reply) ? "        cost  " : "",
          reply->each ? "  bounded  optimal  similar     loop" : "", apart ? "  apart" : "",
          cli_plain());
  for (int32_t i = 0; i < answer->path_count; i++) {
    const pathfan_path *path = &answer->paths[i];
    fprintf(out, "%4d", i + 1);
    if (has_costs(reply)) fprintf(out, "  %12.*f", decimals_of(path->cost), path->cost);
    fprintf(out, "  %12.*f  %7.4f", decimals_of(path->length), path->length, stretch(answer, i));
    if (reply->each) print_measures_row(out, &reply->each[i]);
    if (apart) fprintf(out, " %4.0f%%%c", 100 * answer->apart[i], answer->filled[i] ? '*' : ' ');
    const bool listed = !reply->is_terrain || asking->all_points; /* legs tell more */
    fprintf(out, listed ? "  %d:" : "  %d", path->point_count);
    if (listed) print_points(out, path, asking->all_points);
    putc('\n', out);
    if (reply->is_terrain && path->leg_count) cli_way_summary(out, path);
    if (!reply->is_terrain) cli_link_summary(out, path, has_floors);
    if (reply->uncertainty > 0)
      fprintf(out, "      without --simplify it may cost %.3g more or less (%.2g%%)\n",
              reply->uncertainty * path->point_count,
              100 * reply->uncertainty * path->point_count / path->cost);
    if (path->gap > 0)
      fprintf(out, "      the least cost is at least %.*f: a gap of %.2g%%\n",
              decimals_of(path->cost) + 6, path->cost - path->gap, 100 * path->gap / path->cost);
  }
  if (answer->path_count && !answer->gap_reached)
    fprintf(out, "the search ended before the gap was as small as asked for\n");
  if (answer->path_count == 1 && reply->is_terrain && answer->paths[0].leg_count)
    cli_way_legs(out, &answer->paths[0]);
  if (answer->path_count > 1 && reply->is_terrain) cli_ways_shared(out, answer);
  if (reply->each) {
    fprintf(out, " all                %7.4f", reply->all.length_ratio);
    print_measures_row(out, &reply->all);
    putc('\n', out);
  }
  if (apart) print_spread(out, answer);
  pathfan_terrain_line line;
  if (reply->is_terrain && answer->reason == PATHFAN_REASON_REJECTED)
    cli_ways_refused(out, answer, wanted, pf_source_terrain_line(&asking->source, 0, &line));
  else
    print_reason(out, asking, answer);
  cli_advise(out, asking, answer);
  if (reply->chosen >= 0) fprintf(out, "chosen: path %d\n", reply->chosen + 1);
}

/* ---- Rows of many ---- */

void cli_rows_head(const cli_asking *asking) {
  printf("%s  line  status           %s%s%s\n", cli_bold(),
         asking->distance     ? asking->is_terrain ? "cost" : "length"
         : asking->measures   ? "paths  bounded  optimal  similar  lengths"
         : asking->is_terrain ? "paths  costs"
                              : "paths  lengths",
         asking->choose ? "  (*: chosen)" : "", cli_plain());
}

void cli_answer_row(const cli_asking *asking, int64_t line, const cli_reply *reply) {
  const pathfan_answer *answer = reply->answer;
  printf("%6" PRId64 "  %-15s  %5d", line, pathfan_outcome_name(answer->outcome),
         answer->path_count);
  if (reply->each)
    print_measures_row(stdout, &reply->all);
  else if (asking->measures)
    printf("%27s", "");
  for (int32_t i = 0; i < answer->path_count; i++)
    printf("%s%.*f%s", i ? " " : "  ", decimals_of(answer->paths[i].cost), answer->paths[i].cost,
           i == reply->chosen ? "*" : "");
  putchar('\n');
}

void cli_distance_row(int64_t line, const cli_distance *distance) {
  const double length = distance->length;
  printf("%6" PRId64 "  %-15s", line, pathfan_outcome_name(distance->outcome));
  if (distance->is_known) printf("  %.*f", decimals_of(length), length);
  putchar('\n');
}

void cli_error_row(int64_t line, const char *sentence) {
  printf("%6" PRId64 "  malformed        %s\n", line, sentence);
}

/* ---- Files ---- */

static void print_features(FILE *out, const cli_reply *reply) {
  const pathfan_answer *answer = reply->answer;
  pf_json_writer w = {.out = out};
  pf_begin_collection(&w);
  pf_write_begin(&w, "features", '[');
  for (int32_t i = 0; i < answer->path_count; i++) {
    const pathfan_path *path = &answer->paths[i];
    pf_begin_feature(&w);
    pf_write_integer(&w, "number", i + 1);
    if (has_costs(reply)) pf_write_number(&w, "cost", path->cost);
    if (path->gap > 0) pf_write_number(&w, "gap", path->gap);
    pf_write_number(&w, "length", path->length);
    pf_write_number(&w, "stretch", stretch(answer, i));
    if (answer->partial) pf_write_bool(&w, "partial", true);
    if (answer->from_snapped) pf_write_bool(&w, "from_snapped", true);
    if (answer->to_snapped) pf_write_bool(&w, "to_snapped", true);
    if (has_costs(reply)) pf_write_legs(&w, "legs", path);
    if (answer->apart) pf_write_number(&w, "apart", answer->apart[i]);
    if (answer->separation > 0) pf_write_bool(&w, "filled", answer->filled[i]);
    if (reply->chosen >= 0) pf_write_bool(&w, "chosen", i == reply->chosen);
    pf_begin_geometry(&w, "LineString");
    pf_write_line_string(&w, path);
    pf_end_feature(&w);
  }
  pf_end_collection(&w);
}

static void print_leg_features(FILE *out, const cli_reply *reply) {
  const pathfan_answer *answer = reply->answer;
  pf_json_writer w = {.out = out};
  pf_begin_collection(&w);
  pf_write_begin(&w, "features", '[');
  for (int32_t i = 0; i < answer->path_count; i++) {
    const pathfan_path *path = &answer->paths[i];
    for (int32_t k = 0; k < path->leg_count; k++) {
      pf_begin_feature(&w);
      pf_write_integer(&w, "number", i + 1);
      pf_write_integer(&w, "leg", k + 1);
      pf_write_leg(&w, &path->legs[k]);
      pf_begin_geometry(&w, "LineString");
      pf_write_begin(&w, "coordinates", '[');
      for (int32_t p = path->legs[k].first; p <= path->legs[k].last; p++)
        pf_write_point(&w, NULL, path->points[p]);
      pf_write_end(&w, ']');
      pf_end_feature(&w);
    }
  }
  pf_end_collection(&w);
}

int cli_answer_geojson(const char *path, const cli_reply *reply, bool legs) {
  pf_output output;
  pathfan_error error = {""};
  pathfan_status status = pf_output_open(&output, path, &error);
  if (!status) {
    (legs ? print_leg_features : print_features)(output.stream, reply);
    status = pf_output_close(&output, &error);
  }
  return status ? cli_failure(status, error.text) : CLI_OK;
}

/* The areas of obstacles that are closed, and the openings that are open. */
typedef struct drawn_obstacles {
  pathfan_area *areas, *openings;
  int32_t count, opening_count;
} drawn_obstacles;

/* False: out of memory. The areas are freed by the caller, their corners are the snapshot's. */
static bool list_obstacles(const pathfan_obstacles *obstacles, drawn_obstacles *drawn) {
  const int32_t count = pathfan_obstacles_count(obstacles);
  int64_t *ids = malloc(((size_t)count + 1) * sizeof *ids);
  drawn->areas = malloc(((size_t)count + 1) * sizeof *drawn->areas);
  drawn->openings = malloc(((size_t)count + 1) * sizeof *drawn->openings);
  if (ids) pathfan_obstacles_ids(obstacles, ids);
  for (int32_t i = 0; i < count && ids && drawn->areas && drawn->openings; i++) {
    pathfan_obstacle one;
    if (!pathfan_obstacles_find(obstacles, NULL, ids[i], &one) || one.on == one.is_opening)
      continue;
    if (one.is_opening)
      drawn->openings[drawn->opening_count++] = one.area;
    else
      drawn->areas[drawn->count++] = one.area;
  }
  free(ids);
  return ids && drawn->areas && drawn->openings;
}

/* Corners of the largest polygon drawn; a convex cell has few. */
#define CORNERS_MAX 4096

_Static_assert(sizeof(pathfan_point) == 2 * sizeof(double), "points are drawn as x,y doubles");

/* Writes points in the picture's coordinates, which begin at (0,0), to room, which holds count. */
static const double *shifted(const cli_picture *picture, const pathfan_point *points, int32_t count,
                             pathfan_point *room) {
  for (int32_t i = 0; i < count; i++) room[i] = cli_in_picture(picture, points[i]);
  return (const double *)room;
}

static void draw_area(pf_svg *svg, const cli_picture *picture, const pathfan_area *area,
                      pathfan_point *room) {
  const pathfan_point centre = cli_in_picture(picture, area->centre);
  if (area->corner_count)
    pf_svg_area(svg, shifted(picture, area->corners, area->corner_count, room), area->corner_count);
  else
    pf_svg_round_area(svg, centre.x, centre.y, area->radius);
}

/* How much dearer than the background ground is, by the logarithm: 1 for ten times and more, -1 for
 * a tenth and less. */
static double dearness(double rate, double background) {
  const double share = log10(rate / background);
  return share > 1 ? 1 : share < -1 ? -1 : share;
}

/* Colours areas with a rate. */
static void draw_grounds(pf_svg *svg, const cli_picture *picture, const pf_source *source,
                         pathfan_point *room) {
  pathfan_terrain_info info;
  pathfan_terrain_area area;
  if (!pf_source_terrain_info(source, &info)) return;
  for (int32_t i = 0; pf_source_terrain_area(source, i, &area); i++) {
    const int32_t count = pf_source_polygon(source, i, room, CORNERS_MAX);
    if (area.feature >= 0 && count <= CORNERS_MAX)
      pf_svg_ground(svg, shifted(picture, room, count, room), count, area.rate,
                    dearness(area.rate, info.background_rate));
  }
}

/* Draws openings as free space; circles as the polygons round them that they are. */
static void draw_openings(pf_svg *svg, const cli_picture *picture, const drawn_obstacles *obstacles,
                          pathfan_point *room) {
  for (int32_t i = 0; i < obstacles->opening_count; i++) {
    const pathfan_area *area = &obstacles->openings[i];
    if (area->corner_count) {
      pf_svg_free_polygon(svg, shifted(picture, area->corners, area->corner_count, room),
                          area->corner_count);
      continue;
    }
    const double out = area->radius / cos(M_PI / 32);
    for (int k = 0; k < 32; k++)
      room[k] = (pathfan_point){area->centre.x + out * cos(M_PI * (2 * k + 1) / 32),
                                area->centre.y + out * sin(M_PI * (2 * k + 1) / 32)};
    pf_svg_free_polygon(svg, shifted(picture, room, 32, room), 32);
  }
}

static void draw_areas(pf_svg *svg, const cli_picture *picture, const cli_asking *asking,
                       const drawn_obstacles *obstacles, pathfan_point *room) {
  const pathfan_request *request = &asking->request;
  if (obstacles->count)
    pf_svg_area_words(svg, request->avoid_count ? "closed, or area to avoid" : "closed");
  for (int32_t i = 0; i < request->avoid_count; i++)
    draw_area(svg, picture, &request->avoid[i], room);
  for (int32_t i = 0; i < asking->named.count; i++)
    draw_area(svg, picture, &asking->named.areas[i], room);
  for (int32_t i = 0; i < obstacles->count; i++)
    draw_area(svg, picture, &obstacles->areas[i], room);
}

static void draw_paths(pf_svg *svg, const cli_picture *picture, const cli_asking *asking,
                       const cli_reply *reply, pathfan_point *room) {
  const pathfan_answer *answer = reply->answer;
  const bool apart = keeps_apart(answer);
  for (int32_t i = answer->path_count; i-- > 0;) {
    const pathfan_path *p = &answer->paths[i];
    cli_path_in_plane(asking->query, &asking->request, p, room);
    const double *xy = shifted(picture, room, p->point_count, room);
    pf_svg_path(svg, xy, p->point_count, i, p->length);
    if (has_costs(reply)) pf_svg_path_cost(svg, i, p->cost);
    if (apart && answer->filled[i]) pf_svg_path_filled(svg, i);
    if (apart && !i) pf_svg_corridor(svg, xy, p->point_count, answer->separation);
    for (int32_t k = 0; k < p->leg_count; k++)
      if (p->legs[k].kind == PATHFAN_LEG_LINK) pf_svg_path_link(svg, i, p->legs[k].first);
  }
  pf_svg_path_chosen(svg, reply->chosen);
}

int cli_answer_svg(const char *path, const cli_asking *asking, const cli_reply *reply) {
  const pf_source *source = &asking->source;
  const pathfan_request *request = &asking->request;
  const pathfan_answer *answer = reply->answer;
  pf_source_facts facts;
  pf_source_look(source, &facts);
  const pathfan_index_info *extent = &facts.info;
  const cli_picture picture = cli_picture_of(source);
  const pathfan_point from =
      cli_in_picture(&picture, cli_end_in_plane(asking->query, request, 0, answer->from));
  const pathfan_point to =
      cli_in_picture(&picture, cli_end_in_plane(asking->query, request, 1, answer->to));
  pathfan_error error = {""};
  pf_svg *svg;
  int32_t most = CORNERS_MAX;
  for (int32_t i = 0; i < answer->path_count; i++)
    if (answer->paths[i].point_count > most) most = answer->paths[i].point_count;
  for (int32_t i = 0; i < request->avoid_count; i++)
    if (request->avoid[i].corner_count > most) most = request->avoid[i].corner_count;
  for (int32_t i = 0; i < asking->named.count; i++)
    if (asking->named.areas[i].corner_count > most) most = asking->named.areas[i].corner_count;
  drawn_obstacles obstacles = {.count = 0};
  const bool listed = list_obstacles(request->obstacles, &obstacles);
  for (int32_t i = 0; i < obstacles.count; i++)
    if (obstacles.areas[i].corner_count > most) most = obstacles.areas[i].corner_count;
  for (int32_t i = 0; i < obstacles.opening_count; i++)
    if (obstacles.openings[i].corner_count > most) most = obstacles.openings[i].corner_count;
  pf_drawn_roads roads = {0};
  pathfan_point *corners = malloc((size_t)most * sizeof *corners);
  if (!corners || !listed || (reply->is_terrain && !cli_roads_make(&roads, source, &picture))) {
    free(corners);
    free(obstacles.areas);
    free(obstacles.openings);
    return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  }
  pathfan_status status = pf_svg_open(path, extent->width, extent->height, &svg, &error);
  if (!status) {
    for (int32_t i = 0; i < extent->polygon_count; i++) {
      int32_t count = pf_source_polygon(source, i, corners, CORNERS_MAX);
      if (count >= 3 && count <= CORNERS_MAX)
        pf_svg_free_polygon(svg, shifted(&picture, corners, count, corners), count);
    }
    draw_grounds(svg, &picture, source, corners);
    draw_openings(svg, &picture, &obstacles, corners);
    draw_areas(svg, &picture, asking, &obstacles, corners);
    if (reply->is_terrain) pf_svg_roads(svg, &roads);
    draw_paths(svg, &picture, asking, reply, corners);
    pf_svg_ends(svg, from.x, from.y, to.x, to.y);
    if (!answer->path_count)
      pf_svg_say(svg, cli_outcome_sentence(answer->outcome, reply->query, request));
    status = pf_svg_close(svg, &error);
  }
  free(corners);
  free(obstacles.areas);
  free(obstacles.openings);
  cli_roads_free(&roads);
  return status ? cli_failure(status, error.text) : CLI_OK;
}

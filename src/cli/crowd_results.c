/* crowd_results.c - what a run has come to, for people and as JSON. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "cli/crowd_results.h"
#include "pathfan/floors.h"
#include "request/write.h"

#define GATES_SHOWN 10
#define EXITS_SHOWN 20
#define PASSED_TOLD 10 /* the flow while queueing is told of so many persons */
#define QUEUE_TOLD 5   /* and of so long a queue */

/* ---- Distributions ---- */

/* Numbers of agents, sorted. */
typedef struct numbers {
  double *list;
  int32_t count;
} numbers;

static int by_size(const void *x, const void *y) {
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

static void sort(numbers *n) {
  if (n->count) qsort(n->list, (size_t)n->count, sizeof *n->list, by_size);
}

/* Percentile p of n numbers: the ceil(p n / 100)-th smallest. */
static double percentile(const numbers *n, int p) {
  if (!n->count) return NAN;
  int64_t rank = ((int64_t)p * n->count + 99) / 100;
  if (rank < 1) rank = 1;
  return n->list[rank - 1];
}

static double mean(const numbers *n) {
  double sum = 0;
  for (int32_t i = 0; i < n->count; i++) sum += n->list[i];
  return n->count ? sum / n->count : NAN;
}

static void write_numbers(pf_json_writer *w, const char *name, const numbers *n) {
  static const int of[] = {50, 90, 95, 100};
  char key[8];
  pf_write_begin(w, name, '{');
  pf_write_integer(w, "n", n->count);
  pf_write_number(w, "mean", mean(n));
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    (void)snprintf(key, sizeof key, "p%d", of[i]);
    pf_write_number(w, key, percentile(n, of[i]));
  }
  pf_write_end(w, '}');
}

/* The arrivals of all flows, and their times sorted. */
typedef struct arrivals {
  pathfan_crowd_arrival *list; /* flow after flow */
  int32_t *first;              /* [Size: flows + 1] */
  numbers travel, egress;
} arrivals;

static bool take_arrivals(const cli_crowd_run *run, arrivals *a) {
  const int32_t flows = run->scenario->options.flow_count;
  *a = (arrivals){.first = calloc((size_t)flows + 1, sizeof *a->first)};
  if (!a->first) return false;
  for (int32_t i = 0; i < flows; i++)
    a->first[i + 1] = a->first[i] + pathfan_crowd_arrivals(run->crowd, i, NULL, 0);
  const int32_t count = a->first[flows];
  a->list = malloc(((size_t)count + 1) * sizeof *a->list);
  a->travel.list = malloc(((size_t)count + 1) * sizeof *a->travel.list);
  a->egress.list = malloc(((size_t)count + 1) * sizeof *a->egress.list);
  if (!a->list || !a->travel.list || !a->egress.list) return false;
  for (int32_t i = 0; i < flows; i++)
    (void)pathfan_crowd_arrivals(run->crowd, i, a->list + a->first[i],
                                 a->first[i + 1] - a->first[i]);
  for (int32_t i = 0; i < count; i++) {
    a->travel.list[i] = a->list[i].travel;
    a->egress.list[i] = a->list[i].egress;
  }
  a->travel.count = a->egress.count = count;
  sort(&a->travel);
  sort(&a->egress);
  return true;
}

static void free_arrivals(arrivals *a) {
  free(a->list);
  free(a->first);
  free(a->travel.list);
  free(a->egress.list);
}

/* ---- Exits and gates ---- */

/* The flow of the middle 80% of sorted times; NAN: too few. */
static double middle_flow(const numbers *n) {
  const int32_t from = n->count / 10, to = n->count - 1 - from;
  if (to <= from || !(n->list[to] > n->list[from])) return NAN;
  return (to - from) / (n->list[to] - n->list[from]);
}

/* What came to a goal of a flow. */
typedef struct exit_facts {
  int32_t persons;
  double share; /* of the flow */
  double first, last, rate;
} exit_facts;

/* times: scratch for as many as have arrived. */
static exit_facts exit_of(const arrivals *a, int32_t flow, int32_t place, double *times) {
  numbers at = {.list = times};
  const int32_t all = a->first[flow + 1] - a->first[flow];
  for (int32_t i = a->first[flow]; i < a->first[flow + 1]; i++)
    if (a->list[i].place == place) at.list[at.count++] = a->list[i].egress;
  sort(&at);
  return (exit_facts){.persons = at.count,
                      .share = all ? (double)at.count / all : NAN,
                      .first = at.count ? at.list[0] : NAN,
                      .last = at.count ? at.list[at.count - 1] : NAN,
                      .rate = middle_flow(&at)};
}

static void write_exits(pf_json_writer *w, const cli_crowd_run *run, const arrivals *a) {
  const pathfan_crowd_options *o = &run->scenario->options;
  double *times = malloc(((size_t)a->egress.count + 1) * sizeof *times);
  pf_write_begin(w, "exits", '[');
  for (int32_t f = 0; f < o->flow_count && times; f++)
    for (int32_t place = 0; place < o->flows[f].to_count; place++) {
      const exit_facts e = exit_of(a, f, place, times);
      pf_write_begin(w, NULL, '{');
      pf_write_integer(w, "flow", f);
      pf_write_integer(w, "place", place);
      pf_write_integer(w, "persons", e.persons);
      pf_write_number(w, "share", e.share);
      pf_write_number(w, "first", e.first);
      pf_write_number(w, "last", e.last);
      pf_write_number(w, "rate", e.rate);
      pf_write_end(w, '}');
    }
  pf_write_end(w, ']');
  free(times);
}

static void print_exits(const cli_crowd_run *run, const arrivals *a) {
  const pathfan_crowd_options *o = &run->scenario->options;
  double *times = malloc(((size_t)a->egress.count + 1) * sizeof *times);
  if (times) printf("\nflow, exit   persons  share  first, s   last, s  persons a second\n");
  for (int32_t f = 0, shown = 0; f < o->flow_count && times; f++)
    for (int32_t place = 0; place < o->flows[f].to_count && shown < EXITS_SHOWN; place++, shown++) {
      const exit_facts e = exit_of(a, f, place, times);
      printf("%4d, %4d %10d", f, place, e.persons);
      if (e.persons) printf(" %5.0f%% %9.1f %9.1f", 100 * e.share, e.first, e.last);
      if (isfinite(e.rate)) printf(" %17.2f", e.rate);
      putchar('\n');
    }
  free(times);
}

static int by_passed(const void *x, const void *y) {
  const pathfan_crowd_gate *g = x, *h = y;
  if (g->passed != h->passed) return g->passed > h->passed ? -1 : 1;
  if (g->a.x != h->a.x) return g->a.x < h->a.x ? -1 : 1;
  return (g->a.y > h->a.y) - (g->a.y < h->a.y);
}

/* Returns the gates that anyone has passed or waits at, busiest first; *count of them. */
static pathfan_crowd_gate *busy_gates(const cli_crowd_run *run, int32_t *count) {
  const int32_t all = pathfan_crowd_gate_count(run->crowd);
  pathfan_crowd_gate *list = malloc(((size_t)all + 1) * sizeof *list);
  *count = 0;
  for (int32_t i = 0; i < all && list; i++)
    if (!pathfan_crowd_gate_get(run->crowd, i, &list[*count]) &&
        (list[*count].passed || list[*count].most_waiting))
      (*count)++;
  if (*count) qsort(list, (size_t)*count, sizeof *list, by_passed);
  return list;
}

/* Of a few persons it would tell little: NAN. */
static double queueing_flow(const pathfan_crowd_gate *g) {
  if (g->passed_queueing < PASSED_TOLD || g->most_waiting < QUEUE_TOLD ||
      !(g->seconds_queueing > 0))
    return NAN;
  return (double)g->passed_queueing / g->seconds_queueing / g->width;
}

static void write_gates(pf_json_writer *w, const cli_crowd_run *run) {
  int32_t count;
  pathfan_crowd_gate *list = busy_gates(run, &count);
  pf_write_begin(w, "gates", '[');
  for (int32_t i = 0; i < count; i++) {
    const pathfan_crowd_gate *g = &list[i];
    pf_write_begin(w, NULL, '{');
    pf_write_json(w, "line", "[[%.9g, %.9g], [%.9g, %.9g]]", g->a.x, g->a.y, g->b.x, g->b.y);
    pf_write_number(w, "width", g->width);
    pf_write_integer(w, "passed", g->passed);
    pf_write_number(w, "specific_flow", queueing_flow(g));
    pf_write_integer(w, "longest_queue", g->most_waiting);
    pf_write_number(w, "longest_wait", g->longest_wait);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
  free(list);
}

static void print_gates(const cli_crowd_run *run) {
  int32_t count;
  pathfan_crowd_gate *list = busy_gates(run, &count);
  if (count) printf("\ngate, m                      passed  P/(m s)  longest queue   wait, s\n");
  for (int32_t i = 0; i < count && i < GATES_SHOWN; i++) {
    const pathfan_crowd_gate *g = &list[i];
    char place[60], flow[20] = "-";
    (void)snprintf(place, sizeof place, "%.1f wide at %.1f,%.1f", g->width, (g->a.x + g->b.x) / 2,
                   (g->a.y + g->b.y) / 2);
    if (isfinite(queueing_flow(g))) (void)snprintf(flow, sizeof flow, "%.2f", queueing_flow(g));
    printf("%-26s %8" PRId64 " %8s %14d %9.1f\n", place, g->passed, flow, g->most_waiting,
           g->longest_wait);
  }
  free(list);
}

/* ---- Links ---- */

/* The query knows their names. NULL: out of memory, or there are none. */
static pathfan_query *query_of_links(const cli_crowd_run *run) {
  pathfan_query *query = NULL;
  if (!pathfan_crowd_link_count(run->crowd)) return NULL;
  return pathfan_query_create(run->ground->source.index, &query) ? NULL : query;
}

static void write_links(pf_json_writer *w, const cli_crowd_run *run) {
  pathfan_query *query = query_of_links(run);
  pathfan_crowd_link_use use;
  pathfan_link link;
  pf_write_begin(w, "links", '[');
  for (int32_t i = 0; query && !pathfan_crowd_link_get(run->crowd, i, &use); i++) {
    if (!pathfan_query_link(query, use.link, &link)) break;
    pf_write_begin(w, NULL, '{');
    pf_write_text(w, "name", link.name);
    pf_write_number(w, "width", use.width);
    pf_write_integer(w, "passed", use.passed[0]);
    pf_write_integer(w, "passed_back", use.passed[1]);
    pf_write_integer(w, "most_on", use.most_on);
    pf_write_json(w, "longest_queue", "[%" PRId32 ", %" PRId32 "]", use.most_waiting[0],
                  use.most_waiting[1]);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
  pathfan_query_free(query);
}

static void print_links(const cli_crowd_run *run) {
  pathfan_query *query = query_of_links(run);
  pathfan_crowd_link_use use;
  pathfan_link link;
  if (query) printf("\nlink                       passed     back  most on  longest queues\n");
  for (int32_t i = 0; query && !pathfan_crowd_link_get(run->crowd, i, &use); i++) {
    if (!pathfan_query_link(query, use.link, &link)) break;
    printf("%-24.24s %8" PRId64 " %8" PRId64 " %8d %9d, %d\n", link.name, use.passed[0],
           use.passed[1], use.most_on, use.most_waiting[0], use.most_waiting[1]);
  }
  pathfan_query_free(query);
}

/* ---- All of it ---- */

static double preparing_ms(const cli_crowd_run *run) {
  return run->ground->building_ms + run->end.preparing_ms;
}

bool cli_crowd_has_arrived(const cli_crowd_run *run) {
  return run->end.agents >= 0 && run->end.arrived == run->end.agents;
}

int32_t cli_crowd_wanted(const cli_crowd_run *run) {
  return run->end.agents < 0 ? run->end.started : run->end.agents;
}

void cli_crowd_print(const cli_crowd_run *run) {
  const pathfan_crowd_statistics *s = &run->end;
  const pathfan_crowd_options *o = &run->scenario->options;
  const bool has_units = cli_crowd_has_units(run);
  arrivals a;
  printf("strategy %s, search %s, law %s, seed %" PRIu64 "\n\n",
         pathfan_crowd_strategy_name(o->strategy), pathfan_crowd_search_name(o->search),
         pathfan_crowd_law_name(o->law), o->seed);
  printf("flow   agents  started  arrived  mean time, steps\n");
  for (int32_t i = 0; i < o->flow_count; i++) {
    pathfan_crowd_flow_statistics flow;
    if (pathfan_crowd_flow_get(run->crowd, i, &flow)) break;
    printf("%4d ", i);
    if (flow.agents < 0)
      printf("%8s", "-");
    else
      printf("%8d", flow.agents);
    printf(" %8d %8d  ", flow.started, flow.arrived);
    if (flow.arrived)
      printf("%16.1f\n", flow.mean_travel);
    else
      printf("%16s\n", "-");
  }
  printf("\n%" PRId64 " steps; %d of %d have arrived", s->step, s->arrived, cli_crowd_wanted(run));
  if (s->arrived) printf(", after %.1f steps in the mean of flows", s->mean_travel);
  putchar('\n');
  const bool has_arrivals = take_arrivals(run, &a) && a.travel.count;
  if (has_arrivals && has_units)
    printf("%.0f s; out after %.1f s in the mean, half %.1f, 95%% %.1f, the last %.1f s\n",
           (double)s->step * cli_crowd_step_seconds(run), mean(&a.egress),
           percentile(&a.egress, 50), percentile(&a.egress, 95), percentile(&a.egress, 100));
  if (s->waiting) printf("%" PRId64 " have no room to start yet\n", s->waiting);
  if (s->present) printf("%d are still on their way\n", s->present);
  if (s->stuck) printf("%d of them find no path any more\n", s->stuck);
  if (s->kept_out) printf("%" PRId64 " never start: no path is left to them\n", s->kept_out);
  printf("%d present at most, %.0f in the mean\n", s->most_present, s->mean_present);
  printf("%" PRId64 " search%s, %" PRId64 " evaluation%s, %" PRId64 " change%s of path\n",
         s->searches, s->searches == 1 ? "" : "es", s->evaluations, s->evaluations == 1 ? "" : "s",
         s->changes, s->changes == 1 ? "" : "s");
  printf("a step takes %.4f ms for strategy and searches, %.4f ms for moving; %.0f ms to prepare\n",
         s->mean_step_ms, s->mean_move_ms, preparing_ms(run));
  if (has_arrivals && has_units) print_exits(run, &a);
  free_arrivals(&a);
  print_gates(run);
  print_links(run);
}

void cli_crowd_line(const cli_crowd_run *run) {
  const char *unit = cli_crowd_has_units(run) ? "s" : "steps";
  arrivals a;
  printf("seed %" PRIu64 ": %d of %d", run->scenario->options.seed, run->end.arrived,
         cli_crowd_wanted(run));
  if (take_arrivals(run, &a) && a.egress.count)
    printf(", out after %.1f %s in the mean, 95%% %.1f, the last %.1f", mean(&a.egress), unit,
           percentile(&a.egress, 95), percentile(&a.egress, 100));
  putchar('\n');
  free_arrivals(&a);
}

void cli_crowd_json(const cli_crowd_run *run) {
  const pathfan_crowd_statistics *s = &run->end;
  const pathfan_crowd_options *o = &run->scenario->options;
  pf_json_writer w = {.out = stdout};
  pf_write_begin(&w, NULL, '{');
  pf_write_text(&w, "strategy", pathfan_crowd_strategy_name(o->strategy));
  pf_write_text(&w, "search", pathfan_crowd_search_name(o->search));
  pf_write_text(&w, "law", pathfan_crowd_law_name(o->law));
  pf_write_json(&w, "seed", "%" PRIu64, o->seed);
  pf_write_integer(&w, "steps", s->step);
  pf_write_number(&w, "agents", s->agents < 0 ? NAN : s->agents);
  pf_write_integer(&w, "started", s->started);
  pf_write_integer(&w, "finished", s->arrived);
  pf_write_integer(&w, "stuck", s->stuck);
  pf_write_integer(&w, "kept_out", s->kept_out);
  pf_write_number(&w, "mean_travel_time", s->arrived ? s->mean_travel : NAN);
  pf_write_begin(&w, "travel_time_by_flow", '[');
  for (int32_t i = 0; i < o->flow_count; i++) {
    pathfan_crowd_flow_statistics flow;
    if (pathfan_crowd_flow_get(run->crowd, i, &flow)) break;
    pf_write_number(&w, NULL, flow.arrived ? flow.mean_travel : NAN);
  }
  pf_write_end(&w, ']');
  arrivals a;
  const bool has_units = cli_crowd_has_units(run);
  pf_write_text(&w, "unit", has_units ? "s" : "steps");
  pf_write_number(&w, "seconds", has_units ? (double)s->step * cli_crowd_step_seconds(run) : NAN);
  pf_write_integer(&w, "waiting", s->waiting);
  if (take_arrivals(run, &a)) {
    write_numbers(&w, "travel", &a.travel);
    write_numbers(&w, "egress", &a.egress);
    pf_write_begin(&w, "travel_by_flow", '[');
    for (int32_t i = 0; i < o->flow_count; i++) {
      numbers n = {.count = a.first[i + 1] - a.first[i]};
      n.list = a.travel.list; /* written above, so its room is free */
      for (int32_t k = 0; k < n.count; k++) n.list[k] = a.list[a.first[i] + k].travel;
      sort(&n);
      write_numbers(&w, NULL, &n);
    }
    pf_write_end(&w, ']');
    pf_write_number(&w, "last_arrival", percentile(&a.egress, 100));
    write_exits(&w, run, &a);
  }
  free_arrivals(&a);
  write_gates(&w, run);
  write_links(&w, run);
  pf_write_number(&w, "mean_step_ms", s->mean_step_ms);
  pf_write_number(&w, "mean_move_ms", s->mean_move_ms);
  pf_write_integer(&w, "searches", s->searches);
  pf_write_integer(&w, "evaluations", s->evaluations);
  pf_write_integer(&w, "requests", s->requests);
  pf_write_integer(&w, "changes", s->changes);
  pf_write_integer(&w, "max_present", s->most_present);
  pf_write_number(&w, "mean_present", s->mean_present);
  pf_write_number(&w, "evacuation_time", cli_crowd_has_arrived(run) ? (double)s->step : NAN);
  pf_write_number(&w, "preprocessing_ms", preparing_ms(run));
  pf_write_end(&w, '}');
  putchar('\n');
}

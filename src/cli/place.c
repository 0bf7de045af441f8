/* place.c - questions about single places on the command line, and their answers for people. */
#include "cli/place.h"

#include <string.h>

#include "cli/outcome.h"
#include "pathfan/obstacles.h"

static const struct {
  const char *option;
  pf_place_kind kind;
} options[] = {{"ray", PF_PLACE_RAY},
               {"move", PF_PLACE_MOVE},
               {"wall", PF_PLACE_WALL},
               {"random", PF_PLACE_RANDOM}};

int cli_take_place(const cli_command *command, const cli_option *option, char *text, void *into) {
  pf_place_question *place = into;
  if (place->kind)
    return cli_usage(command, "--ray, --move, --wall and --random are questions of their own: give "
                              "one of them");
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (!strcmp(option->name, options[i].option)) place->kind = options[i].kind;
  const bool is_point = place->kind == PF_PLACE_RAY || place->kind == PF_PLACE_MOVE;
  const bool good = is_point ? cli_read_point(text, &place->to)
                             : cli_read_number(text, &place->radius) && place->radius >= 0;
  return good ? CLI_OK : cli_refuse_option(command, option, text);
}

static void print_hit(const pathfan_hit *hit, const pathfan_obstacles *obstacles) {
  pathfan_obstacle found;
  if (!hit->found)
    printf("nothing");
  else if (!hit->obstacle)
    printf("a wall");
  else if (pathfan_obstacles_find(obstacles, NULL, hit->obstacle, &found) && found.name)
    printf("%s", found.name);
  else
    printf("area %lld", (long long)hit->obstacle);
}

static void print_place(const pf_place_question *place, const pathfan_obstacles *obstacles) {
  const pathfan_hit *hit = &place->hit;
  switch (place->kind) {
  case PF_PLACE_RANDOM: printf("%.8g,%.8g\n", place->drawn.x, place->drawn.y); return;
  case PF_PLACE_MOVE:
    printf("ends at %.8g,%.8g after %.8g; in the way: ", hit->at.x, hit->at.y, hit->distance);
    print_hit(hit, obstacles);
    break;
  case PF_PLACE_RAY:
    print_hit(hit, obstacles);
    printf(" in the way as far as %.8g,%.8g, after %.8g", hit->at.x, hit->at.y, hit->distance);
    break;
  default:
    print_hit(hit, obstacles);
    if (hit->found)
      printf(" at %.8g,%.8g, %.8g away", hit->at.x, hit->at.y, hit->distance);
    else
      printf(" within %.8g", place->radius);
  }
  putchar('\n');
}

int cli_ask_place(const cli_asking *asking, pf_place_question *place) {
  pathfan_request request = asking->request;
  place->from = request.to = request.from;
  place->seed = asking->seed;
  place->agent_radius = request.radius;
  pathfan_error error;
  const pathfan_status status = pf_place_ask(place, asking->query, request.obstacles, &error);
  if (status) return cli_failure(status, error.text);
  const pathfan_outcome outcome =
      place->kind == PF_PLACE_RANDOM ? place->outcome : place->hit.outcome;
  if (asking->json)
    cli_place_json(stdout, "0", place);
  else if (!outcome)
    print_place(place, request.obstacles);
  if (outcome == PATHFAN_OUTCOME_NO_PATH)
    cli_message("of 1,000 points drawn none can be reached");
  else if (outcome)
    cli_outcome_report(&asking->source, asking->query, NULL, outcome, &request);
  return cli_outcome_code(outcome);
}

void cli_place_json(FILE *out, const char *id, const pf_place_question *place) {
  pf_json_writer w = {.out = out};
  pf_write_begin(&w, NULL, '{');
  pf_write_json(&w, "id", "%s", id);
  pf_place_write(place, &w);
  pf_write_end(&w, '}');
  putc('\n', out);
}

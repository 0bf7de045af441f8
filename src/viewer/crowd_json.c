/* crowd_json.c - crowds as JSON. */
#include "viewer/crowd_json.h"

#include "viewer/crowd_frame.h"

/* Corners of the largest cell that is shown. */
#define CORNERS_MAX 4096

static void write_place(pathfan_json_writer *w, const char *name,
                        const pathfan_crowd_place *place) {
  if (place->corner_count == 1) {
    pathfan_write_point(w, name, place->corners[0]);
    return;
  }
  pathfan_write_begin(w, name, '{');
  pathfan_write_begin(w, "polygon", '[');
  for (int32_t i = 0; i < place->corner_count; i++) pathfan_write_point(w, NULL, place->corners[i]);
  pathfan_write_end(w, ']');
  pathfan_write_end(w, '}');
}

static void write_flows(pathfan_json_writer *w, const pathfan_crowd *crowd, int32_t count) {
  pathfan_write_begin(w, "flows", '[');
  for (int32_t i = 0; i < count; i++) {
    pathfan_crowd_flow_statistics flow;
    if (pathfan_crowd_flow_get(crowd, i, &flow)) break;
    pathfan_write_begin(w, NULL, '{');
    if (flow.agents < 0)
      pathfan_write_null(w, "agents");
    else
      pathfan_write_integer(w, "agents", flow.agents);
    pathfan_write_integer(w, "started", flow.started);
    pathfan_write_integer(w, "arrived", flow.arrived);
    pathfan_write_number(w, "mean_travel", flow.mean_travel);
    pathfan_write_end(w, '}');
  }
  pathfan_write_end(w, ']');
}

void pathfan_write_crowd(pathfan_json_writer *w, const pathfan_live_crowd *live) {
  pathfan_crowd_statistics now;
  char id[16];
  (void)snprintf(id, sizeof id, "c%d", live->number);
  pathfan_crowd_statistics_get(live->crowd, &now);
  pathfan_write_begin(w, "crowd", '{');
  pathfan_write_text(w, "id", id);
  pathfan_write_text(w, "map", live->environment ? NULL : live->map);
  pathfan_write_text(w, "environment", live->environment ? live->environment->name : NULL);
  pathfan_write_text(w, "strategy", pathfan_crowd_strategy_name(live->strategy));
  pathfan_write_bool(w, "indexed", live->held->source.index != NULL);
  pathfan_write_integer(w, "step", now.step);
  pathfan_write_bool(w, "done", pathfan_crowd_frame_is_last(live));
  pathfan_write_integer(w, "closed", live->closed);
  if (now.agents < 0)
    pathfan_write_null(w, "agents");
  else
    pathfan_write_integer(w, "agents", now.agents);
  pathfan_write_integer(w, "started", now.started);
  pathfan_write_integer(w, "arrived", now.arrived);
  pathfan_write_integer(w, "present", now.present);
  pathfan_write_integer(w, "stuck", now.stuck);
  pathfan_write_integer(w, "most_present", now.most_present);
  pathfan_write_number(w, "mean_present", now.mean_present);
  pathfan_write_number(w, "mean_travel", now.mean_travel);
  pathfan_write_integer(w, "searches", now.searches);
  pathfan_write_integer(w, "evaluations", now.evaluations);
  pathfan_write_integer(w, "changes", now.changes);
  pathfan_write_number(w, "mean_step_ms", now.mean_step_ms);
  pathfan_write_number(w, "mean_move_ms", now.mean_move_ms);
  pathfan_write_number(w, "preparing_ms", now.preparing_ms);
  write_flows(w, live->crowd, live->flow_count);
  pathfan_write_end(w, '}');
}

void pathfan_write_crowd_ground(pathfan_json_writer *w, const pathfan_live_crowd *live) {
  pathfan_point corners[CORNERS_MAX];
  pathfan_source_facts facts;
  pathfan_crowd_cell cell;
  pathfan_held_source_look(live->held, &facts);
  pathfan_write_point(w, "origin", (pathfan_point){facts.info.origin_x, facts.info.origin_y});
  pathfan_write_number(w, "width", facts.info.width);
  pathfan_write_number(w, "height", facts.info.height);
  pathfan_write_begin(w, "polygons", '[');
  for (int32_t i = 0; i < facts.info.polygon_count; i++) {
    const int32_t count = pathfan_source_polygon(&live->held->source, i, corners, CORNERS_MAX);
    if (count < 3 || count > CORNERS_MAX) continue;
    pathfan_write_begin(w, NULL, '[');
    for (int32_t k = 0; k < count; k++) {
      pathfan_write_number(w, NULL, corners[k].x);
      pathfan_write_number(w, NULL, corners[k].y);
    }
    pathfan_write_end(w, ']');
  }
  pathfan_write_end(w, ']');
  pathfan_write_begin(w, "cells", '[');
  for (int32_t i = 0; !pathfan_crowd_cell_get(live->crowd, i, &cell); i++) {
    pathfan_write_number(w, NULL, cell.x);
    pathfan_write_number(w, NULL, cell.y);
    pathfan_write_number(w, NULL, cell.width);
    pathfan_write_number(w, NULL, cell.height);
  }
  pathfan_write_end(w, ']');
}

static void write_environment(pathfan_json_writer *w, const pathfan_crowd_environment *e) {
  pathfan_write_begin(w, NULL, '{');
  pathfan_write_text(w, "name", e->name);
  pathfan_write_begin(w, "flows", '[');
  for (int32_t i = 0; i < e->flow_count; i++) {
    pathfan_write_begin(w, NULL, '{');
    write_place(w, "from", &e->flows[i].from);
    pathfan_write_begin(w, "to", '[');
    for (int32_t k = 0; k < e->flows[i].to_count; k++) write_place(w, NULL, &e->flows[i].to[k]);
    pathfan_write_end(w, ']');
    pathfan_write_end(w, '}');
  }
  pathfan_write_end(w, ']');
  pathfan_write_end(w, '}');
}

void pathfan_write_environments(pathfan_json_writer *w) {
  pathfan_write_begin(w, "environments", '[');
  for (int i = 0; i < PATHFAN_ENVIRONMENTS; i++)
    write_environment(w, pathfan_crowd_environment_find(pathfan_crowds_environment(i)));
  pathfan_write_end(w, ']');
}

/* crowd_json.c - crowds as JSON. */
#include "viewer/crowd_json.h"

#include "viewer/crowd_frame.h"

/* Corners of the largest cell that is shown. */
#define CORNERS_MAX 4096

static void write_place(pf_json_writer *w, const char *name, const pathfan_crowd_place *place) {
  if (place->corner_count == 1) {
    pf_write_point(w, name, place->corners[0]);
    return;
  }
  pf_write_begin(w, name, '{');
  pf_write_begin(w, "polygon", '[');
  for (int32_t i = 0; i < place->corner_count; i++) pf_write_point(w, NULL, place->corners[i]);
  pf_write_end(w, ']');
  pf_write_end(w, '}');
}

static void write_flows(pf_json_writer *w, const pathfan_crowd *crowd, int32_t count) {
  pf_write_begin(w, "flows", '[');
  for (int32_t i = 0; i < count; i++) {
    pathfan_crowd_flow_statistics flow;
    if (pathfan_crowd_flow_get(crowd, i, &flow)) break;
    pf_write_begin(w, NULL, '{');
    if (flow.agents < 0)
      pf_write_null(w, "agents");
    else
      pf_write_integer(w, "agents", flow.agents);
    pf_write_integer(w, "started", flow.started);
    pf_write_integer(w, "arrived", flow.arrived);
    pf_write_number(w, "mean_travel", flow.mean_travel);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
}

void pf_write_crowd(pf_json_writer *w, const pf_live_crowd *live) {
  pathfan_crowd_statistics now;
  char id[16];
  (void)snprintf(id, sizeof id, "c%d", live->number);
  pathfan_crowd_statistics_get(live->crowd, &now);
  pf_write_begin(w, "crowd", '{');
  pf_write_text(w, "id", id);
  pf_write_text(w, "map", live->environment ? NULL : live->map);
  pf_write_text(w, "environment", live->environment ? live->environment->name : NULL);
  pf_write_text(w, "strategy", pathfan_crowd_strategy_name(live->strategy));
  pf_write_bool(w, "indexed", live->held->source.index != NULL);
  pf_write_integer(w, "step", now.step);
  if (live->step_seconds > 0)
    pf_write_number(w, "step_seconds", live->step_seconds);
  else
    pf_write_null(w, "step_seconds");
  pf_write_bool(w, "done", pf_crowd_frame_is_last(live));
  pf_write_integer(w, "closed", live->closed);
  if (now.agents < 0)
    pf_write_null(w, "agents");
  else
    pf_write_integer(w, "agents", now.agents);
  pf_write_integer(w, "started", now.started);
  pf_write_integer(w, "arrived", now.arrived);
  pf_write_integer(w, "present", now.present);
  pf_write_integer(w, "stuck", now.stuck);
  pf_write_integer(w, "most_present", now.most_present);
  pf_write_number(w, "mean_present", now.mean_present);
  pf_write_number(w, "mean_travel", now.mean_travel);
  pf_write_integer(w, "searches", now.searches);
  pf_write_integer(w, "evaluations", now.evaluations);
  pf_write_integer(w, "changes", now.changes);
  pf_write_number(w, "mean_step_ms", now.mean_step_ms);
  pf_write_number(w, "mean_move_ms", now.mean_move_ms);
  pf_write_number(w, "preparing_ms", now.preparing_ms);
  write_flows(w, live->crowd, live->flow_count);
  pf_write_end(w, '}');
}

void pf_write_crowd_ground(pf_json_writer *w, const pf_live_crowd *live) {
  pathfan_point corners[CORNERS_MAX];
  pf_source_facts facts;
  pathfan_crowd_cell cell;
  pf_held_source_look(live->held, &facts);
  pf_write_point(w, "origin", (pathfan_point){facts.info.origin_x, facts.info.origin_y});
  pf_write_number(w, "width", facts.info.width);
  pf_write_number(w, "height", facts.info.height);
  pf_write_bool(w, "is_y_up", pf_source_is_y_up(&live->held->source));
  pf_write_begin(w, "polygons", '[');
  for (int32_t i = 0; i < facts.info.polygon_count; i++) {
    const int32_t count = pf_source_polygon(&live->held->source, i, corners, CORNERS_MAX);
    if (count < 3 || count > CORNERS_MAX) continue;
    pf_write_begin(w, NULL, '[');
    for (int32_t k = 0; k < count; k++) {
      pf_write_number(w, NULL, corners[k].x);
      pf_write_number(w, NULL, corners[k].y);
    }
    pf_write_end(w, ']');
  }
  pf_write_end(w, ']');
  pf_write_begin(w, "cells", '[');
  for (int32_t i = 0; !pathfan_crowd_cell_get(live->crowd, i, &cell); i++) {
    pf_write_number(w, NULL, cell.x);
    pf_write_number(w, NULL, cell.y);
    pf_write_number(w, NULL, cell.width);
    pf_write_number(w, NULL, cell.height);
  }
  pf_write_end(w, ']');
  pf_write_begin(w, "gates", '[');
  pathfan_crowd_gate gate;
  for (int32_t i = 0; !pathfan_crowd_gate_get(live->crowd, i, &gate); i++) {
    pf_write_number(w, NULL, gate.a.x);
    pf_write_number(w, NULL, gate.a.y);
    pf_write_number(w, NULL, gate.b.x);
    pf_write_number(w, NULL, gate.b.y);
  }
  pf_write_end(w, ']');
}

static void write_environment(pf_json_writer *w, const pathfan_crowd_environment *e) {
  pf_write_begin(w, NULL, '{');
  pf_write_text(w, "name", e->name);
  pf_write_begin(w, "flows", '[');
  for (int32_t i = 0; i < e->flow_count; i++) {
    pf_write_begin(w, NULL, '{');
    write_place(w, "from", &e->flows[i].from);
    pf_write_begin(w, "to", '[');
    for (int32_t k = 0; k < e->flows[i].to_count; k++) write_place(w, NULL, &e->flows[i].to[k]);
    pf_write_end(w, ']');
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
  pf_write_end(w, '}');
}

void pf_write_environments(pf_json_writer *w) {
  pf_write_begin(w, "environments", '[');
  for (int i = 0; i < PF_ENVIRONMENTS; i++)
    write_environment(w, pathfan_crowd_environment_find(pf_crowds_environment(i)));
  pf_write_end(w, ']');
}

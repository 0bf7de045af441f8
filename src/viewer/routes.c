/* routes.c - the handler of each route. docs/openapi.json has the same list; a test compares
 * them. */
#include <stdio.h>
#include <string.h>

#include "viewer/server.h"

const pathfan_route pathfan_routes[] = {
    {"GET", "/", PATHFAN_ROUTE_QUICK, PATHFAN_VIEWER_FAST, pathfan_get_page},
    {"GET", "/openapi.json", PATHFAN_ROUTE_QUICK, PATHFAN_VIEWER_FAST, pathfan_get_page},
    {"GET", "/{file}", PATHFAN_ROUTE_QUICK, PATHFAN_VIEWER_FAST, pathfan_get_page},
    {"GET", "/api/maps", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST, pathfan_get_maps},
    {"GET", "/api/maps/{map}", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST, pathfan_get_map},
    {"GET", "/api/maps/{map}/thumbnail.png", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST,
     pathfan_get_thumbnail},
    {"GET", "/api/maps/{map}/geometry", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST,
     pathfan_get_geometry},
    {"GET", "/api/maps/{map}/source", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST, pathfan_get_source},
    {"GET", "/api/maps/{map}/terrain", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST,
     pathfan_get_terrain},
    {"GET", "/api/maps/{map}/field", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_SLOW, pathfan_get_field},
    {"GET", "/api/maps/{map}/look", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST, pathfan_get_look},
    {"GET", "/api/maps/{map}/vertices", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST,
     pathfan_get_vertices},
    {"GET", "/api/maps/{map}/vertex/{vertex}", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST,
     pathfan_get_vertex},
    {"POST", "/api/maps", PATHFAN_ROUTE_SOURCE, PATHFAN_VIEWER_READING, pathfan_post_map},
    {"DELETE", "/api/maps/{map}", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST, pathfan_delete_map},
    {"GET", "/api/maps/{map}/drawing", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST,
     pathfan_get_drawing},
    {"PUT", "/api/maps/{map}/drawing", PATHFAN_ROUTE_SOURCE, PATHFAN_VIEWER_FAST,
     pathfan_put_drawing},
    {"GET", "/api/jobs/{job}", PATHFAN_ROUTE_QUICK, PATHFAN_VIEWER_FAST, pathfan_get_job},
    {"DELETE", "/api/jobs/{job}", PATHFAN_ROUTE_QUICK, PATHFAN_VIEWER_FAST, pathfan_delete_job},
    {"POST", "/api/query", PATHFAN_ROUTE_ASK, PATHFAN_VIEWER_FAST, pathfan_post_query},
    {"POST", "/api/targets", PATHFAN_ROUTE_ASK, PATHFAN_VIEWER_SLOW, pathfan_post_targets},
    {"GET", "/api/environments", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST, pathfan_get_environments},
    {"POST", "/api/crowds", PATHFAN_ROUTE_ASK, PATHFAN_VIEWER_SLOW, pathfan_post_crowd},
    {"GET", "/api/crowds/{crowd}", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_SLOW, pathfan_get_crowd},
    {"PATCH", "/api/crowds/{crowd}", PATHFAN_ROUTE_ASK, PATHFAN_VIEWER_SLOW, pathfan_patch_crowd},
    {"DELETE", "/api/crowds/{crowd}", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_SLOW,
     pathfan_delete_crowd},
    {"POST", "/api/crowds/{crowd}/steps", PATHFAN_ROUTE_ASK, PATHFAN_VIEWER_SLOW,
     pathfan_post_steps},
    {"GET", "/api/study", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST, pathfan_get_study},
    {"POST", "/api/study/participants", PATHFAN_ROUTE_ASK, PATHFAN_VIEWER_FAST,
     pathfan_post_participant},
    {"POST", "/api/study/query", PATHFAN_ROUTE_ASK, PATHFAN_VIEWER_FAST, pathfan_post_study_query},
    {"POST", "/api/study/responses", PATHFAN_ROUTE_ASK, PATHFAN_VIEWER_FAST, pathfan_post_response},
    {"GET", "/api/study/progress", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST, pathfan_get_progress},
    {"GET", "/api/study/export.csv", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST, pathfan_get_export},
    {"GET", "/api/study/results", PATHFAN_ROUTE_READ, PATHFAN_VIEWER_FAST, pathfan_get_results},
};
const int pathfan_route_count = sizeof pathfan_routes / sizeof *pathfan_routes;

/* Whether path matches a pattern; parts gets the parts in place of {...}. */
static bool matches(const char *pattern, const char *path, char parts[2][PATHFAN_PART_BYTES]) {
  int part = 0;
  while (*pattern && *path) {
    if (*pattern != '{') {
      if (*pattern++ != *path++) return false;
      continue;
    }
    const size_t length = strcspn(path, "/");
    if (!length || length >= PATHFAN_PART_BYTES || part == 2) return false;
    memcpy(parts[part], path, length);
    parts[part++][length] = '\0';
    path += length;
    pattern = strchr(pattern, '}') + 1;
  }
  return !*pattern && !*path;
}

const pathfan_route *pathfan_route_find(const char *method, const char *path,
                                        char parts[2][PATHFAN_PART_BYTES], bool *path_known,
                                        char allowed[64]) {
  const char *wanted = strcmp(method, "HEAD") == 0 ? "GET" : method;
  size_t length = 0;
  allowed[0] = '\0';
  *path_known = false;
  for (int i = 0; i < pathfan_route_count; i++) {
    const pathfan_route *route = &pathfan_routes[i];
    if (!matches(route->pattern, path, parts)) continue;
    *path_known = true;
    if (strcmp(route->method, wanted) == 0) return route;
    const bool get = strcmp(route->method, "GET") == 0;
    length += (size_t)snprintf(allowed + length, 64 - length, "%s%s%s", length ? ", " : "",
                               route->method, get ? ", HEAD" : "");
  }
  return NULL;
}

/* routes.c - the handler of each route. docs/openapi.json has the same list; a test compares
 * them. */
#include <stdio.h>
#include <string.h>

#include "viewer/server.h"

const pf_http_route pf_routes[] = {
    {"GET", "/", PF_ROUTE_QUICK, PF_VIEWER_FAST, pf_get_page},
    {"GET", "/openapi.json", PF_ROUTE_QUICK, PF_VIEWER_FAST, pf_get_page},
    {"GET", "/{file}", PF_ROUTE_QUICK, PF_VIEWER_FAST, pf_get_page},
    {"GET", "/api/maps", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_maps},
    {"GET", "/api/maps/{map}", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_map},
    {"GET", "/api/maps/{map}/thumbnail.png", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_thumbnail},
    {"GET", "/api/maps/{map}/geometry", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_geometry},
    {"GET", "/api/maps/{map}/source", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_source},
    {"GET", "/api/maps/{map}/terrain", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_terrain},
    {"GET", "/api/maps/{map}/field", PF_ROUTE_READ, PF_VIEWER_SLOW, pf_get_field},
    {"GET", "/api/maps/{map}/look", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_look},
    {"GET", "/api/maps/{map}/vertices", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_vertices},
    {"GET", "/api/maps/{map}/vertex/{vertex}", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_vertex},
    {"POST", "/api/maps", PF_ROUTE_SOURCE, PF_VIEWER_READING, pf_post_map},
    {"DELETE", "/api/maps/{map}", PF_ROUTE_READ, PF_VIEWER_FAST, pf_delete_map},
    {"GET", "/api/maps/{map}/drawing", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_drawing},
    {"PUT", "/api/maps/{map}/drawing", PF_ROUTE_SOURCE, PF_VIEWER_FAST, pf_put_drawing},
    {"GET", "/api/jobs/{job}", PF_ROUTE_QUICK, PF_VIEWER_FAST, pf_get_job},
    {"DELETE", "/api/jobs/{job}", PF_ROUTE_QUICK, PF_VIEWER_FAST, pf_delete_job},
    {"POST", "/api/query", PF_ROUTE_ASK, PF_VIEWER_FAST, pf_post_query},
    {"POST", "/api/targets", PF_ROUTE_ASK, PF_VIEWER_SLOW, pf_post_targets},
    {"GET", "/api/environments", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_environments},
    {"POST", "/api/crowds", PF_ROUTE_ASK, PF_VIEWER_SLOW, pf_post_crowd},
    {"GET", "/api/crowds/{crowd}", PF_ROUTE_READ, PF_VIEWER_SLOW, pf_get_crowd},
    {"PATCH", "/api/crowds/{crowd}", PF_ROUTE_ASK, PF_VIEWER_SLOW, pf_patch_crowd},
    {"DELETE", "/api/crowds/{crowd}", PF_ROUTE_READ, PF_VIEWER_SLOW, pf_delete_crowd},
    {"POST", "/api/crowds/{crowd}/steps", PF_ROUTE_ASK, PF_VIEWER_SLOW, pf_post_steps},
    {"GET", "/api/study", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_study},
    {"POST", "/api/study/participants", PF_ROUTE_ASK, PF_VIEWER_FAST, pf_post_participant},
    {"POST", "/api/study/query", PF_ROUTE_ASK, PF_VIEWER_FAST, pf_post_study_query},
    {"POST", "/api/study/responses", PF_ROUTE_ASK, PF_VIEWER_FAST, pf_post_response},
    {"GET", "/api/study/progress", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_progress},
    {"GET", "/api/study/export.csv", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_export},
    {"GET", "/api/study/results", PF_ROUTE_READ, PF_VIEWER_FAST, pf_get_results},
};
const int pf_route_count = sizeof pf_routes / sizeof *pf_routes;

/* Whether path matches a pattern; parts gets the parts in place of {...}. */
static bool matches(const char *pattern, const char *path, char parts[2][PF_PART_BYTES]) {
  int part = 0;
  while (*pattern && *path) {
    if (*pattern != '{') {
      if (*pattern++ != *path++) return false;
      continue;
    }
    const size_t length = strcspn(path, "/");
    if (!length || length >= PF_PART_BYTES || part == 2) return false;
    memcpy(parts[part], path, length);
    parts[part++][length] = '\0';
    path += length;
    pattern = strchr(pattern, '}') + 1;
  }
  return !*pattern && !*path;
}

const pf_http_route *pf_route_find(const char *method, const char *path,
                                   char parts[2][PF_PART_BYTES], bool *path_known,
                                   char allowed[64]) {
  const char *wanted = strcmp(method, "HEAD") == 0 ? "GET" : method;
  size_t length = 0;
  allowed[0] = '\0';
  *path_known = false;
  for (int i = 0; i < pf_route_count; i++) {
    const pf_http_route *route = &pf_routes[i];
    if (!matches(route->pattern, path, parts)) continue;
    *path_known = true;
    if (strcmp(route->method, wanted) == 0) return route;
    const bool get = strcmp(route->method, "GET") == 0;
    length += (size_t)snprintf(allowed + length, 64 - length, "%s%s%s", length ? ", " : "",
                               route->method, get ? ", HEAD" : "");
  }
  return NULL;
}

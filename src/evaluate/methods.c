/* methods.c - the paper's methods (section 5.1) and this project's own. */
#include "evaluate/methods.h"

#include <stdio.h>
#include <string.h>

static const struct family {
  const char *name;
  pathfan_algorithm algorithm;
  int32_t access;
  bool slow; /* one pass suffices: milliseconds vary less than microseconds */
} FAMILIES[PF_FAMILIES] = {
    [PF_FAMILY_CVPD_15] = {"CVPD(15)", PATHFAN_ALGORITHM_CVPD, 15, false},
    [PF_FAMILY_CVPD_30] = {"CVPD(30)", PATHFAN_ALGORITHM_CVPD, 30, false},
    [PF_FAMILY_CVPD_ALL] = {"CVPD(All)", PATHFAN_ALGORITHM_CVPD, 0, false},
    [PF_FAMILY_PLA] = {"Pla", PATHFAN_ALGORITHM_PLATEAUS, 0, false},
    [PF_FAMILY_DISSIM] = {"Dissim", PATHFAN_ALGORITHM_DISSIMILARITY, 0, false},
    [PF_FAMILY_PEN] = {"Pen", PATHFAN_ALGORITHM_PENALTY, 0, true},
    [PF_FAMILY_POLY] = {"Poly", PATHFAN_ALGORITHM_POLYANYA, 0, false},
    [PF_FAMILY_THOROUGH] = {"Thorough", PATHFAN_ALGORITHM_INDEX, 0, false},
    [PF_FAMILY_ASTAR] = {"A*", PATHFAN_ALGORITHM_ASTAR, 0, true},
    [PF_FAMILY_FAST] = {"Fast", PATHFAN_ALGORITHM_INDEX, 0, false},
};

const char *pf_family_name(pf_family family) {
  return FAMILIES[family].name;
}

static pf_compared_method *add(pf_compared_methods *all, const pf_evaluate_options *options,
                               pf_family family, int32_t tables, int32_t paths) {
  const struct family *kind = &FAMILIES[family];
  pf_compared_method *it = &all->list[all->count++];
  *it = (pf_compared_method){.family = family,
                             .tables = tables,
                             .paths = paths,
                             .passes = kind->slow ? 1 : options->passes,
                             .every = 1,
                             .on_map = family == PF_FAMILY_ASTAR};
  it->is_default = family == PF_FAMILY_FAST;
  if (family <= PF_FAMILY_CVPD_ALL)
    snprintf(it->name, sizeof it->name, "%d-%s", tables, kind->name);
  else
    snprintf(it->name, sizeof it->name, "%s", kind->name);
  return it;
}

/* Adds a method of figure 6. All of these run the same queries, so that caches affect them
 * alike. */
static void add_sampled(pf_compared_methods *all, const pf_evaluate_options *options,
                        pf_family family, int32_t paths) {
  const int32_t two = options->tables < 2 ? options->tables : 2;
  pf_compared_method *it = add(all, options, family, family <= PF_FAMILY_CVPD_ALL ? two : 0, paths);
  const size_t at = strlen(it->name);
  snprintf(it->name + at, sizeof it->name - at, " k=%d", paths);
  it->every = options->paths_sample;
  it->sampled = true;
  it->is_default = false;
}

void pf_compared_methods_list(const pf_evaluate_options *options, pf_compared_methods *all) {
  const int32_t k = PF_EVALUATE_PATHS;
  all->count = 0;
  for (int32_t x = 1; x <= 3 && x <= options->tables; x++)
    for (int f = PF_FAMILY_CVPD_15; f <= PF_FAMILY_CVPD_ALL; f++)
      add(all, options, (pf_family)f, x, k);
  if (options->tables > 3) add(all, options, PF_FAMILY_CVPD_ALL, options->tables, k);
  add(all, options, PF_FAMILY_FAST, 0, k);
  add(all, options, PF_FAMILY_THOROUGH, 0, k);
  add(all, options, PF_FAMILY_PLA, 0, k);
  add(all, options, PF_FAMILY_DISSIM, 0, k);
  add(all, options, PF_FAMILY_PEN, 0, k);
  add(all, options, PF_FAMILY_POLY, 0, 1);
  add(all, options, PF_FAMILY_ASTAR, 0, 1);
  for (int32_t paths = PF_SAMPLED_LEAST; paths <= PF_SAMPLED_MOST; paths++)
    for (int f = PF_FAMILY_CVPD_15; f <= PF_FAMILY_PEN; f++)
      add_sampled(all, options, (pf_family)f, paths);
  add_sampled(all, options, PF_FAMILY_POLY, 1);
}

static int32_t find(const pf_compared_methods *all, pf_family family, int32_t tables, int32_t paths,
                    bool sampled) {
  for (int32_t i = 0; i < all->count; i++) {
    const pf_compared_method *it = &all->list[i];
    if (it->family == family && it->paths == paths && it->sampled == sampled &&
        (!tables || it->tables == tables))
      return i;
  }
  return -1;
}

int32_t pf_compared_method_find(const pf_compared_methods *all, pf_family family, int32_t tables,
                                int32_t paths) {
  return find(all, family, tables, paths, false);
}

int32_t pf_compared_method_find_sampled(const pf_compared_methods *all, pf_family family,
                                        int32_t paths) {
  return find(all, family, 0, paths, true);
}

int32_t pf_compared_method_default(const pf_compared_methods *all) {
  for (int32_t i = 0; i < all->count; i++)
    if (all->list[i].is_default) return i;
  return -1;
}

pathfan_request pf_compared_method_request(const pf_compared_method *method) {
  const struct family *kind = &FAMILIES[method->family];
  pathfan_request request;
  pathfan_request_init(&request);
  pathfan_request_preset(&request, PATHFAN_PRESET_PAPER);
  request.algorithm = kind->algorithm;
  request.access = kind->access;
  request.tables = method->tables;
  request.paths = method->paths;
  if (method->family == PF_FAMILY_THOROUGH) request.effort = PATHFAN_EFFORT_THOROUGH;
  return request;
}

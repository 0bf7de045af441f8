/* request.c - defaults, ranges and names of a request's fields. */
#include "request.h"

#include <math.h>

#include "base/reserved.h"
#include "format/request_defaults.h"
#include "query/open/built_with.h"
#include "query/methods/table.h"
#include "query/choose/objective.h"

void pathfan_request_init(pathfan_request *request) {
  *request = (pathfan_request){.paths = PF_DEFAULT_PATHS,
                               .stretch = PF_DEFAULT_STRETCH,
                               .penalty = 1.4,
                               .from_level = NAN,
                               .to_level = NAN};
  pathfan_request_preset(request, PATHFAN_PRESET_GAME);
}

static const struct {
  const char *name;
  double dissimilarity, separation_share, max_loop;
  pathfan_splices splices;
} presets[PATHFAN_PRESET_COUNT] = {
    [PATHFAN_PRESET_GAME] = {"game", PF_DEFAULT_DISSIMILARITY, PF_DEFAULT_SEPARATION_SHARE,
                             PF_GAME_MAX_LOOP, PATHFAN_SPLICES_AUTO},
    [PATHFAN_PRESET_DISTINCT] = {"distinct", 0.8, PF_DEFAULT_SEPARATION_SHARE, PF_GAME_MAX_LOOP,
                                 PATHFAN_SPLICES_AUTO},
    [PATHFAN_PRESET_PAPER] = {"paper", PF_DEFAULT_DISSIMILARITY, 0, 0, PATHFAN_SPLICES_NEVER},
};

bool pathfan_request_preset(pathfan_request *r, pathfan_preset preset) {
  if ((unsigned)preset >= PATHFAN_PRESET_COUNT) return false;
  r->dissimilarity = presets[preset].dissimilarity;
  r->separation = 0;
  r->separation_share = presets[preset].separation_share;
  r->splices = presets[preset].splices;
  r->max_loop = presets[preset].max_loop;
  r->max_bounded_stretch = r->min_local_optimality = 0;
  return true;
}

const char *pathfan_preset_name(pathfan_preset preset) {
  return (unsigned)preset < PATHFAN_PRESET_COUNT ? presets[preset].name : "unknown";
}

/* Checks bounds and objective; returns NULL, or a sentence on what is wrong. Only methods that
 * choose among candidates take an objective. */
static const char *flaw_of_measures(const pathfan_request *r) {
  const pathfan_objective *o = &r->objective;
  const double weights[] = {o->length, o->bounded_stretch, o->similarity, o->local_optimality,
                            o->nearness};
  for (size_t i = 0; i < sizeof weights / sizeof *weights; i++)
    if (!(weights[i] >= 0) || !isfinite(weights[i]))
      return "objective: weights must be numbers of at least 0";
  if (pf_objective_is_set(o) && !pf_method_of(r->algorithm)->chooses)
    return "objective: only the algorithms index, cvpd and dissimilarity choose by one";
  if ((r->max_bounded_stretch != 0 && !(r->max_bounded_stretch >= 1)) ||
      !isfinite(r->max_bounded_stretch))
    return "max_bounded_stretch must be a number of at least 1, or 0";
  if (!(r->min_local_optimality >= 0) || !isfinite(r->min_local_optimality))
    return "min_local_optimality must be a number of at least 0";
  return NULL;
}

const char *pf_request_flaw(const pathfan_request *r) {
  const uint32_t endless = PATHFAN_WITHOUT_ROOT_HISTORY | PATHFAN_WITHOUT_COMPONENTS;
  if (!PF_KNOWS(r) || !PF_KNOWS(&r->objective) || (r->trace && !PF_KNOWS(r->trace)))
    return "request: " PF_UNKNOWN_MEMBER;
  if (r->trace && !PATHFAN_WITH_TRACE) return "trace: this library was built without traces";
  if (!isfinite(r->from.x) || !isfinite(r->from.y)) return "from must be two finite numbers";
  if (!isfinite(r->to.x) || !isfinite(r->to.y)) return "to must be two finite numbers";
  if (r->paths < 1) return "paths must be at least 1";
  if (!(r->stretch >= 1) || !isfinite(r->stretch)) return "stretch must be a number of at least 1";
  if (!(r->dissimilarity >= 0 && r->dissimilarity <= 1)) return "dissimilarity must be 0 to 1";
  if (!(r->separation >= 0) || !isfinite(r->separation))
    return "separation must be a number of at least 0";
  if (!(r->separation_share >= 0 && r->separation_share <= 1))
    return "separation_share must be 0 to 1";
  if ((r->max_loop != 0 && !(r->max_loop >= 1)) || !isfinite(r->max_loop))
    return "max_loop must be a number of at least 1, or 0";
  if ((uint32_t)r->splices > PATHFAN_SPLICES_ALWAYS) return "splices must be auto, never or always";
  if (r->tables < 0) return "tables must be at least 0";
  if (r->access < 0) return "access must be at least 0";
  if (!(r->snap >= 0) || !isfinite(r->snap)) return "snap must be a number of at least 0";
  if (r->effort != PATHFAN_EFFORT_FAST && r->effort != PATHFAN_EFFORT_THOROUGH)
    return "effort must be fast or thorough";
  if (!pf_method_of(r->algorithm)) return "algorithm: there is none of this number";
#if !PATHFAN_WITH_THOROUGH
  if (r->effort == PATHFAN_EFFORT_THOROUGH)
    return "effort: this library was built without thorough";
#endif
  if (!(r->penalty > 1) || !isfinite(r->penalty)) return "penalty must be a number above 1";
  if (r->max_gap != 0 && !(r->max_gap >= 1e-9 && r->max_gap <= 1))
    return "max_gap must be 1e-9 to 1, or 0";
  if (r->without >= 32) return "without holds unknown bits";
  if ((r->without & endless) == endless && !r->work_limit)
    return "without: a search that nothing ends needs a work_limit";
  return flaw_of_measures(r);
}

const char *pf_request_flaw_on_terrain(const pathfan_request *r) {
  if (r->avoid_count || r->obstacles)
    return "avoid: paths over a terrain can't keep out of areas; what nobody may enter is an "
           "obstacle of the map";
  if (pf_objective_is_set(&r->objective))
    return "objective: paths over a terrain are chosen by cost; stretch, dissimilarity and "
           "separation bound them";
  if (r->max_bounded_stretch != 0)
    return "max_bounded_stretch is of lengths; paths over a terrain are bounded by stretch, of "
           "cost, dissimilarity and separation";
  if (r->min_local_optimality != 0)
    return "min_local_optimality is of lengths; paths over a terrain are bounded by stretch, of "
           "cost, dissimilarity and separation";
  if (r->partial)
    return "partial: which places of a terrain can be reached isn't known before it is searched; a "
           "goal in an obstacle can be moved by snap";
  if (r->fill)
    return "fill: paths over a terrain all keep the separation; a smaller one, or a smaller "
           "dissimilarity, finds more";
  if (r->splices == PATHFAN_SPLICES_ALWAYS)
    return "splices: paths over a terrain are never joined to others; effort thorough tries more "
           "of them";
  if (r->tables || r->access)
    return "tables and access are of tables, which a terrain's index doesn't hold: it has all its "
           "ways without";
  if (r->without) return "without: these prunings are polyanya's, which doesn't support terrains";
  return NULL;
}

const char *pf_request_flaw_with_openings(const pathfan_request *r) {
  if (pf_objective_measures(&r->objective))
    return "objective: measures don't count openings; where one is open, only similarity and "
           "nearness have weights";
  if (r->max_bounded_stretch != 0 || r->min_local_optimality != 0)
    return "max_bounded_stretch, min_local_optimality: measures don't count openings; where one is "
           "open, stretch and max_loop bound paths";
  return NULL;
}

/* ---- Names ---- */

const char *pathfan_proof_name(pathfan_proof proof) {
  static const char *const names[] = {"index", "search"};
  return (unsigned)proof < sizeof names / sizeof names[0] ? names[proof] : "unknown";
}

const char *pathfan_splices_name(pathfan_splices splices) {
  static const char *const names[] = {"auto", "never", "always"};
  return (unsigned)splices < sizeof names / sizeof names[0] ? names[splices] : "unknown";
}

const char *pathfan_outcome_name(pathfan_outcome outcome) {
  static const char *const names[] = {"ok",           "no_path",    "start_blocked",
                                      "goal_blocked", "work_limit", "invalid_request"};
  return (unsigned)outcome < sizeof names / sizeof names[0] ? names[outcome] : "unknown";
}

const char *pathfan_blocked_by_name(pathfan_blocked_by what) {
  static const char *const names[] = {"nothing", "obstacle", "border", "area"};
  return (unsigned)what < sizeof names / sizeof names[0] ? names[what] : "unknown";
}

const char *pathfan_reason_name(pathfan_reason reason) {
  static const char *const names[] = {"complete", "no_candidates", "rejected", "work_limit"};
  return (unsigned)reason < sizeof names / sizeof names[0] ? names[reason] : "unknown";
}

/* request_defaults.h - defaults of a request (pathfan/query.h) that the content of an index depends
 * on: the builder marks the via nodes that answers to such requests use (build-index/vias). */
#ifndef PF_FORMAT_REQUEST_DEFAULTS_H
#define PF_FORMAT_REQUEST_DEFAULTS_H

#define PF_DEFAULT_PATHS 3
#define PF_DEFAULT_STRETCH 1.5
/* Of the presets game and distinct: just above the way round a square hall instead of along its
 * diagonal, 1.414. */
#define PF_GAME_MAX_LOOP 1.5
#define PF_DEFAULT_DISSIMILARITY 0.6
#define PF_DEFAULT_SEPARATION_SHARE 0.02

#endif

/* request_defaults.h - defaults of a request (pathfan/query.h) that the content of an index depends
 * on: the builder marks the via nodes that answers to such requests use (build-index/vias). */
#ifndef PF_FORMAT_REQUEST_DEFAULTS_H
#define PF_FORMAT_REQUEST_DEFAULTS_H

#define PF_DEFAULT_PATHS 3
#define PF_DEFAULT_STRETCH 1.5
#define PF_DEFAULT_DISSIMILARITY 0.6
#define PF_DEFAULT_SEPARATION_SHARE 0.02

#endif

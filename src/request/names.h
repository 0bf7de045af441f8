/* names.h - the names by which people choose, in options and in JSON alike. Each reader
 * returns false, or NULL, and changes nothing when the text is no such name. */
#ifndef PATHFAN_REQUEST_NAMES_H
#define PATHFAN_REQUEST_NAMES_H

#include "pathfan/query.h"

/* "fast", "thorough". */
bool pathfan_read_effort(const char *text, pathfan_effort *effort);

/* As pathfan_algorithm_name has them. */
bool pathfan_read_algorithm(const char *text, pathfan_algorithm *algorithm);

/* What to say of a text that is no algorithm: "is not an algorithm; those that are: ...". */
extern const char pathfan_no_algorithm[];

/* The weight that `length` characters of text name: "length", "bounded_stretch",
 * "similarity", "local_optimality", with '_' or '-'. */
double *pathfan_objective_weight(pathfan_objective *objective, const char *text, size_t length);

#endif

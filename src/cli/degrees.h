/* degrees.h - points in degrees, of a command's request: what is wrong with them is reported. */
#ifndef PF_CLI_DEGREES_H
#define PF_CLI_DEGREES_H

#include "request/degrees.h"

/* Like pf_degrees_decide and pf_degrees_ask. Return CLI_OK, or an exit code after a report. */
int cli_degrees_decide(const pf_degrees *degrees, pathfan_point from, pathfan_point to,
                       bool *are_given);
int cli_degrees_ask(const pf_degrees *degrees, const pathfan_request *request,
                    pf_degrees_asked *asked);

#endif

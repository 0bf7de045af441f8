/* degrees.c - see degrees.h. */
#include "cli/degrees.h"

#include "cli/cli.h"

int cli_degrees_decide(const pf_degrees *degrees, pathfan_point from, pathfan_point to,
                       bool *are_given) {
  pf_complaint wrong;
  if (pf_degrees_decide(degrees, from, to, are_given, &wrong)) return CLI_OK;
  return cli_failure(PATHFAN_ERR_ARGUMENT, wrong.text);
}

int cli_degrees_ask(const pf_degrees *degrees, const pathfan_request *request,
                    pf_degrees_asked *asked) {
  pf_complaint wrong = {""};
  const pathfan_status status = pf_degrees_ask(degrees, request, asked, &wrong);
  return status ? cli_failure(status, wrong.text) : CLI_OK;
}

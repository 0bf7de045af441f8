/* advice.h - which other options bring more paths. */
#ifndef PF_CLI_ADVICE_H
#define PF_CLI_ADVICE_H

#include <stdio.h>

#include "cli/ask.h"

/* Writes a line with the options that bring more paths than the answer to asking's request has, and
 * how many; nothing if it has as many as wished, or none does. Leaves asking's query object as it
 * is. */
void cli_advise(FILE *out, const cli_asking *asking, const pathfan_answer *answer);

#endif

/* twin_rivals.h - Plateaus, Dissimilarity and Penalty written plainly, from their
 * definitions (paper, sections 2.3.2 and 3.1), on a net in a full matrix. */
#ifndef PF_TWIN_RIVALS_H
#define PF_TWIN_RIVALS_H

#include "twin_algorithm.h"
#include "twin_net.h"

/* s and t: nodes of net. The request chooses the method. twin_answer_free frees the answer. */
twin_answer twin_rivals(const twin_map *map, const twin_net *net, int32_t s, int32_t t,
                        const pathfan_request *request);

#endif

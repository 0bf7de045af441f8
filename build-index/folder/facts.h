/* facts.h - the facts that an index file records about itself. */
#ifndef PF_BUILD_INDEX_FOLDER_FACTS_H
#define PF_BUILD_INDEX_FOLDER_FACTS_H

#include "pathfan/folder.h"
#include "pathfan/open.h"

/* Opens the index at path and reads its facts. The policy EAGER checks all digests. Errors: IO,
 * NO_MEMORY, NOT_INDEX, VERSION, DAMAGED. */
pathfan_status pf_facts_read(const char *path, pathfan_open_policy policy,
                             pathfan_index_facts *facts, pathfan_error *error);

/* Copies text so that JSON can hold it: if it isn't UTF-8, its bytes above 127 become \xNN. Cut off
 * after `size` bytes. */
void pf_facts_text(char *to, size_t size, const char *from);

bool pf_facts_equal(const pathfan_index_facts *a, const pathfan_index_facts *b);

#endif

/* shortage.h - whether an allocation has failed on this thread where the code that made it doesn't
 * say so. jansson (2.14) gives most such errors no message, takes some for mistakes in the text,
 * and reads on with letters lost.
 *
 *   json_set_alloc_funcs(pf_shortage_malloc, free);    once, in a program
 *   ...
 *   json_t *json = pf_json_load(text, bytes, flags, &error);    json_load.h: begins anew
 *   if (!good && pf_shortage_seen()) it is no mistake of whoever wrote the text */
#ifndef PF_BASE_SHORTAGE_H
#define PF_BASE_SHORTAGE_H

#include <stdbool.h>
#include <stddef.h>

void pf_shortage_begin(void);
void pf_shortage_note(void); /* an allocation has failed */
bool pf_shortage_seen(void);

/* malloc that notes a failure. */
void *pf_shortage_malloc(size_t bytes);

#endif

/* allocate.h - from here on malloc, calloc, realloc, free, strdup, strndup and asprintf are those
 * of the application, or else the C library's (pathfan/allocator.h).
 *
 * Every file of the libraries that allocates includes this header, mostly by base/memory.h, after
 * those of the system. A test (allocations) looks for others in what was compiled. Memory that
 * comes from the C library or another one (realpath, json_dumps) goes back there by (free)(memory):
 * in parentheses a name is no macro.
 *
 * Macros, since so all that is written in the usual way is right, and nothing can be freed by
 * another function than the one that belongs to it. */
#ifndef PF_BASE_ALLOCATE_H
#define PF_BASE_ALLOCATE_H

#include <stddef.h>
#include <stdio.h> /* before the macros */
#include <stdlib.h>
#include <string.h>

#include "base/portable.h"

void *pf_malloc(size_t bytes);
void *pf_calloc(size_t count, size_t size); /* NULL if the product is too large */
void *pf_realloc(void *memory, size_t bytes);
void pf_free(void *memory);
char *pf_strdup(const char *text);
char *pf_strndup(const char *text, size_t most);
/* Returns -1 and stores NULL if there is no memory. */
int pf_asprintf(char **text, const char *format, ...) PF_PRINTF(2, 3);

#undef strdup
#undef strndup
#define malloc(bytes) pf_malloc(bytes)
#define calloc(count, size) pf_calloc(count, size)
#define realloc(memory, bytes) pf_realloc(memory, bytes)
#define free(memory) pf_free(memory)
#define strdup(text) pf_strdup(text)
#define strndup(text, most) pf_strndup(text, most)
#define asprintf(...) pf_asprintf(__VA_ARGS__)

#endif

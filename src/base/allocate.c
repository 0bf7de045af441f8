/* allocate.c - the one place that asks the C library or the application for memory.
 *
 * The allocator is set before the first allocation, or never; so threads read it without a lock,
 * and memory goes back to where it came from. Without one the C library's calloc is called, which
 * knows of pages that are zero already. */
#include "base/allocate.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/reserved.h"
#include "pathfan/allocator.h"

static pathfan_allocator given; /* allocate is NULL: the C library's */
static atomic_bool is_in_use;   /* something has been allocated */

/* Notes the first allocation. Written once, so that threads share the line. */
static bool is_given(void) {
  if (!atomic_load_explicit(&is_in_use, memory_order_relaxed))
    atomic_store_explicit(&is_in_use, true, memory_order_relaxed);
  return given.allocate;
}

pathfan_status pathfan_set_allocator(const pathfan_allocator *allocator) {
  if (!allocator || !allocator->allocate || !allocator->reallocate || !allocator->release ||
      !PF_KNOWS(allocator) || atomic_load_explicit(&is_in_use, memory_order_relaxed))
    return PATHFAN_ERR_ARGUMENT;
  given = *allocator;
  return PATHFAN_OK;
}

void pathfan_free(void *memory) {
  pf_free(memory);
}

void *pf_malloc(size_t bytes) {
  if (is_given()) return given.allocate(bytes ? bytes : 1, given.context);
  return (malloc)(bytes);
}

void *pf_calloc(size_t count, size_t size) {
  if (!is_given()) return (calloc)(count, size);
  if (size && count > SIZE_MAX / size) return NULL;
  void *made = pf_malloc(count * size);
  if (made) memset(made, 0, count * size);
  return made;
}

void *pf_realloc(void *memory, size_t bytes) {
  if (!is_given()) return (realloc)(memory, bytes);
  if (!memory) return pf_malloc(bytes);
  return given.reallocate(memory, bytes ? bytes : 1, given.context);
}

void pf_free(void *memory) {
  if (!given.allocate)
    (free)(memory);
  else if (memory)
    given.release(memory, given.context);
}

/* Copies a text of so many bytes, or its beginning. */
static char *copy(const char *text, size_t bytes) {
  char *made = pf_malloc(bytes + 1);
  if (!made) return NULL;
  memcpy(made, text, bytes);
  made[bytes] = '\0';
  return made;
}

char *pf_strdup(const char *text) {
  return copy(text, strlen(text));
}

char *pf_strndup(const char *text, size_t most) {
  const char *end = memchr(text, '\0', most);
  return copy(text, end ? (size_t)(end - text) : most);
}

int pf_asprintf(char **text, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  *text = length < 0 ? NULL : pf_malloc((size_t)length + 1);
  if (*text) vsnprintf(*text, (size_t)length + 1, format, arguments);
  va_end(arguments);
  return *text ? length : -1;
}

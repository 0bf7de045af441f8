/* The library's calls of malloc and the like are redirected here (--wrap), and passed on to the C
 * library unless they must fail. */
#include "failing_allocations.h"

#include <errno.h>

long allocations;
size_t largest_allocation;

static long until_failure = -1; /* allocations that still succeed; -1: all */
static bool only_one;           /* later allocations succeed again */
static bool has_failed;         /* an allocation, since the shortage began */

bool starve(shortage *s) {
  if (s->begun && !has_failed) return false;
  if (s->begun) {
    s->failed++;
    s->at += s->step > 0 ? s->step : 1;
  }
  s->begun = true;
  return true;
}

void begin_shortage(const shortage *s) {
  has_failed = false;
  only_one = s->alone;
  until_failure = (long)s->at;
}

bool end_shortage(void) {
  until_failure = -1;
  return has_failed;
}

bool allocation_fails(size_t bytes) {
  allocations++;
  if (bytes > largest_allocation) largest_allocation = bytes;
  if (until_failure < 0) return false;
  if (until_failure > 0) {
    until_failure--;
    return false;
  }
  if (only_one) until_failure = -1;
  has_failed = true;
  errno = ENOMEM;
  return true;
}

void *__wrap_malloc(size_t bytes) {
  return allocation_fails(bytes) ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes) {
  return allocation_fails(count * bytes) ? NULL : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *old, size_t bytes) {
  return allocation_fails(bytes) ? NULL : __real_realloc(old, bytes);
}

char *__wrap_strdup(const char *text) {
  return allocation_fails(0) ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t bytes) {
  return allocation_fails(bytes) ? NULL : __real_strndup(text, bytes);
}

/* After a failure *text is undefined. */
int __wrap_vasprintf(char **text, const char *format, va_list arguments) {
  return allocation_fails(0) ? -1 : __real_vasprintf(text, format, arguments);
}

int __wrap_asprintf(char **text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __wrap_vasprintf(text, format, arguments);
  va_end(arguments);
  return length;
}

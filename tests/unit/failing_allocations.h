/* failing_allocations.h - allocations that fail when a test wants them to.
 *
 * For one source file of a test that is linked with --wrap for the functions below
 * (tests/CMakeLists.txt lists those tests). */
#ifndef PATHFAN_TESTS_FAILING_ALLOCATIONS_H
#define PATHFAN_TESTS_FAILING_ALLOCATIONS_H

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

static long until_failure = -1; /* allocations that still succeed; -1: all */
static bool only_one;           /* those after the failing one succeed again */
static long allocations;        /* all that were asked for */
static size_t largest_allocation;

static bool allocation_fails(size_t bytes) {
  allocations++;
  if (bytes > largest_allocation) largest_allocation = bytes;
  if (until_failure < 0) return false;
  if (until_failure > 0) {
    until_failure--;
    return false;
  }
  if (only_one) until_failure = -1;
  errno = ENOMEM;
  return true;
}

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t bytes);
int __real_vasprintf(char **text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t bytes);
int __wrap_vasprintf(char **text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
int __wrap_asprintf(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));

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

/* What *text is after a failure nobody says. */
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

#endif

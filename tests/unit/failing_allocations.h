/* failing_allocations.h - allocations that fail when a test wants them to.
 *
 * For the suites of pathfan-tests-memory, which is linked with --wrap for the functions that
 * failing_allocations.c has (tests/CMakeLists.txt). A loop in which each fails in turn:
 *
 *   for (shortage s = {0}; starve(&s);) {
 *     const pathfan_status status = what_needs_memory();
 *     enough(); // from here on there is
 *     assert_int_equal(status, ...);
 *   }
 */
#ifndef PATHFAN_TESTS_FAILING_ALLOCATIONS_H
#define PATHFAN_TESTS_FAILING_ALLOCATIONS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

extern long until_failure; /* allocations that still succeed; -1: all */
extern bool only_one;      /* those after the failing one succeed again */
extern long allocations;   /* all that were asked for */
extern size_t largest_allocation;

/* Counts an allocation; true: it is to fail. */
bool allocation_fails(size_t bytes);

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

#endif

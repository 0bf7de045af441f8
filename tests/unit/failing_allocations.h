/* failing_allocations.h - allocations that fail when a test wants them to.
 *
 * For the suites NAME_memory, whose programs are linked with --wrap for the functions that
 * failing_allocations.c has (tests/CMakeLists.txt). Each round of this loop is short of memory: the
 * first from its first allocation on, the second from its second, and so on, until a round in which
 * no allocation fails:
 *
 *   shortage s = {0};
 *   while (starve(&s)) {
 *     prepare();             no allocation fails
 *     begin_shortage(&s);
 *     const pathfan_status status = what_is_tested();
 *     end_shortage();        tells whether an allocation failed
 *     assert_...             no allocation fails again
 *   }
 */
#ifndef PF_TESTS_FAILING_ALLOCATIONS_H
#define PF_TESTS_FAILING_ALLOCATIONS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

extern long allocations; /* calls so far, failed ones included */
extern size_t largest_allocation;

typedef struct shortage {
  bool alone;  /* only one allocation fails; false: all after it fail too */
  double at;   /* the allocation of the round that fails, from 0 on */
  double step; /* added to `at` after each round; 0: 1 */
  long failed; /* rounds in which an allocation failed */
  bool begun;
} shortage;

/* Starts the next round. False: no allocation failed in the last one. */
bool starve(shortage *s);
void begin_shortage(const shortage *s);
/* Whether an allocation has failed since the shortage began. */
bool end_shortage(void);

/* Counts an allocation; true: it must fail. */
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

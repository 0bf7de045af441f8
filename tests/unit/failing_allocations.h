/* failing_allocations.h - allocations that fail when a test wants them to.
 *
 * For the suites of pathfan-tests-memory, which is linked with --wrap for the functions that
 * failing_allocations.c has (tests/CMakeLists.txt). A loop whose rounds are short of memory, the
 * first from its first allocation on, the second from its second, and so on, until in a round
 * none fails:
 *
 *   shortage s = {0};
 *   while (starve(&s)) {
 *     prepare();             has all it wants
 *     begin_shortage(&s);
 *     const pathfan_status status = what_is_tested();
 *     end_shortage();        tells whether an allocation failed
 *     assert_...             has all it wants again
 *   }
 */
#ifndef PATHFAN_TESTS_FAILING_ALLOCATIONS_H
#define PATHFAN_TESTS_FAILING_ALLOCATIONS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

extern long allocations; /* all that were asked for */
extern size_t largest_allocation;

typedef struct shortage {
  bool alone;  /* one allocation fails, those after it succeed again; else all after it fail */
  double at;   /* the allocation of the round that fails, from 0 on */
  double step; /* from one round to the next; 0: 1 */
  long failed; /* rounds in which one failed */
  bool begun;
} shortage;

/* On to the next round. False: in the last one none failed. */
bool starve(shortage *s);
void begin_shortage(const shortage *s);
/* True: an allocation has failed since it began. */
bool end_shortage(void);

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

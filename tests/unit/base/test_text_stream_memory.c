/* test_text_stream_memory.c - every allocation of a stream that writes to memory fails once, and
 * all from it on: the text is whole, or the stream tells that it isn't. See failing_allocations.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/program.h"
#include "failing_allocations.h"
#include "suite.h"

#define LINES 3000 /* more than some buffers of stdio hold */

static void write_lines(FILE *out) {
  for (int i = 0; i < LINES; i++) {
    fprintf(out, "%d ", i);
    if (i % 100 == 0) fputs("a line that is longer than most of the others are\n", out);
    putc('\n', out);
  }
}

static void assert_whole(const char *text, size_t bytes) {
  char *wanted = malloc(LINES * (size_t)16);
  assert_non_null(wanted);
  FILE *out = fmemopen(wanted, LINES * (size_t)16, "w");
  assert_non_null(out);
  write_lines(out);
  assert_int_equal(fclose(out), 0);
  assert_int_equal(bytes, strlen(wanted));
  assert_string_equal(text, wanted);
  free(wanted);
}

static void test_lines(void **state) {
  (void)state;
  for (int way = 0; way < 4; way++) {
    const bool is_json = way >= 2;
    shortage s = {.alone = way % 2};
    while (starve(&s)) {
      char *text = NULL;
      size_t bytes = 0;
      bool whole = false;
      begin_shortage(&s);
      FILE *out = pf_text_stream(&text, &bytes);
      if (out) {
        write_lines(out);
        if (is_json) {
          text = pf_written(out, &text);
          whole = text != NULL;
        } else {
          whole = pf_text_stream_close(out, &text, &bytes);
        }
      } else {
        assert_null(text);
      }
      const bool failed = end_shortage();
      if (whole)
        assert_whole(text, bytes);
      else
        assert_true(failed);
      free(text);
    }
    print_message("%ld allocations failed in turn\n", s.failed);
    assert_true(s.failed > 2);
  }
}

static void test_position(void **state) {
  (void)state;
  char *text;
  size_t bytes;
  FILE *out = pf_text_stream(&text, &bytes);
  assert_non_null(out);
  assert_int_equal(ftell(out), 0);
  fputs("abc", out);
  assert_int_equal(ftell(out), 3);
  assert_int_equal(fflush(out), 0);
  assert_int_equal(bytes, 3);
  assert_string_equal(text, "abc");
  fputs("de", out);
  assert_int_equal(ftell(out), 5);
  assert_true(pf_text_stream_close(out, &text, &bytes));
  assert_int_equal(bytes, 5);
  assert_string_equal(text, "abcde");
  free(text);
}

/* The C library's own allocations, which aren't redirected. */
static void test_limit(void **state) {
  (void)state;
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  print_message("sanitizers need more memory than can be limited\n");
#else
  enum { PART = 1 << 16, PARTS = 4096 };
  struct rlimit before, limit;
  char *part = malloc(PART), *text;
  size_t bytes, written = 0;
  assert_non_null(part);
  assert_int_equal(getrlimit(RLIMIT_DATA, &before), 0);
  limit = before;
  limit.rlim_cur = 64 << 20;
  FILE *out = pf_text_stream(&text, &bytes);
  assert_non_null(out);
  assert_int_equal(setrlimit(RLIMIT_DATA, &limit), 0);
  for (int i = 0; i < PARTS; i++) {
    memset(part, 'a' + i % 26, PART);
    written += fwrite(part, 1, PART, out);
  }
  const bool whole = pf_text_stream_close(out, &text, &bytes);
  assert_int_equal(setrlimit(RLIMIT_DATA, &before), 0);
  print_message("%zu of %d bytes were taken\n", written, PART * PARTS);
  assert_true(written < (size_t)PART * PARTS);
  assert_false(whole);
  free(text);
  free(part);
#endif
}

SUITE(test_text_stream_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines), cmocka_unit_test(test_position),
                                     cmocka_unit_test(test_limit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

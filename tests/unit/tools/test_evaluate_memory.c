/* Every allocation of an evaluation fails once, its own and those of the library that it calls: it
 * ends with a status and a sentence, leaks nothing (according to the address sanitizer), leaves no
 * half files, and the next evaluation makes up for it. One that reports success leaves the same
 * files, to the byte, as one that was never short of memory. See failing_allocations.h. */
#include "failing_allocations.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "evaluate/evaluate.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_scratch.h"

static char maps[600], out[600];
static pathfan_error error;
static int complaints;

static void complain(void *context, const char *sentence) {
  (void)context;
  (void)sentence;
  complaints++;
}

/* Evaluates with few queries, to save time; charts are drawn in any case. */
static pathfan_status evaluate(pf_evaluate_result *result) {
  pf_evaluate_options options;
  pf_evaluate_options_init(&options);
  options.maps = maps;
  options.out = out;
  options.threads = options.passes = options.paths_sample = 1;
  options.times = false;
  options.complain = complain;
  complaints = 0;
  error.text[0] = 0;
  return pf_evaluate(&options, result, &error);
}

static void write_file(const char *name, const char *text) {
  FILE *file = fopen(twin_scratch(name), "w");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

/* Digests the names and contents of all files below the folder, in order of names. Contents of SVG
 * are left out: cairo numbers their elements on and on while a process lives. */
static uint64_t sum_of_folder(const char *folder) {
  struct dirent **list;
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  const int count = scandir(folder, &list, NULL, alphasort);
  assert_true(count >= 2);
  for (int i = 0; i < count; i++) {
    char path[900], *text;
    size_t bytes;
    struct stat info;
    const char *name = list[i]->d_name;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (strcmp(name, ".") && strcmp(name, "..")) {
      assert_int_equal(stat(path, &info), 0);
      for (const char *at = name; *at; at++) sum = (sum ^ (uint8_t)*at) * UINT64_C(0x100000001b3);
      if (S_ISDIR(info.st_mode)) {
        sum ^= sum_of_folder(path);
      } else if (!strstr(name, ".svg")) {
        assert_int_equal(pf_read_file(path, 1 << 24, &text, &bytes, &error), PATHFAN_OK);
        for (size_t k = 0; k < bytes; k++) sum = (sum ^ (uint8_t)text[k]) * UINT64_C(0x100000001b3);
        free(text);
      }
    }
    free(list[i]);
  }
  free(list);
  return sum;
}

/* Checks that a stopped evaluation leaves no temporary, lock or index. */
static void assert_no_halves(const char *folder) {
  DIR *list = opendir(folder);
  assert_non_null(list);
  for (struct dirent *it; (it = readdir(list));) {
    const size_t length = strlen(it->d_name);
    if (strcmp(it->d_name, ".lock") == 0 || strstr(it->d_name, ".tmp") ||
        (length > 8 && strcmp(it->d_name + length - 8, ".pathfan") == 0))
      fail_msg("%s is left", it->d_name);
  }
  closedir(list);
}

/* Removes the results of an evaluation: the report alone, or the figures of maps too. */
static void remove_results(bool all) {
  static const char *const folders[] = {"", "/maps"};
  for (int i = 0; i < 1 + all; i++) {
    char folder[700], path[1000];
    snprintf(folder, sizeof folder, "%s%s", out, folders[i]);
    DIR *list = opendir(folder);
    for (struct dirent *it; list && (it = readdir(list));) {
      snprintf(path, sizeof path, "%s/%s", folder, it->d_name);
      (void)unlink(path); /* not the folders */
    }
    if (list) closedir(list);
  }
}

/* One in this many refused evaluations is followed by another, which must succeed. */
#define MADE_UP_FOR 8

/* Makes at most `most` allocations fail in turn; in an eighth as many rounds, all later ones too.
 * ready: the figures of the maps exist. An evaluation reads its own program and draws charts, some
 * 60 ms under AddressSanitizer: by default few allocations of a whole evaluation fail;
 * PATHFAN_TEST_SCALE makes all of them fail. */
static void fail_in_turn(const char *what, bool ready, long most) {
  pf_evaluate_result result;
  long refused = 0, did = 0;
  remove_results(true);
  assert_int_equal(evaluate(&result), PATHFAN_OK);
  assert_int_equal(result.maps, 3);
  assert_int_equal(result.queries, 5);
  assert_int_equal(complaints, 1);
  const uint64_t whole = sum_of_folder(out);
  remove_results(!ready);
  const long before = allocations;
  assert_int_equal(evaluate(&result), PATHFAN_OK);
  const long all = allocations - before;
  assert_int_equal(result.reused, ready ? 3 : 0);
  assert_int_equal(sum_of_folder(out), whole);
  const double step = all > most ? (double)all / (double)most : 1;
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one, .step = one ? step : 8 * step};
    while (starve(&s)) {
      remove_results(!ready);
      begin_shortage(&s);
      const pathfan_status status = evaluate(&result);
      const bool short_of_it = end_shortage();
      assert_int_equal(short_of_it, s.at < (double)all);
      did += short_of_it && status == PATHFAN_OK;
      if (status) {
        if (status != PATHFAN_ERR_NO_MEMORY || !error.text[0])
          fail_msg("allocation %ld: status %d, \"%s\"", (long)s.at, (int)status, error.text);
        assert_no_halves(out);
        if (refused++ % MADE_UP_FOR) continue;
        assert_int_equal(evaluate(&result), PATHFAN_OK);
      }
      if (sum_of_folder(out) != whole) fail_msg("allocation %ld: other results", (long)s.at);
    }
  }
  print_message("%s: %ld allocations, %ld evaluations refused, %ld had no need of it\n", what, all,
                refused, did);
  assert_true(refused > (all < most ? all : most) / 2);
}

static void test_report(void **state) {
  (void)state;
  fail_in_turn("a report", true, twin_scaled_harm(120));
}

static void test_maps(void **state) {
  (void)state;
  fail_in_turn("maps and report", false, twin_scaled_harm(15));
}

static int setup(void **state) {
  if (twin_scratch_make(state)) return -1;
  snprintf(maps, sizeof maps, "%s", twin_scratch("maps"));
  snprintf(out, sizeof out, "%s", twin_scratch("results"));
  if (mkdir(maps, 0777) || mkdir(twin_scratch("maps/rooms"), 0777)) return -1;
  write_file("maps/block.map", "type octile\nheight 5\nwidth 5\nmap\n.....\n.@@..\n.@@..\n.....\n"
                               ".....\n");
  write_file("maps/block.map.scen", "version 1\n0\tblock.map\t5\t5\t0\t0\t4\t3\t5.0\n"
                                    "0\tblock.map\t5\t5\t0\t3\t3\t0\t4.0\nwhat?\n");
  write_file("maps/rooms/two.map", "type octile\nheight 4\nwidth 6\nmap\n..@...\n......\n.@@.@.\n"
                                   "......\n");
  write_file("maps/rooms/two.map.scen", "version 1\n0\ttwo.map\t6\t4\t0\t0\t5\t3\t6.0\n"
                                        "0\ttwo.map\t6\t4\t0\t3\t5\t0\t6.0\n");
  write_file("maps/rooms/open.map", "type octile\nheight 2\nwidth 2\nmap\n..\n..\n");
  write_file("maps/rooms/open.map.scen", "version 1\n0\topen.map\t2\t2\t0\t0\t1\t1\t1.4\n");
  return 0;
}

SUITE(test_evaluate_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_report), cmocka_unit_test(test_maps)};
  return cmocka_run_group_tests(tests, setup, twin_scratch_remove_all);
}

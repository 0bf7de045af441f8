/* test_map_reader.c - MovingAI .map files: which are read, which are refused, and the messages. */
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

#include "map/movingai.h"
#include "suite.h"
#include "twin_scratch.h"

#define HEAD "type octile\nheight 2\nwidth 3\nmap\n"

/* Parses a copy that ends where its allocation ends, so that sanitizers catch any read beyond
 * it. */
static pathfan_status parse(const char *text, size_t bytes, const char *passable, pf_grid *grid,
                            pathfan_error *error) {
  char *copy = malloc(bytes ? bytes : 1);
  assert_non_null(copy);
  memcpy(copy, text, bytes);
  pathfan_status status = pf_movingai_parse(copy, bytes, "m.map", passable, grid, NULL, error);
  free(copy);
  return status;
}

static void accepts(const char *text, const char *passable, const char *cells) {
  pf_grid grid;
  pathfan_error error = {{0}};
  pathfan_status status = parse(text, strlen(text), passable, &grid, &error);
  if (status) fail_msg("%s refused: %s", text, error.text);
  assert_int_equal(strlen(cells), grid.width * grid.height);
  for (size_t i = 0; cells[i]; i++) assert_int_equal(grid.free[i], cells[i] == '1');
  pf_grid_free(&grid);
  assert_null(grid.free);
}

static void refuses_bytes(const char *text, size_t bytes, const char *message) {
  pf_grid grid;
  pathfan_error error = {{0}};
  assert_int_equal(parse(text, bytes, NULL, &grid, &error), PATHFAN_ERR_MALFORMED);
  assert_string_equal(error.text, message);
  assert_null(grid.free);
  assert_int_equal(grid.width, 0);
}

static void refuses(const char *text, const char *message) {
  refuses_bytes(text, strlen(text), message);
}

static void test_accepted(void **state) {
  (void)state;
  accepts(HEAD ".G@\nOTS\n", NULL, "110000");
  accepts(HEAD "W..\n...", NULL, "011111");
  accepts("type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n...\r\n@@@\r\n", NULL, "111000");
  accepts("type octile\nwidth 3\nheight 2\nmap\n...\n@@@\n\n \t\n\r\n", NULL, "111000");
  accepts("type\toctile \nheight  02\nwidth 3\nmap \n...\n@@@\n", NULL, "111000");
  accepts(HEAD "@@@\n@@@\n", NULL, "000000");
  accepts("type octile\nheight 1\nwidth 1\nmap\n.", NULL, "1");
  accepts(HEAD ".GS\nW@T\n", ".GS", "111000");
  accepts(HEAD ".GS\nW@T\n", "W", "000100");
}

static void test_refused_header(void **state) {
  (void)state;
  refuses("", "m.map:1: the file ends where \"type octile\" is expected");
  refuses("\n", "m.map:1: expected \"type octile\", found \"\"");
  refuses("hello", "m.map:1: expected \"type octile\", found \"hello\"");
  refuses("type\n", "m.map:1: only maps of type octile can be read, found \"\"");
  refuses("type tile\n", "m.map:1: only maps of type octile can be read, found \"tile\"");
  refuses("type octile x\n", "m.map:1: expected \"type octile\", found \"type octile x\"");
  refuses("height 2\ntype octile\n", "m.map:1: expected \"type octile\", found \"height 2\"");
  refuses("type octile\n",
          "m.map:2: the file ends where \"height\", \"width\" or \"map\" is expected");
  refuses("type octile\ntype octile\n", "m.map:2: type is given twice");
  refuses("type octile\nheight 2\nheight 2\n", "m.map:3: height is given twice");
  refuses("type octile\nwidth 2\nheight 3\nwidth 2\n", "m.map:4: width is given twice");
  refuses("type octile\nwidth 2\nmap\n..\n", "m.map:3: no height is given before the map");
  refuses("type octile\nheight 2\nmap\n..\n", "m.map:3: no width is given before the map");
  refuses("type octile\nheight 2\nwidth 3\n...\n...\n",
          "m.map:4: expected \"height\", \"width\" or \"map\", found \"...\"");
  refuses("type octile\nheight 2\nwidth 3\nmap 3\n",
          "m.map:4: expected \"height\", \"width\" or \"map\", found \"map 3\"");
  refuses_bytes("type\0octile\n", 12,
                "m.map:1: expected \"type octile\", found "
                "\"type\\x00octile\"");
  refuses_bytes("\x7f"
                "ELF\0\"\\",
                7, "m.map:1: expected \"type octile\", found \"\\x7fELF\\x00\\\"\\\\\"");
}

static void refuses_extent(const char *number) {
  char text[200], message[300];
  snprintf(text, sizeof text, "type octile\nheight %s\nwidth 1\nmap\n.\n", number);
  snprintf(message, sizeof message,
           "m.map:2: height must be a whole number from 1 to 16384, found \"%s\"", number);
  refuses(text, message);
}

static void test_refused_extents(void **state) {
  (void)state;
  const char *bad[] = {"0",   "-1", "16385",     "2147483648", "99999999999999999999999999",
                       "1.0", "+1", "0x10",      "1e3",        "",
                       "nan", "1,", "4294967297"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) refuses_extent(bad[i]);
}

/* The largest legal header with almost no rows must not cost memory: address-space limits and
 * sanitizers would notice an allocation of 256 MB. */
static void test_huge_header(void **state) {
  (void)state;
  refuses("type octile\nheight 16384\nwidth 16384\nmap\n..\n",
          "m.map:5: expected a row of 16384 characters, found 2");
  refuses("type octile\nheight 16384\nwidth 2\nmap\n..\n",
          "m.map:6: the map ends after 1 of 16384 rows");
}

static void test_refused_rows(void **state) {
  (void)state;
  refuses(HEAD, "m.map:5: the map ends after 0 of 2 rows");
  refuses(HEAD "...\n", "m.map:6: the map ends after 1 of 2 rows");
  refuses(HEAD "...\n\n\n", "m.map:6: the map ends after 1 of 2 rows");
  refuses(HEAD "...\n..", "m.map:6: expected a row of 3 characters, found 2");
  refuses(HEAD "....\n...\n", "m.map:5: expected a row of 3 characters, found 4");
  refuses(HEAD "...\n\n...\n", "m.map:6: expected a row of 3 characters, found 0");
  refuses(HEAD "..x\n...\n", "m.map:5: unknown terrain character \"x\" in column 3");
  refuses(HEAD "...\n \n", "m.map:6: the map ends after 1 of 2 rows");
  refuses(HEAD "...\n .\n", "m.map:6: unknown terrain character \" \" in column 1");
  refuses(HEAD "...\n.\t.\n", "m.map:6: unknown terrain character \"\\x09\" in column 2");
  refuses(HEAD "...\n.\r.\n", "m.map:6: unknown terrain character \"\\x0d\" in column 2");
  refuses(HEAD "...\n.\xff.\n", "m.map:6: unknown terrain character \"\\xff\" in column 2");
  refuses_bytes(HEAD "...\n.\0.\n", sizeof(HEAD "...\n.\0.\n") - 1,
                "m.map:6: unknown terrain character \"\\x00\" in column 2");
  refuses(HEAD "...\n...\n...\n",
          "m.map:7: expected nothing after the last of 2 rows, found \"...\"");
  refuses(HEAD "...\n...\n\n\nmore",
          "m.map:9: expected nothing after the last of 2 rows, found \"more\"");
}

/* Every prefix of a legal map is refused, except those that lack only trailing blanks. */
static void test_truncated(void **state) {
  (void)state;
  const char *whole = HEAD "...\n.@.\n";
  for (size_t bytes = 0; bytes < strlen(whole) - 1; bytes++) {
    pf_grid grid;
    pathfan_error error = {{0}};
    assert_int_equal(parse(whole, bytes, NULL, &grid, &error), PATHFAN_ERR_MALFORMED);
    assert_int_equal(strncmp(error.text, "m.map:", 6), 0);
    assert_null(grid.free);
  }
}

static void test_passable(void **state) {
  (void)state;
  pf_grid grid;
  pathfan_error error;
  const char *text = HEAD "...\n...\n";
  assert_int_equal(parse(text, strlen(text), ".x", &grid, &error), PATHFAN_ERR_ARGUMENT);
  assert_string_equal(error.text,
                      "passable character \"x\" is not one of the terrain characters .G@OTSW");
  assert_int_equal(parse(text, strlen(text), "", &grid, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(parse(text, strlen(text), ".\n", &grid, NULL), PATHFAN_ERR_ARGUMENT);
}

static void test_long_messages_fit(void **state) {
  (void)state;
  char name[2000], row[3000];
  pf_grid grid;
  pathfan_error error;
  memset(name, 'd', sizeof name);
  memcpy(name + sizeof name - 10, "/last.map", 10);
  memset(row, '\x01', sizeof row);
  assert_int_equal(pf_movingai_parse(row, sizeof row, name, NULL, &grid, NULL, &error),
                   PATHFAN_ERR_MALFORMED);
  assert_non_null(strstr(error.text, "/last.map:1: expected \"type octile\", found \"\\x01\\x01"));
  assert_non_null(strstr(error.text, "...\""));
}

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

static void test_files(void **state) {
  (void)state;
  const char *path = twin_scratch("a.map"), *link_path = twin_scratch("b.map");
  pf_grid grid;
  pathfan_error error;

  assert_int_equal(pf_movingai_read(path, NULL, &grid, &error), PATHFAN_ERR_IO);
  assert_non_null(strstr(error.text, "a.map"));
  assert_int_equal(pf_movingai_read(twin_scratch_folder(), NULL, &grid, &error), PATHFAN_ERR_IO);
  assert_non_null(strstr(error.text, "is a directory"));
  write_text(path, HEAD "..?\n");
  assert_int_equal(pf_movingai_read(path, NULL, &grid, &error), PATHFAN_ERR_MALFORMED);
  assert_non_null(strstr(error.text, "a.map:5: unknown terrain character \"?\" in column 3"));

  /* A size limit just met and just exceeded; it holds for pipes and devices too. */
  char *text;
  size_t bytes;
  write_text(path, "12345678");
  assert_int_equal(pf_read_file(path, 8, &text, &bytes, &error), PATHFAN_OK);
  assert_int_equal(bytes, 8);
  assert_string_equal(text, "12345678");
  free(text);
  assert_int_equal(pf_read_file(path, 7, &text, &bytes, &error), PATHFAN_ERR_LIMIT);
  assert_null(text);
  assert_int_equal(pf_read_file("/dev/zero", 1000000, &text, &bytes, &error), PATHFAN_ERR_LIMIT);
  assert_int_equal(pf_read_file("/dev/null", 0, &text, &bytes, &error), PATHFAN_OK);
  assert_int_equal(bytes, 0);
  free(text);

  /* A map is written and read again, through a symbolic link, which stays a link; modes are
   * kept. */
  uint8_t cells[6] = {1, 0, 1, 0, 0, 1};
  pf_grid made = {.width = 3, .height = 2, .free = cells};
  assert_int_equal(symlink(path, link_path), 0);
  assert_int_equal(chmod(path, 0640), 0);
  assert_int_equal(pf_movingai_write(&made, link_path, &error), PATHFAN_OK);
  struct stat info;
  assert_int_equal(lstat(link_path, &info), 0);
  assert_true(S_ISLNK(info.st_mode));
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_mode & 0777, 0640);
  assert_int_equal(pf_movingai_read(path, NULL, &grid, &error), PATHFAN_OK);
  assert_int_equal(grid.width, 3);
  assert_int_equal(grid.height, 2);
  assert_memory_equal(grid.free, cells, 6);
  pf_grid_free(&grid);

  /* Failed writes leave the old file as it was, and no other file behind. */
  assert_int_equal(pf_movingai_write(&made, "/dev/full", &error), PATHFAN_ERR_IO);
  assert_int_equal(pf_movingai_write(&made, "/nowhere/a.map", &error), PATHFAN_ERR_IO);
  assert_non_null(strstr(error.text, "/nowhere/a.map: can't write"));
  assert_int_equal(twin_scratch_count(""), 2);
}

SUITE(test_map_reader) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_accepted),        cmocka_unit_test(test_refused_header),
      cmocka_unit_test(test_refused_extents), cmocka_unit_test(test_huge_header),
      cmocka_unit_test(test_refused_rows),    cmocka_unit_test(test_truncated),
      cmocka_unit_test(test_passable),        cmocka_unit_test(test_long_messages_fit),
      cmocka_unit_test(test_files),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}

/* Files of gzip: of one member and of several, damaged in every bit, cut at every byte; read as
 * maps within limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "map/gunzip.h"
#include "map/read.h"
#include "suite.h"
#include "twin_scratch.h"

/* The lines of a map in two members. */
static const uint8_t packed[] = {
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2b, 0xa9, 0x2c, 0x48, 0x55, 0xc8,
    0x4f, 0x2e, 0xc9, 0xcc, 0x49, 0xe5, 0xca, 0x48, 0xcd, 0x4c, 0xcf, 0x28, 0x51, 0x30, 0xe2, 0x02,
    0x00, 0xc8, 0xde, 0x3e, 0x90, 0x15, 0x00, 0x00, 0x00, 0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x02, 0x03, 0x2b, 0xcf, 0x4c, 0x29, 0xc9, 0x50, 0x30, 0xe6, 0xca, 0x4d, 0x2c, 0xe0, 0xd2,
    0xd3, 0x73, 0x00, 0x62, 0x3d, 0x2e, 0x00, 0x97, 0xe4, 0x86, 0xab, 0x14, 0x00, 0x00, 0x00};
#define UNPACKED "type octile\nheight 2\nwidth 3\nmap\n..@\n...\n"

/* Unpacks a copy that ends where its allocation ends, so that sanitizers catch any read beyond it.
 */
static pathfan_status unpack(const uint8_t *from, size_t count, size_t most, char **text,
                             size_t *bytes, pathfan_error *error) {
  *text = malloc(count ? count : 1);
  assert_non_null(*text);
  memcpy(*text, from, count);
  *bytes = count;
  const pathfan_status status = pf_gunzip("m.gz", most, text, bytes, error);
  if (!status && *bytes == count && count && memcmp(*text, from, count) == 0) {
    free(*text);
    suite_lacks("zlib");
  }
  return status;
}

static void test_members(void **state) {
  const size_t most = strlen(UNPACKED);
  uint8_t longer[sizeof packed + 4] = {0};
  pathfan_error error;
  char *text;
  size_t bytes;
  (void)state;
  memcpy(longer, packed, sizeof packed);
  assert_true(pf_is_gzip((const char *)packed, sizeof packed));
  assert_false(pf_is_gzip((const char *)packed, 1));
  for (size_t zeros = 0; zeros <= 4; zeros += 4) {
    if (unpack(longer, sizeof packed + zeros, most, &text, &bytes, &error))
      fail_msg("%s", error.text);
    assert_int_equal(bytes, most);
    assert_string_equal(text, UNPACKED);
    free(text);
  }
  longer[sizeof packed + 1] = 'x';
  assert_int_equal(unpack(longer, sizeof longer, most, &text, &bytes, &error),
                   PATHFAN_ERR_MALFORMED);
  assert_string_equal(error.text, "m.gz: is packed by gzip, and followed by other bytes");
  free(text);
  for (size_t less = 0; less < most; less++) {
    assert_int_equal(unpack(packed, sizeof packed, less, &text, &bytes, &error), PATHFAN_ERR_LIMIT);
    free(text);
  }
}

static void test_damaged(void **state) {
  uint8_t damaged[sizeof packed];
  pathfan_error error;
  char *text;
  size_t bytes;
  int32_t refused = 0;
  (void)state;
  for (size_t bit = 0; bit < 8 * sizeof packed; bit++) {
    memcpy(damaged, packed, sizeof packed);
    damaged[bit / 8] ^= (uint8_t)(1 << bit % 8);
    if (!pf_is_gzip((const char *)damaged, sizeof damaged)) continue;
    const pathfan_status status = unpack(damaged, sizeof damaged, 1000, &text, &bytes, &error);
    if (!status) assert_string_equal(text, UNPACKED); /* dates and the like aren't checked */
    refused += status == PATHFAN_ERR_MALFORMED;
    free(text);
  }
  assert_in_range(refused, 4 * sizeof packed, 8 * sizeof packed);
  for (size_t cut = 2; cut < sizeof packed; cut++) {
    const pathfan_status status = unpack(packed, cut, 1000, &text, &bytes, &error);
    assert_int_equal(status, cut == 41 ? PATHFAN_OK : PATHFAN_ERR_MALFORMED); /* a whole member */
    free(text);
  }
}

static void test_file(void **state) {
  const char *path = twin_scratch("room.map.gz");
  pathfan_error error;
  char *text;
  size_t bytes;
  (void)state;
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(packed, 1, sizeof packed, file), sizeof packed);
  assert_int_equal(fclose(file), 0);
  if (pf_map_read(path, sizeof packed, &text, &bytes, &error)) fail_msg("%s", error.text);
  if (pf_is_gzip(text, bytes)) {
    free(text);
    suite_lacks("zlib");
  }
  assert_string_equal(text, UNPACKED);
  free(text);
}

SUITE(test_gunzip) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_members), cmocka_unit_test(test_damaged),
                                     cmocka_unit_test(test_file)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}

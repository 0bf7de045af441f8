/* One case for each check of spans, exits, labels, their tiles and hubs: a sound index, wrong in
 * exactly that one place, with digests that fit. */
#include "forge_fixture.h"

#include "suite.h"

static int setup(void **state) {
  if (twin_scratch_make(state)) return -1;
  forge_take_both();
  return 0;
}

static void test_spans(void **state) {
  (void)state;
  for (int i = 0; i < subject_count; i++) {
    forge_subject *s = &subjects[i];
    const pf_index_view view = forge_view(&s->sound);
    const char *const what[] = {"labels out of order", "exits out of order"};
    int done = 0;
    for (int32_t v = 1; v < view.n && done < 4; v++) {
      const uint64_t at = (uint64_t)v * sizeof *view.spans;
      const pf_layout_span *span = &view.spans[v];
      if (span[1].exits[0] - span->exits[0] < 2) continue;
      done++;
      forge_word(s, "spans", at, span[1].labels + 1ll, "spans", what[0]);
      forge_word(s, "spans", at, span[-1].labels - 1ll, "spans", what[0]);
      forge_word(s, "spans", at, UINT32_MAX, "spans", what[0]);
      for (uint32_t g = 0; g < PF_LABEL_GROUPS; g++) {
        forge_word(s, "spans", at + 4 + 4ull * g, span[1].exits[0] + 1ll, "spans", what[1]);
        forge_word(s, "spans", at + 4 + 4ull * g, UINT32_MAX, "spans", what[1]);
        if (g && span->exits[g - 1]) /* ends before it begins */
          forge_word(s, "spans", at + 4 + 4ull * g, span->exits[g - 1] - 1ll, "spans", what[1]);
      }
    }
    assert_true(done);
    /* Labels or exits before the first span would belong to no vertex, though the order is right;
       nor is there a group after the last span. */
    const uint64_t last = (uint64_t)view.n * sizeof *view.spans;
    forge_word(s, "spans", 0, 1, "spans", what[0]);
    forge_word(s, "spans", 4, 1, "spans", what[1]);
    forge_word(s, "spans", last + 8, view.spans[view.n].exits[0] + 1ll, "spans", what[1]);
  }
}

static void refuse_exit(forge_subject *s, uint32_t e, pf_exit exit, const char *what) {
  const pf_index_view view = forge_view(&s->sound);
  forge_sections f = forge_copy(&s->sound);
  uint8_t *at = forge_find(&f, "exits")->data + (uint64_t)e * view.exit_size;
  memcpy(at, &exit.next, (size_t)view.id_bytes);
  memcpy(at + view.id_bytes, &exit.end, (size_t)view.header->end_bytes);
  forge_refused(s, &f, "exits", what);
}

static void test_exits(void **state) {
  (void)state;
  const char *range = "an id out of range", *order = "ends out of order";
  for (int i = 0; i < subject_count; i++) {
    forge_subject *s = &subjects[i];
    const pf_index_view view = forge_view(&s->sound);
    int done = 0;
    for (int32_t v = 0; v < view.n && done < 4; v++) {
      const uint32_t begin = view.spans[v].exits[0], end = view.spans[v + 1].exits[0];
      if (end - begin < 2) continue;
      done++;
      const pf_exit a = pf_exit_at(&view, v, begin), z = pf_exit_at(&view, v, end - 1);
      refuse_exit(s, begin, (pf_exit){(uint32_t)view.n, a.end}, range);
      refuse_exit(s, end - 1, (pf_exit){(uint32_t)v, z.end}, range);
      refuse_exit(s, end - 1, (pf_exit){PF_LAYOUT_NONE, z.end}, range);
      refuse_exit(s, begin, (pf_exit){a.next, 0}, order);
      refuse_exit(s, begin, (pf_exit){a.next, pf_exit_at(&view, v, begin + 1).end}, order);
      refuse_exit(s, end - 1, (pf_exit){z.next, z.end + 1}, order);
      if (z.end - 1 > pf_exit_at(&view, v, end - 2).end)
        refuse_exit(s, end - 1, (pf_exit){z.next, z.end - 1}, "labels that take none");
    }
    assert_true(done);
  }
}

/* A label: the vertex that has it, and its number among that vertex's labels. */
typedef struct label_place {
  int32_t v;
  uint32_t number;
} label_place;

static pf_label_fields label_of(const pf_index_view *view, label_place l) {
  return pf_label_open(view, l.v, l.number);
}

static uint32_t none_of(const pf_index_view *view) {
  return UINT32_MAX >> (32 - 8 * view->header->next_bytes);
}

/* Replaces a label, except its next vertex, which is in its exit. next_label: as it is stored. */
static void put_label(const pf_index_view *view, forge_sections *f, label_place l, int64_t length,
                      uint32_t hub, uint32_t next_label) {
  const uint64_t i = view->spans[l.v].labels + l.number, size = (uint64_t)view->header->next_bytes;
  const uint64_t word = (uint64_t)length << PF_HUB_BITS | hub;
  memcpy(forge_find(f, "labels")->data + 8 * i, &word, 8);
  memcpy(forge_find(f, "next-labels")->data + size * i, &next_label, size);
}

static void refuse_label(forge_subject *s, label_place l, int64_t length, uint32_t hub,
                         uint32_t next_label, const char *what) {
  const pf_index_view view = forge_view(&s->sound);
  forge_sections f = forge_copy(&s->sound);
  put_label(&view, &f, l, length, hub, next_label);
  forge_refused(s, &f, "labels", what);
}

static uint32_t label_count(const pf_index_view *view, int32_t v) {
  return view->spans[v + 1].labels - view->spans[v].labels;
}

/* Whether another label goes on with this one. */
static bool is_next(const pf_index_view *view, label_place l) {
  for (int32_t v = 0; v < view->n; v++)
    for (uint32_t k = 0; k < label_count(view, v); k++) {
      const pf_label_fields other = label_of(view, (label_place){v, k});
      if (other.next_label == l.number && other.next == (uint32_t)l.v) return true;
    }
  return false;
}

static void test_labels(void **state) {
  (void)state;
  const char *range = "an id out of range", *elsewhere = "a next label that leads elsewhere";
  for (int i = 0; i < subject_count; i++) {
    forge_subject *s = &subjects[i];
    const pf_index_view view = forge_view(&s->sound);
    const uint32_t none = none_of(&view);
    int ids = 0, nexts = 0, others = 0;
    for (int32_t v = 0; v < view.n; v++)
      for (uint32_t k = 0; k < label_count(&view, v); k++) {
        const label_place place = {v, k};
        const pf_label_fields l = label_of(&view, place);
        if (l.next_label == PF_LAYOUT_NONE) {
          if (ids++ >= 2 || is_next(&view, place)) continue;
          refuse_label(s, place, l.length, (uint32_t)view.n, none, range);
          refuse_label(s, place, l.length, (uint32_t)v, none - 1, range);
          refuse_label(s, place, l.length, (1u << PF_HUB_BITS) - 1, none, range);
          continue;
        }
        const uint32_t count = label_count(&view, (int32_t)l.next);
        if (count < none - 1 && nexts++ < 2) {
          refuse_label(s, place, l.length, l.hub, count, "the next label out of range");
          refuse_label(s, place, l.length, l.hub, none - 2, "the next label out of range");
        }
        /* A next label for another hub, and nearer. */
        for (uint32_t o = 0; o < count && others < 2; o++) {
          const pf_label_fields other = label_of(&view, (label_place){(int32_t)l.next, o});
          if (other.hub == l.hub || other.length >= l.length) continue;
          others++;
          refuse_label(s, place, l.length, l.hub, o, elsewhere);
        }
      }
    assert_true(ids && nexts && others);
  }
}

/* Makes the exit of a label lead to another vertex. Only that label depends on it: for the exit's
 * other labels, the next vertex is now said to see the hub. */
static void turn_exit(const pf_index_view *view, forge_sections *f, label_place l, uint32_t next) {
  uint32_t e = view->spans[l.v].exits[0], begin = 0;
  for (; pf_exit_at(view, l.v, e).end <= l.number; e++) begin = pf_exit_at(view, l.v, e).end;
  memcpy(forge_find(f, "exits")->data + (uint64_t)e * view->exit_size, &next,
         (size_t)view->id_bytes);
  for (uint32_t k = begin; k < pf_exit_at(view, l.v, e).end; k++) {
    const pf_label_fields other = label_of(view, (label_place){l.v, k});
    if (k != l.number)
      put_label(view, f, (label_place){l.v, k}, other.length, other.hub, none_of(view) - 1);
  }
}

/* Labels that lead in circles, or on without getting nearer. */
static void test_circles(void **state) {
  (void)state;
  const char *what = "a next label that leads elsewhere";
  for (int i = 0; i < subject_count; i++) {
    forge_subject *s = &subjects[i];
    const pf_index_view view = forge_view(&s->sound);
    int circles = 0;
    for (int32_t v = 0; v < view.n && circles < 3; v++)
      for (uint32_t k = 0; k < label_count(&view, v) && circles < 3; k++) {
        const label_place place = {v, k};
        const pf_label_fields l = label_of(&view, place);
        if (l.next_label == PF_LAYOUT_NONE) continue;
        const label_place on = {(int32_t)l.next, l.next_label};
        const int64_t rest = label_of(&view, on).length;
        circles++;
        forge_sections f = forge_copy(&s->sound);
        turn_exit(&view, &f, on, (uint32_t)v);
        put_label(&view, &f, on, rest, l.hub, k); /* there and back */
        forge_refused(s, &f, "labels", what);
        f = forge_copy(&s->sound);
        turn_exit(&view, &f, on, (uint32_t)v);
        put_label(&view, &f, on, l.length, l.hub, k); /* the same, as far both times */
        forge_refused(s, &f, "labels", what);
        if (view.header->length_bits >= 0) /* no circle, but no nearer */
          refuse_label(s, place, rest, l.hub, l.next_label, what);
        if (rest) refuse_label(s, place, rest - 1, l.hub, l.next_label, what); /* farther */
        /* Rounded to larger units, lengths may lose a few steps, but a circle is still refused. */
        f = forge_copy(&s->sound);
        ((pf_layout_header *)(void *)forge_find(&f, "header")->data)->length_bits = -2;
        turn_exit(&view, &f, on, (uint32_t)v);
        put_label(&view, &f, on, l.length, l.hub, k);
        forge_refused(s, &f, "labels", what);
      }
    assert_true(circles);
  }
}

static void test_hubs(void **state) {
  (void)state;
  for (int i = 0; i < subject_count; i++) {
    forge_subject *s = &subjects[i];
    const pf_index_view view = forge_view(&s->sound);
    const uint64_t head = 4 * ((uint64_t)view.n + 1);
    const uint32_t hubs = view.hub_first[view.n];
    const uint32_t places[] = {0, hubs / 2, hubs - 1};
    assert_true(hubs);
    for (int k = 0; k < 3; k++) {
      forge_sections f = forge_copy(&s->sound);
      forge_bits(forge_find(&f, "hubs")->data + head, (uint64_t)places[k] * view.id_bits,
                 view.id_bits, (uint32_t)view.n);
      forge_refused(s, &f, "hubs", "an id out of range");
    }
    forge_word(s, "hubs", 0, 1, "hubs", "lists out of order");
    forge_word(s, "hubs", 4, hubs + 1ll, "hubs", "lists out of order");
  }
}

static pathfan_status open_tiled(const forge_sections *f, pathfan_error *error) {
  char path[512];
  pathfan_index *index = NULL;
  snprintf(path, sizeof path, "%s", twin_scratch("forged.pathfan"));
  forge_write_plainly(f, path);
  const pathfan_status status = pathfan_index_open(path, NULL, &index, error);
  if (index) pathfan_index_close(index);
  return status;
}

/* Labels in values that end within a tile, and tiles of impossible size. */
static void test_label_tiles(void **state) {
  (void)state;
  static const int32_t wrong[] = {-1, 0, 2, 31, 32, INT32_MAX};
  pathfan_error error = {""};
  for (int i = 0; i < subject_count; i++) {
    forge_sections f = forge_copy(&subjects[i].sound);
    content *tiles = &f.sections[f.count++];
    *tiles =
        (content){.section = {.element_size = 4, .count = 1, .flags = PATHFAN_SECTION_REQUIRED},
                  .data = malloc(4),
                  .bytes = 4};
    assert_non_null(tiles->data);
    snprintf(tiles->section.name, sizeof tiles->section.name, "label-tiles");
    int32_t shift = 3;
    memcpy(tiles->data, &shift, 4);
    assert_int_equal(open_tiled(&f, &error), PATHFAN_OK); /* all in one value */
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
      memcpy(tiles->data, &wrong[k], 4);
      assert_int_equal(open_tiled(&f, &error), PATHFAN_ERR_DAMAGED);
      assert_non_null(strstr(error.text, "section label-tiles: no size of tiles"));
    }
    shift = 30;
    memcpy(tiles->data, &shift, 4);
    f.chunked = "labels";
    f.chunk_bytes = 1 << 16;
    while (forge_find(&f, "labels")->bytes < 2 * f.chunk_bytes) f.chunk_bytes /= 2;
    assert_int_equal(open_tiled(&f, &error), PATHFAN_ERR_DAMAGED);
    assert_non_null(strstr(error.text, "section labels: cut within a tile"));
    forge_free(&f);
  }
}

SUITE(test_forged_labels) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound),       cmocka_unit_test(test_spans),
      cmocka_unit_test(test_exits),       cmocka_unit_test(test_labels),
      cmocka_unit_test(test_circles),     cmocka_unit_test(test_hubs),
      cmocka_unit_test(test_label_tiles),
  };
  return cmocka_run_group_tests(tests, setup, forge_teardown);
}

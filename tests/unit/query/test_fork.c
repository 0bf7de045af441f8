/* fork() at any moment: a child goes on with what it has inherited, and neither it nor its parent
 * waits for a lock that no thread will release. */
#include <sys/wait.h>

#include "editions_fixture.h"
#include "format/writer.h"
#include "suite.h"

enum { FORKS = 8, LOOKING = 8, OPENING = 3 };

static bool is_child;

/* Memory that other threads of the parent held is lost to a child; that is no leak. */
__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) {
  return is_child;
}

typedef struct stage {
  editions *e;
  pathfan_index *index;
  pathfan_open_options options;
  char path[600], beside[600], prefix[600];
  pathfan_query *queries[LOOKING]; /* where a child could reach them */
  atomic_bool over;
  atomic_long opened, reloaded;
} stage;

static void stage_begin(stage *s, editions *e) {
  pathfan_error error;
  *s = (stage){.e = e, .options = s->options};
  snprintf(s->path, sizeof s->path, "%s/published", twin_scratch_folder());
  snprintf(s->beside, sizeof s->beside, "%s/beside", twin_scratch_folder());
  snprintf(s->prefix, sizeof s->prefix, "%s/", twin_scratch_folder());
  forget_claims(e);
  publish(e, 0, s->path, s->beside, 0);
  assert_int_equal(pathfan_index_open(s->path, &s->options, &s->index, &error), PATHFAN_OK);
}

/* Does everything that a child may do. Returns its exit status: 0 if all was well. */
static int live_on(stage *s, pathfan_query *inherited) {
  editions *e = s->e;
  pathfan_index *index;
  pathfan_error error;
  const long before = atomic_load(&e->troubles);
  pthread_mutex_init(&e->lock, NULL); /* another thread may have held it */
  for (int k = 0; k < QUESTIONS; k += 3) (void)ask_one(e, inherited, k, true);
  look_inside(e, s->index);
  if (pathfan_index_is_stale(s->index)) /* the parent may be publishing */
    (void)pathfan_index_reload(s->index, &error);
  for (int k = 1; k < QUESTIONS; k += 3) (void)ask_one(e, inherited, k, false);
  if (ask_all(e, s->index) < 0) return 3;
  if (pathfan_index_open(s->path, &s->options, &index, &error)) {
    report(e, "open in the child: %s", error.text);
  } else {
    (void)ask_all(e, index);
    pathfan_index_close(index);
  }
  pathfan_query_free(inherited);
  pathfan_index_close(s->index);
  if (atomic_load(&e->troubles) == before) return 0;
  (void)dprintf(2, "child: %s\n", e->trouble);
  return 4;
}

static void expect_well(pid_t child) {
  int status;
  assert_true(child > 0);
  assert_int_equal(waitpid(child, &status, 0), child);
  if (status) fail_msg("a child ended with %x", status);
}

/* Not under the address sanitizer: a child waits for locks of its malloc (seen with gcc 12). */
#ifndef __SANITIZE_ADDRESS__
typedef struct role {
  stage *s;
  int number;
} role;

static void *look_on(void *context) {
  const role *mine = context;
  stage *s = mine->s;
  pathfan_query **query = &s->queries[mine->number];
  for (int i = mine->number; !atomic_load(&s->over); i++) {
    if (!*query && pathfan_query_create(s->index, query)) report(s->e, "no query object");
    if (*query) (void)ask_one(s->e, *query, i % QUESTIONS, true);
    if (i % 16) continue;
    pathfan_query_free(*query);
    *query = NULL;
    look_inside(s->e, s->index);
    usleep(1000); /* children need the processors too */
  }
  pathfan_query_free(*query);
  *query = NULL;
  return NULL;
}

/* Opens the index anew, so that every part is checked again, and closes it. */
static void *open_anew(void *context) {
  stage *s = ((const role *)context)->s;
  for (int i = 0; !atomic_load(&s->over); i++) {
    pathfan_index *index;
    pathfan_error error;
    pathfan_open_options options = s->options;
    options.private_copy = i % 3 == 2;
    if (pathfan_index_open(s->path, &options, &index, &error)) {
      report(s->e, "open: %s", error.text);
      continue;
    }
    (void)ask_all(s->e, index);
    pathfan_index_close(index);
    atomic_fetch_add(&s->opened, 1);
  }
  return NULL;
}

static void *renew(void *context) {
  stage *s = ((const role *)context)->s;
  for (int i = 1; !atomic_load(&s->over); i++) {
    pathfan_error error;
    publish(s->e, i % EDITIONS, s->path, s->beside, 0);
    if (pathfan_index_is_stale(s->index) && pathfan_index_reload(s->index, &error))
      report(s->e, "reload: %s", error.text);
    else
      atomic_fetch_add(&s->reloaded, 1);
    usleep(1000);
  }
  return NULL;
}

/* Forks again and again; every second child forks once more. */
static void fork_much(stage *s, int forks) {
  for (int i = 0; i < forks; i++) {
    pathfan_query *mine;
    assert_int_equal(pathfan_query_create(s->index, &mine), PATHFAN_OK);
    if (i % 2) (void)ask_one(s->e, mine, 0, true);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
      is_child = true;
      alarm(TWIN_PATIENCE);
      if (i % 2) {
        const pid_t grandchild = fork();
        if (grandchild == 0) {
          alarm(TWIN_PATIENCE); /* isn't inherited */
          exit(live_on(s, mine));
        }
        int status;
        if (grandchild < 0 || waitpid(grandchild, &status, 0) != grandchild || status) _exit(5);
      }
      exit(live_on(s, mine));
    }
    expect_well(child);
    (void)ask_one(s->e, mine, 1, true);
    pathfan_query_free(mine);
  }
}

static void test_fork_among_threads(void **state) {
  (void)state;
  editions *e = editions_make(20);
  long opened = 0, reloaded = 0;
  const int forks = twin_scaled(FORKS);
  for (int policy = PATHFAN_OPEN_LAZY; policy <= PATHFAN_OPEN_EAGER; policy++) {
    pthread_t threads[LOOKING + OPENING + 1];
    role roles[LOOKING + OPENING + 1];
    static stage s;
    s.options = (pathfan_open_options){.policy = (pathfan_open_policy)policy};
    stage_begin(&s, e);
    alarm(TWIN_PATIENCE + (unsigned)forks);
    for (int t = 0; t < LOOKING + OPENING + 1; t++) {
      roles[t] = (role){&s, t};
      void *(*const run)(void *) = t < LOOKING             ? look_on
                                   : t < LOOKING + OPENING ? open_anew
                                                           : renew;
      assert_int_equal(pthread_create(&threads[t], NULL, run, &roles[t]), 0);
    }
    fork_much(&s, forks / 2);
    WAIT_UNTIL(atomic_load(&s.opened) && atomic_load(&s.reloaded));
    atomic_store(&s.over, true);
    for (int t = 0; t < LOOKING + OPENING + 1; t++) pthread_join(threads[t], NULL);
    alarm(0);
    expect_no_trouble(e);
    pathfan_index_close(s.index);
    assert_int_equal(count_mappings(s.prefix), 0);
    assert_int_equal(count_descriptors(s.prefix), 0);
    opened += atomic_load(&s.opened);
    reloaded += atomic_load(&s.reloaded);
  }
  print_message("%d forks beside %d threads, %ld opens and %ld reloads: all children well\n",
                forks / 2 * 2, LOOKING + OPENING + 1, opened, reloaded);
  editions_free(e);
}
#endif

/* If nothing else goes on, a child that frees all it has inherited leaves nothing mapped, and the
 * parent's mapping stays as it was. */
static void test_child_closes(void **state) {
  (void)state;
  editions *e = editions_make(16);
  static stage s;
  for (int private = 0; private < 2; private ++) {
    pathfan_query *query;
    s.options = (pathfan_open_options){.private_copy = private};
    stage_begin(&s, e);
    assert_int_equal(pathfan_query_create(s.index, &query), PATHFAN_OK);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
      is_child = true;
      alarm(TWIN_PATIENCE);
      const int status = live_on(&s, query);
      exit(status ? status : count_mappings(s.prefix) + count_descriptors(s.prefix) ? 6 : 0);
    }
    expect_well(child);
    assert_int_equal(count_mappings(s.prefix), !private);
    assert_int_equal(ask_all(e, s.index), 0);
    pathfan_query_free(query);
    pathfan_index_close(s.index);
  }
  expect_no_trouble(e);
  editions_free(e);
}

/* A program that the process starts inherits no descriptors: no reader's, no working writer's. */
static void test_exec(void **state) {
  (void)state;
  editions *e = editions_make(16);
  static stage s;
  pf_writer *writer;
  pathfan_error error;
  char line[5000];
  int lines = 0;
  s.options = (pathfan_open_options){.policy = PATHFAN_OPEN_LAZY};
  stage_begin(&s, e);
  assert_int_equal(
      pf_writer_open(s.path,
                     &(pathfan_provenance){.source_name = "m", .builder = "b", .options = ""},
                     &writer, &error),
      PATHFAN_OK);
  assert_true(count_descriptors(s.prefix) >= 3); /* there is something to inherit */
  FILE *list = popen("ls -l /proc/self/fd", "re");
  assert_non_null(list);
  while (fgets(line, sizeof line, list)) {
    if (strstr(line, twin_scratch_folder())) fail_msg("inherited: %s", line);
    lines++;
  }
  assert_int_equal(pclose(list), 0);
  assert_true(lines >= 3);
  pf_writer_abort(writer);
  pathfan_index_close(s.index);
  editions_free(e);
}

SUITE(test_fork) {
  const struct CMUnitTest tests[] = {
#ifndef __SANITIZE_ADDRESS__
      cmocka_unit_test(test_fork_among_threads),
#endif
      cmocka_unit_test(test_child_closes),
      cmocka_unit_test(test_exec),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}

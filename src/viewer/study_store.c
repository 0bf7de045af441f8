/* study_store.c - studies, participants and ratings, in an SQLite file.
 *
 * One connection behind a lock: writes wait for the disk, and there are few. */
#include "viewer/study_store.h"

#include <math.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

#include "base/status.h"

struct pf_study_store {
  sqlite3 *file;
  pthread_mutex_t lock;
  int32_t study; /* its number */
};

#define TABLES                                                                                     \
  "CREATE TABLE studies ("                                                                         \
  "  number INTEGER PRIMARY KEY NOT NULL, plan TEXT UNIQUE NOT NULL, builder TEXT NOT NULL,"       \
  "  time TEXT NOT NULL) STRICT;"                                                                  \
  "CREATE TABLE participants ("                                                                    \
  "  id TEXT PRIMARY KEY NOT NULL, study INTEGER NOT NULL REFERENCES studies (number),"            \
  "  place INTEGER NOT NULL, background TEXT NOT NULL, time TEXT NOT NULL) STRICT;"                \
  "CREATE TABLE responses ("                                                                       \
  "  participant TEXT NOT NULL REFERENCES participants (id), map TEXT NOT NULL,"                   \
  "  digest TEXT NOT NULL, query INTEGER NOT NULL CHECK (query BETWEEN -1 AND 11),"                \
  "  from_x REAL NOT NULL, from_y REAL NOT NULL, to_x REAL NOT NULL, to_y REAL NOT NULL,"          \
  "  a INTEGER NOT NULL CHECK (a BETWEEN 1 AND 5), b INTEGER NOT NULL CHECK (b BETWEEN 1 AND 5),"  \
  "  c INTEGER NOT NULL CHECK (c BETWEEN 1 AND 5), paths_a INTEGER, paths_b INTEGER,"              \
  "  paths_c INTEGER, seconds REAL, time TEXT NOT NULL,"                                           \
  "  PRIMARY KEY (participant, map, query, from_x, from_y, to_x, to_y)) STRICT;"                   \
  "PRAGMA user_version = 2;"

#define NOW "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

static const char tables[] = "BEGIN IMMEDIATE;" TABLES "COMMIT;";

/* Version 1 had one study, and no plan. */
static const char from_version_1[] =
    "BEGIN IMMEDIATE;"
    "ALTER TABLE participants RENAME TO participants_1;"
    "ALTER TABLE responses RENAME TO responses_1;" TABLES
    "INSERT INTO studies VALUES (1, '', '', " NOW ");"
    "INSERT INTO participants SELECT id, 1, row_number() OVER (ORDER BY time, id) - 1, background,"
    "  time FROM participants_1;"
    "INSERT INTO responses SELECT participant, map, '', query, from_x, from_y, to_x, to_y, a, b, c,"
    "  NULL, NULL, NULL, NULL, time FROM responses_1;"
    "DROP TABLE responses_1;"
    "DROP TABLE participants_1;"
    "COMMIT;";

static pathfan_status failed(const pf_study_store *store, pathfan_error *error) {
  const int code = sqlite3_errcode(store->file);
  const pathfan_status status = code == SQLITE_NOMEM ? PATHFAN_ERR_NO_MEMORY
                                : code == SQLITE_CORRUPT || code == SQLITE_NOTADB
                                    ? PATHFAN_ERR_DAMAGED
                                : code == SQLITE_BUSY ? PATHFAN_ERR_BUSY
                                                      : PATHFAN_ERR_IO;
  return pf_fail(error, status, "the study's file: %s", sqlite3_errmsg(store->file));
}

/* Returns the first number that a statement gives; -1 on failure. */
static int64_t number_of(const pf_study_store *store, const char *sql) {
  sqlite3_stmt *statement;
  int64_t number = -1;
  if (sqlite3_prepare_v2(store->file, sql, -1, &statement, NULL) == SQLITE_OK &&
      sqlite3_step(statement) == SQLITE_ROW)
    number = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return number;
}

static bool run(const pf_study_store *store, const char *sql) {
  return sqlite3_exec(store->file, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static pathfan_status prepare(pf_study_store *store, pathfan_error *error) {
  sqlite3_busy_timeout(store->file, 5000);
  if (!run(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                  "PRAGMA foreign_keys = ON;"))
    return failed(store, error);
  const int64_t version = number_of(store, "PRAGMA user_version");
  if (version < 0) return failed(store, error);
  if (version > PF_STUDY_VERSION)
    return pf_fail(error, PATHFAN_ERR_VERSION,
                   "the study's file has version %lld, this program knows %d", (long long)version,
                   PF_STUDY_VERSION);
  if (version == 0) return run(store, tables) ? PATHFAN_OK : failed(store, error);
  if (version == 1 && !run(store, from_version_1)) {
    const pathfan_status status = failed(store, error);
    run(store, "ROLLBACK;");
    return status;
  }
  return PATHFAN_OK;
}

/* Steps a statement that gives no rows, and finalizes it. */
static pathfan_status finish(pf_study_store *store, sqlite3_stmt *statement, pathfan_error *error) {
  const bool good = statement && sqlite3_step(statement) == SQLITE_DONE;
  const pathfan_status status = good ? PATHFAN_OK : failed(store, error);
  sqlite3_finalize(statement);
  return status;
}

static sqlite3_stmt *prepare_one(pf_study_store *store, const char *sql) {
  sqlite3_stmt *statement = NULL;
  return sqlite3_prepare_v2(store->file, sql, -1, &statement, NULL) == SQLITE_OK ? statement : NULL;
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text) {
  if (statement) sqlite3_bind_text(statement, at, text, -1, SQLITE_TRANSIENT);
}

/* Finds the study of a plan, or begins it. */
static pathfan_status find_study(pf_study_store *store, const char *plan, const char *builder,
                                 pathfan_error *error) {
  sqlite3_stmt *insert = prepare_one(
      store, "INSERT OR IGNORE INTO studies (plan, builder, time) VALUES (?, ?, " NOW ")");
  bind_text(insert, 1, plan);
  bind_text(insert, 2, builder);
  const pathfan_status status = finish(store, insert, error);
  if (status) return status;
  sqlite3_stmt *find = prepare_one(store, "SELECT number FROM studies WHERE plan = ?");
  bind_text(find, 1, plan);
  const bool found = find && sqlite3_step(find) == SQLITE_ROW;
  store->study = found ? sqlite3_column_int(find, 0) : 0;
  sqlite3_finalize(find);
  return found ? PATHFAN_OK : failed(store, error);
}

pathfan_status pf_study_store_open(const char *path, const char *plan, const char *builder,
                                   pf_study_store **out, pathfan_error *error) {
  pf_study_store *store = calloc(1, sizeof *store);
  *out = NULL;
  if (!store) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pthread_mutex_init(&store->lock, NULL);
  pathfan_status status = PATHFAN_OK;
  if (sqlite3_open_v2(path, &store->file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL))
    status =
        store->file ? failed(store, error) : pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  if (!status) status = prepare(store, error);
  if (!status) status = find_study(store, plan, builder, error);
  if (status)
    pf_study_store_close(store);
  else
    *out = store;
  return status;
}

void pf_study_store_close(pf_study_store *store) {
  if (!store) return;
  sqlite3_close(store->file);
  pthread_mutex_destroy(&store->lock);
  free(store);
}

int32_t pf_study_store_number(const pf_study_store *store) {
  return store->study;
}

int64_t pf_study_store_others(pf_study_store *store) {
  char sql[160];
  snprintf(sql, sizeof sql,
           "SELECT count(*) FROM responses r JOIN participants p ON p.id = r.participant "
           "WHERE p.study <> %d",
           (int)store->study);
  pthread_mutex_lock(&store->lock);
  const int64_t count = number_of(store, sql);
  pthread_mutex_unlock(&store->lock);
  return count;
}

pathfan_status pf_study_store_join(pf_study_store *store, const char *background, char id[40],
                                   pathfan_error *error) {
  uint64_t random[2];
  if (getrandom(random, sizeof random, 0) != sizeof random)
    return pf_fail(error, PATHFAN_ERR_IO, "no random number");
  snprintf(id, 40, "%016llx%016llx", (unsigned long long)random[0], (unsigned long long)random[1]);
  pathfan_status status;
  pthread_mutex_lock(&store->lock);
  if (number_of(store, "SELECT count(*) FROM participants") >= PF_PARTICIPANTS_MAX) {
    status = pf_fail(error, PATHFAN_ERR_LIMIT, "the study is full");
  } else {
    sqlite3_stmt *statement =
        prepare_one(store, "INSERT INTO participants VALUES (?1, ?2, "
                           "(SELECT count(*) FROM participants WHERE study = ?2), ?3, " NOW ")");
    bind_text(statement, 1, id);
    if (statement) sqlite3_bind_int(statement, 2, store->study);
    bind_text(statement, 3, background);
    status = finish(store, statement, error);
  }
  pthread_mutex_unlock(&store->lock);
  return status;
}

/* The lock must be held. */
static bool knows(pf_study_store *store, const char *participant, int32_t *place) {
  sqlite3_stmt *statement =
      prepare_one(store, "SELECT place FROM participants WHERE id = ? AND study = ?");
  bind_text(statement, 1, participant);
  if (statement) sqlite3_bind_int(statement, 2, store->study);
  const bool known = statement && sqlite3_step(statement) == SQLITE_ROW;
  if (known && place) *place = sqlite3_column_int(statement, 0);
  sqlite3_finalize(statement);
  return known;
}

bool pf_study_store_knows(pf_study_store *store, const char *participant, int32_t *place) {
  pthread_mutex_lock(&store->lock);
  const bool known = knows(store, participant, place);
  pthread_mutex_unlock(&store->lock);
  return known;
}

/* Adds a response; the lock must be held. */
static pathfan_status add(pf_study_store *store, const pf_response *r, pathfan_error *error) {
  if (!knows(store, r->participant, NULL))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "there is no such participant");
  if (number_of(store, "SELECT count(*) FROM responses") >= PF_RESPONSES_MAX)
    return pf_fail(error, PATHFAN_ERR_LIMIT, "the study is full");
  sqlite3_stmt *statement =
      prepare_one(store, "INSERT OR REPLACE INTO responses VALUES "
                         "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, " NOW ")");
  bind_text(statement, 1, r->participant);
  bind_text(statement, 2, r->map);
  bind_text(statement, 3, r->digest);
  if (statement) {
    const double ends[4] = {r->from.x, r->from.y, r->to.x, r->to.y};
    sqlite3_bind_int(statement, 4, r->query);
    for (int i = 0; i < 4; i++) sqlite3_bind_double(statement, 5 + i, ends[i]);
    for (int i = 0; i < PF_METHODS; i++) sqlite3_bind_int(statement, 9 + i, r->ratings[i]);
    for (int i = 0; i < PF_METHODS; i++) /* unbound ones are NULL */
      if (r->paths[i] >= 0) sqlite3_bind_int(statement, 12 + i, r->paths[i]);
    if (!isnan(r->seconds)) sqlite3_bind_double(statement, 15, r->seconds);
  }
  return finish(store, statement, error);
}

pathfan_status pf_study_store_add(pf_study_store *store, const pf_response *response,
                                  pathfan_error *error) {
  pthread_mutex_lock(&store->lock);
  const pathfan_status status = add(store, response, error);
  pthread_mutex_unlock(&store->lock);
  return status;
}

static void take_text(sqlite3_stmt *statement, int at, char *text, size_t bytes) {
  const char *value = (const char *)sqlite3_column_text(statement, at);
  snprintf(text, bytes, "%s", value ? value : "");
}

/* Returns a number, or `none` for NULL. */
static double number_or(sqlite3_stmt *statement, int at, double none) {
  return sqlite3_column_type(statement, at) == SQLITE_NULL ? none
                                                           : sqlite3_column_double(statement, at);
}

static const char *text_of(sqlite3_stmt *statement, int at) {
  const char *text = (const char *)sqlite3_column_text(statement, at);
  return text ? text : ""; /* out of memory */
}

static pf_response response_of(sqlite3_stmt *row) {
  pf_response r;
  take_text(row, 0, r.participant, sizeof r.participant);
  take_text(row, 1, r.map, sizeof r.map);
  take_text(row, 2, r.digest, sizeof r.digest);
  r.query = sqlite3_column_int(row, 3);
  r.from = (pathfan_point){sqlite3_column_double(row, 4), sqlite3_column_double(row, 5)};
  r.to = (pathfan_point){sqlite3_column_double(row, 6), sqlite3_column_double(row, 7)};
  for (int i = 0; i < PF_METHODS; i++) r.ratings[i] = sqlite3_column_int(row, 8 + i);
  for (int i = 0; i < PF_METHODS; i++) r.paths[i] = (int32_t)number_or(row, 11 + i, -1);
  r.seconds = number_or(row, 14, (double)NAN);
  take_text(row, 15, r.time, sizeof r.time);
  r.background = text_of(row, 16);
  r.study = sqlite3_column_int(row, 17);
  r.place = sqlite3_column_int(row, 18);
  r.builder = text_of(row, 19);
  return r;
}

pathfan_status pf_study_store_each(pf_study_store *store, bool of_all_studies,
                                   const char *participant, void *context,
                                   void function(void *context, const pf_response *response),
                                   pathfan_error *error) {
  int step = SQLITE_ERROR;
  pthread_mutex_lock(&store->lock);
  sqlite3_stmt *statement = prepare_one(
      store, "SELECT r.*, p.background, p.study, p.place, s.builder FROM responses r "
             "JOIN participants p ON p.id = r.participant JOIN studies s ON s.number = p.study "
             "WHERE (?1 IS NULL OR participant = ?1) AND (?2 IS NULL OR p.study = ?2) ORDER BY "
             "p.study, participant, r.time, map, query, from_x, from_y, to_x, to_y");
  if (participant) bind_text(statement, 1, participant);
  if (statement && !of_all_studies) sqlite3_bind_int(statement, 2, store->study);
  while (statement && (step = sqlite3_step(statement)) == SQLITE_ROW) {
    const pf_response response = response_of(statement);
    function(context, &response);
  }
  const pathfan_status status = step == SQLITE_DONE ? PATHFAN_OK : failed(store, error);
  sqlite3_finalize(statement);
  pthread_mutex_unlock(&store->lock);
  return status;
}

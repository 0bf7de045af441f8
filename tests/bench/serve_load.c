/* serve_load - puts load on a running `pathfan serve`, and measures how long its clients wait.
 *
 *   serve_load PORT|SOCKET INDEX SCEN json|batch CONNECTIONS SECONDS [OPTIONS [SLOW]]
 *
 * Asks the lines of a scenario, over CONNECTIONS kept-alive connections of this machine, one
 * request at a time (json) or 500 (batch). OPTIONS: a JSON object of options, "{}". SLOW: the
 * number of further connections that ask Penalty meanwhile and aren't counted. Prints answers per
 * second, also per second of processor time that the server reports, and percentiles of the
 * requests' waits. Exit code 1 if any answer wasn't a 200. docs/benchmarks.md has the figures. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define BATCH 500
#define TIMES_MAX 2000000
#define ANSWER_MAX (64u << 20)

typedef struct ends {
  double from_x, from_y, to_x, to_y;
} ends;

typedef struct load {
  const char *place, *index, *options;
  bool is_batch;
  double until;
  ends *lines;
  int line_count;
  atomic_long errors;
} load;

typedef struct client {
  load *what;
  int number;
  bool is_slow;
  double *times; /* [Size: TIMES_MAX] seconds */
  long requests, answers;
  char *answer; /* [Size: ANSWER_MAX] */
} client;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void die(const char *what) {
  perror(what);
  exit(2);
}

/* Connects to a place: a port of this machine, or the path of a Unix socket. */
static int connect_to(const char *place) {
  const bool is_path = strchr(place, '/') != NULL;
  struct sockaddr_in port = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(place))};
  struct sockaddr_un path = {.sun_family = AF_UNIX};
  const int on = 1, made = socket(is_path ? AF_UNIX : AF_INET, SOCK_STREAM, 0);
  port.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  snprintf(path.sun_path, sizeof path.sun_path, "%s", place);
  if (made < 0 || connect(made, is_path ? (struct sockaddr *)&path : (struct sockaddr *)&port,
                          is_path ? sizeof path : sizeof port) != 0)
    die("connect");
  if (!is_path) setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return made;
}

/* Sends a request and reads its answer. Returns the status, 0 if the connection failed; *body: the
 * body's length. */
static int talk(int server, const char *request, size_t bytes, char *answer, size_t *body) {
  size_t have = 0, wanted = 0;
  for (size_t sent = 0; sent < bytes;) {
    const ssize_t count = send(server, request + sent, bytes - sent, MSG_NOSIGNAL);
    if (count <= 0) return 0;
    sent += (size_t)count;
  }
  do {
    const ssize_t count = recv(server, answer + have, ANSWER_MAX - have - 1, 0);
    if (count <= 0) return 0;
    have += (size_t)count;
    answer[have] = '\0';
    const char *end = wanted ? NULL : strstr(answer, "\r\n\r\n");
    if (end) {
      const char *length = strcasestr(answer, "\r\nContent-Length: ");
      if (!length || length > end) return 0;
      *body = strtoul(length + 18, NULL, 10);
      wanted = (size_t)(end + 4 - answer) + *body;
    }
  } while (!wanted || have < wanted);
  return atoi(answer + 9);
}

/* Writes the next request; *wanted: the number of answers it asks for. Returns its length. */
static size_t write_request(const client *c, long number, char *into, int *wanted) {
  static const char head[] = "POST /indexes/%s/paths HTTP/1.1\r\nHost: localhost\r\n"
                             "Content-Type: application/%s\r\nContent-Length: %zu\r\n\r\n";
  const load *w = c->what;
  const size_t options = (strlen(w->options) + 7) / 8 * 8;
  if (w->is_batch && !c->is_slow) {
    const uint32_t parts[] = {1, BATCH, (uint32_t)options};
    char *at = into + sprintf(into, head, w->index, "vnd.pathfan.batch",
                              16 + options + BATCH * sizeof(ends));
    at = mempcpy(mempcpy(at, "PFBQ", 4), parts, sizeof parts);
    memset(at, ' ', options);
    memcpy(at, w->options, strlen(w->options));
    at += options;
    for (int i = 0; i < BATCH; i++)
      at = mempcpy(at, &w->lines[(number * BATCH + i + 97L * c->number) % w->line_count],
                   sizeof(ends));
    *wanted = BATCH;
    return (size_t)(at - into);
  }
  char body[4096];
  const ends *e = &w->lines[(number + 97L * c->number) % w->line_count];
  const char *more = c->is_slow ? "{\"algorithm\":\"penalty\"}" : w->options;
  const int bytes =
      snprintf(body, sizeof body, "{\"from\":[%.17g,%.17g],\"to\":[%.17g,%.17g]%s%s", e->from_x,
               e->from_y, e->to_x, e->to_y, more[1] == '}' ? "" : ",", more + 1);
  *wanted = 1;
  const int at = sprintf(into, head, w->index, "json", (size_t)bytes);
  memcpy(into + at, body, (size_t)bytes);
  return (size_t)(at + bytes);
}

static void *work(void *context) {
  client *c = context;
  char *request = malloc(BATCH * sizeof(ends) + 65536);
  const int server = connect_to(c->what->place);
  for (long number = 0; now() < c->what->until && c->requests < TIMES_MAX; number++) {
    int wanted;
    size_t body;
    const size_t bytes = write_request(c, number, request, &wanted);
    const double began = now();
    const int status = talk(server, request, bytes, c->answer, &body);
    if (c->is_slow) {
      if (!status) atomic_fetch_add(&c->what->errors, 1);
      continue;
    }
    c->times[c->requests++] = now() - began;
    c->answers += wanted;
    if (status != 200) {
      atomic_fetch_add(&c->what->errors, 1);
      if (!status) break;
    }
  }
  close(server);
  free(request);
  return NULL;
}

/* Processor time that the server reports, seconds. */
static double processor(const load *w, char *answer) {
  static const char request[] = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    name[] = "\nprocess_cpu_seconds_total ";
  size_t body;
  const int server = connect_to(w->place),
            status = talk(server, request, sizeof request - 1, answer, &body);
  const char *found = status == 200 ? strstr(answer, name) : NULL;
  close(server);
  return found ? strtod(found + sizeof name - 1, NULL) : 0;
}

static void read_lines(load *w, const char *path) {
  char line[4096];
  FILE *file = fopen(path, "r");
  if (!file) die(path);
  w->lines = malloc(1000000 * sizeof *w->lines);
  while (fgets(line, sizeof line, file) && w->line_count < 1000000) {
    ends e;
    if (sscanf(line, "%*d %*s %*d %*d %lf %lf %lf %lf", &e.from_x, &e.from_y, &e.to_x, &e.to_y) !=
        4)
      continue;
    w->lines[w->line_count++] = (ends){e.from_x + 0.5, e.from_y + 0.5, e.to_x + 0.5, e.to_y + 0.5};
  }
  fclose(file);
  if (!w->line_count) die("no lines");
}

static int by_value(const void *a, const void *b) {
  const double one = *(const double *)a, other = *(const double *)b;
  return (one > other) - (one < other);
}

int main(int argc, char **argv) {
  if (argc < 7) return fputs("usage: see the top of serve_load.c\n", stderr), 2;
  load w = {.place = argv[1], .index = argv[2], .options = argc > 7 ? argv[7] : "{}"};
  const int asking = atoi(argv[5]), slow = argc > 8 ? atoi(argv[8]) : 0, all = asking + slow;
  const double seconds = atof(argv[6]);
  pthread_t *threads = calloc((size_t)all, sizeof *threads);
  client *clients = calloc((size_t)all, sizeof *clients);
  w.is_batch = strcmp(argv[4], "batch") == 0;
  read_lines(&w, argv[3]);
  for (int i = 0; i < all; i++)
    clients[i] = (client){.what = &w,
                          .number = i,
                          .is_slow = i >= asking,
                          .times = malloc((size_t)TIMES_MAX * sizeof(double)),
                          .answer = malloc(ANSWER_MAX)};
  const double before = processor(&w, clients[0].answer), began = now();
  w.until = began + seconds;
  for (int i = 0; i < all; i++) pthread_create(&threads[i], NULL, work, &clients[i]);
  for (int i = 0; i < all; i++) pthread_join(threads[i], NULL);
  const double spent = now() - began, taken = processor(&w, clients[0].answer) - before;
  long requests = 0, answers = 0;
  for (int i = 0; i < asking; i++) {
    requests += clients[i].requests;
    answers += clients[i].answers;
  }
  double *times = malloc(((size_t)requests + 1) * sizeof *times), *at = times;
  for (int i = 0; i < asking; i++)
    at = mempcpy(at, clients[i].times, (size_t)clients[i].requests * sizeof *times);
  qsort(times, (size_t)requests, sizeof *times, by_value);
  if (!requests) return fputs("nothing was answered\n", stderr), 1;
  printf(
      "%s, %d connections, %d slow ones beside: %ld answers in %.1f s, %ld errors; %.0f a second; "
      "%.0f a second of the server's processor time, %.2f of them taken; a request waits p50 %.3f, "
      "p99 %.3f, p99.9 %.3f, at most %.1f ms\n",
      argv[4], asking, slow, answers, spent, atomic_load(&w.errors), (double)answers / spent,
      (double)answers / taken, taken / spent, 1e3 * times[requests / 2],
      1e3 * times[requests * 99 / 100], 1e3 * times[requests * 999 / 1000],
      1e3 * times[requests - 1]);
  return atomic_load(&w.errors) != 0;
}

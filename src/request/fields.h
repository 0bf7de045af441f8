/* fields.h - the fields of a request, each defined once.
 *
 * This table serves for reading and writing lines of `query --batch`, the viewer's API, the
 * command's options and their help; tests/unit/test_fields.c checks docs/openapi.json and the
 * library's own ranges against it. A new field needs one in pathfan/query.h, its use in the
 * library, and a row in fields.c.
 *
 *   for (const pathfan_field *f = pathfan_fields; f->name; f++) ... */
#ifndef PATHFAN_REQUEST_FIELDS_H
#define PATHFAN_REQUEST_FIELDS_H

#include "pathfan/query.h"

/* The type of a field in pathfan_request. */
typedef enum pathfan_field_kind {
  PATHFAN_FIELD_POINT,    /* pathfan_point, map units */
  PATHFAN_FIELD_COUNT,    /* int32_t */
  PATHFAN_FIELD_WORK,     /* uint64_t */
  PATHFAN_FIELD_NUMBER,   /* double */
  PATHFAN_FIELD_DISTANCE, /* double, map units */
  PATHFAN_FIELD_SWITCH,   /* bool: true or false; an option without a value */
  PATHFAN_FIELD_CHOICE,   /* an enum from 0: one of the names */
  PATHFAN_FIELD_FLAGS,    /* uint32_t: a bit for each of the names */
  PATHFAN_FIELD_WEIGHTS,  /* pathfan_objective: a weight of at least 0 for each of the names */
  PATHFAN_FIELD_AREAS     /* `avoid` and `avoid_count` */
} pathfan_field_kind;

/* How often a field is needed; help groups fields by it. */
typedef enum pathfan_field_need {
  PATHFAN_NEED_OFTEN,
  PATHFAN_NEED_TUNING,  /* if the usual answers don't suffice */
  PATHFAN_NEED_RESEARCH /* parts of methods, and the methods themselves */
} pathfan_field_need;

typedef struct pathfan_field {
  const char *name; /* in JSON; an option has '-' for '_'. NULL ends the table */
  pathfan_field_kind kind;
  bool is_end;    /* an end of the request: no option, required in JSON */
  bool is_option; /* an option only, not in JSON */
  size_t at;      /* its offset in pathfan_request */
  size_t given;   /* offset of a bool that is set with it; 0: none */
  size_t share;   /* offset of the double for the same value as a share: an option of N% sets that
                     one, and 0 sets both; 0: none */

  /* For numbers. In JSON the library reports values out of range. */
  double least, most; /* most: 0 if unbounded */
  bool above;         /* least itself is too small */
  const char *zero;   /* meaning of 0, which is then always in range; NULL: 0 is like any other
                         number */

  /* For choices, flags and weights: the JSON name of each. */
  const char *(*name_of)(int32_t number);
  int32_t names;

  pathfan_field_need need;
  const char *value; /* placeholder of the option's value in help: "K" */
  const char *help;  /* what it does; names, range and default are added, then `more` */
  const char *more;  /* NULL: nothing */
} pathfan_field;

extern const pathfan_field pathfan_fields[];

/* Finds the field of that name, with '_' or '-'; NULL if there is none. */
const pathfan_field *pathfan_field_find(const char *name);

/* Returns which of a field's names the first `length` bytes of text are, with '_' or '-'; -1:
 * none. */
int32_t pathfan_field_name(const pathfan_field *field, const char *text, size_t length);

/* Whether a number is in the field's range. */
bool pathfan_field_holds(const pathfan_field *field, double number);

/* Returns the weight that one of the names of PATHFAN_FIELD_WEIGHTS stands for. */
double *pathfan_field_weight(pathfan_objective *objective, int32_t number);

/* Returns the address of the field in a request. */
void *pathfan_field_in(const pathfan_field *field, pathfan_request *request);

/* Sets the fields that go with a given field, which must have its value. */
void pathfan_field_given(const pathfan_field *field, pathfan_request *request);

/* Buffer sizes for a field's name, and for a sentence about it. */
#define PATHFAN_FIELD_NAME_BYTES 32
#define PATHFAN_FIELD_BYTES 512

/* Writes the field's name as an option, with '-'. Returns text. */
const char *pathfan_field_option(const pathfan_field *field, char text[PATHFAN_FIELD_NAME_BYTES]);

/* Writes the field's names as in JSON: "\"fast\" or \"thorough\"". Returns text. */
const char *pathfan_field_quoted(const pathfan_field *field, char text[PATHFAN_FIELD_BYTES]);

/* Writes what an option must be: "a whole number, 1 or more". Returns text. */
const char *pathfan_field_wanted(const pathfan_field *field, char text[PATHFAN_FIELD_BYTES]);

/* Writes the help of an option: "how many paths are wanted, 1 or more (3)". Returns text. */
const char *pathfan_field_help(const pathfan_field *field, char text[PATHFAN_FIELD_BYTES]);

/* Reads the algorithm that the first `length` bytes of text name; false, with nothing changed, if
 * there is none. */
bool pathfan_read_algorithm(const char *text, size_t length, pathfan_algorithm *algorithm);

#endif

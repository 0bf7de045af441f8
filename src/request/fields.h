/* fields.h - the fields of a request, each said once.
 *
 * Lines of `query --batch`, the viewer's API, the command's options and their help are read
 * and written by this table; docs/openapi.json and the library's own ranges are held
 * against it by tests/unit/test_fields.c. A new field is one in pathfan/query.h, what the
 * library makes of it, and a row in fields.c.
 *
 *   for (const pathfan_field *f = pathfan_fields; f->name; f++) ... */
#ifndef PATHFAN_REQUEST_FIELDS_H
#define PATHFAN_REQUEST_FIELDS_H

#include "pathfan/query.h"

/* What a field is in pathfan_request. */
typedef enum pathfan_field_kind {
  PATHFAN_FIELD_POINT,    /* pathfan_point, map units */
  PATHFAN_FIELD_COUNT,    /* int32_t */
  PATHFAN_FIELD_WORK,     /* uint64_t */
  PATHFAN_FIELD_NUMBER,   /* double */
  PATHFAN_FIELD_DISTANCE, /* double, map units */
  PATHFAN_FIELD_SWITCH,   /* bool: true or false; the option is given, or it isn't */
  PATHFAN_FIELD_CHOICE,   /* an enum from 0: one of the names */
  PATHFAN_FIELD_FLAGS,    /* uint32_t: a bit for each of the names */
  PATHFAN_FIELD_WEIGHTS,  /* pathfan_objective: a weight of at least 0 for each of the names */
  PATHFAN_FIELD_AREAS     /* `avoid` and `avoid_count` */
} pathfan_field_kind;

/* Who needs a field: help has those of one need together. */
typedef enum pathfan_field_need {
  PATHFAN_NEED_OFTEN,
  PATHFAN_NEED_TUNING,  /* where the usual answers don't do */
  PATHFAN_NEED_RESEARCH /* parts of methods, and the methods themselves */
} pathfan_field_need;

typedef struct pathfan_field {
  const char *name; /* in JSON; an option has '-' for '_'. NULL ends the table */
  pathfan_field_kind kind;
  bool is_end;    /* of a path: no option, must be there in JSON */
  bool is_option; /* an option only, not in JSON */
  size_t at;      /* its offset in pathfan_request */
  size_t given;   /* that of a bool which is set with it; 0: none */
  size_t share;   /* that of a double which says the same as a share: an option of N% sets that
                     one, and 0 sets both; 0: none */

  /* Of numbers. Whoever writes JSON learns from the library what is out of range. */
  double least, most; /* most: 0 if there is none */
  bool above;         /* least itself is too little */
  const char *zero;   /* what 0 means, which is in range whatever least is; NULL: no more than
                         any other number */

  /* Of choices, flags and weights: what each is called, in JSON. */
  const char *(*name_of)(int32_t number);
  int32_t names;

  pathfan_field_need need;
  const char *value; /* what stands for the option's value in help: "K" */
  const char *help;  /* what it does. Names, range and default follow by themselves, then `more` */
  const char *more;  /* NULL: nothing */
} pathfan_field;

extern const pathfan_field pathfan_fields[];

/* The field of that name, with '_' or '-'; NULL if there is none. */
const pathfan_field *pathfan_field_find(const char *name);

/* Which of a field's names the first `length` bytes of text are, with '_' or '-'; -1: none. */
int32_t pathfan_field_name(const pathfan_field *field, const char *text, size_t length);

/* Whether a number is in the field's range. */
bool pathfan_field_holds(const pathfan_field *field, double number);

/* The weight that one of the names of PATHFAN_FIELD_WEIGHTS stands for. */
double *pathfan_field_weight(pathfan_objective *objective, int32_t number);

/* Where the field is in a request. */
void *pathfan_field_in(const pathfan_field *field, pathfan_request *request);

/* Sets what goes with a field that is given, once it has its value. */
void pathfan_field_given(const pathfan_field *field, pathfan_request *request);

/* Room for a field's name, and for what is said of it. */
#define PATHFAN_FIELD_NAME_BYTES 32
#define PATHFAN_FIELD_BYTES 512

/* The field's name as an option has it, with '-'. Returns text. */
const char *pathfan_field_option(const pathfan_field *field, char text[PATHFAN_FIELD_NAME_BYTES]);

/* The field's names as JSON has them: "\"fast\" or \"thorough\"". Returns text. */
const char *pathfan_field_quoted(const pathfan_field *field, char text[PATHFAN_FIELD_BYTES]);

/* What an option must be: "a whole number, 1 or more". Returns text. */
const char *pathfan_field_wanted(const pathfan_field *field, char text[PATHFAN_FIELD_BYTES]);

/* What help says of an option: "how many paths are wanted, 1 or more (3)". Returns text. */
const char *pathfan_field_help(const pathfan_field *field, char text[PATHFAN_FIELD_BYTES]);

/* The algorithm that the first `length` bytes of text name; false, and nothing changed, if
 * it is none. */
bool pathfan_read_algorithm(const char *text, size_t length, pathfan_algorithm *algorithm);

#endif

/* fields.h - the fields of a request, each defined once.
 *
 * This table serves for reading and writing lines of `query --batch`, the viewer's API, the
 * command's options and their help; tests/unit/tools/test_fields.c checks docs/openapi.json and the
 * library's own ranges against it. A new field needs one in pathfan/query.h, its use in the
 * library, and a row in fields.c.
 *
 *   for (const pf_field *f = pf_fields; f->name; f++) ... */
#ifndef PF_REQUEST_FIELDS_H
#define PF_REQUEST_FIELDS_H

#include "pathfan/query.h"

/* The type of a field in pathfan_request. */
typedef enum pf_field_kind {
  PF_FIELD_POINT,    /* pathfan_point, map units */
  PF_FIELD_COUNT,    /* int32_t */
  PF_FIELD_WORK,     /* uint64_t */
  PF_FIELD_NUMBER,   /* double */
  PF_FIELD_DISTANCE, /* double, map units */
  PF_FIELD_LEVEL,    /* double, or a name in pathfan_request.floors */
  PF_FIELD_SWITCH,   /* bool: true or false; an option without a value */
  PF_FIELD_CHOICE,   /* an enum from 0: one of the names */
  PF_FIELD_FLAGS,    /* uint32_t: a bit for each of the names */
  PF_FIELD_WEIGHTS,  /* pathfan_objective: a weight of at least 0 for each of the names */
  PF_FIELD_AREAS,    /* `avoid` and `avoid_count` */
  PF_FIELD_PRESET    /* one of the names: sets several other fields */
} pf_field_kind;

/* How often a field is needed; help groups fields by it. */
typedef enum pf_field_need {
  PF_NEED_OFTEN,
  PF_NEED_TUNING,  /* if the usual answers don't suffice */
  PF_NEED_RESEARCH /* parts of methods, and the methods themselves */
} pf_field_need;

typedef struct pf_field {
  const char *name; /* in JSON; an option has '-' for '_'. NULL ends the table */
  pf_field_kind kind;
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

  pf_field_need need;
  const char *value; /* placeholder of the option's value in help: "K" */
  const char *help;  /* what it does; names, range and default are added, then `more` */
  const char *more;  /* NULL: nothing */
} pf_field;

extern const pf_field pf_fields[];

/* Finds the field of that name, with '_' or '-'; NULL if there is none. */
const pf_field *pf_field_find(const char *name);

/* Returns which of a field's names the first `length` bytes of text are, with '_' or '-'; -1:
 * none. */
int32_t pf_field_name(const pf_field *field, const char *text, size_t length);

/* Whether a number is in the field's range. */
bool pf_field_holds(const pf_field *field, double number);

/* Fields that set others come first in JSON, whatever the order of its members: returns the round,
 * 0
 * .. PF_FIELD_ROUNDS - 1, in which a field is taken. */
enum { PF_FIELD_ROUNDS = 3 };
int pf_field_round(const pf_field *field);

/* Returns the weight that one of the names of PF_FIELD_WEIGHTS stands for. */
double *pf_field_weight(pathfan_objective *objective, int32_t number);

/* Returns the address of the field in a request. */
void *pf_field_in(const pf_field *field, pathfan_request *request);

/* Returns of which end a field of the kind LEVEL is the level: 0 or 1. */
int pf_field_end(const pf_field *field);

/* Sets the fields that go with a given field, which must have its value. */
void pf_field_given(const pf_field *field, pathfan_request *request);

/* Buffer sizes for a field's name, and for a sentence about it. */
#define PF_FIELD_NAME_BYTES 32
#define PF_FIELD_BYTES 512

/* Writes the field's name as an option, with '-'. Returns text. */
const char *pf_field_option(const pf_field *field, char text[PF_FIELD_NAME_BYTES]);

/* Writes the field's names as in JSON: "\"fast\" or \"thorough\"". Returns text. */
const char *pf_field_quoted(const pf_field *field, char text[PF_FIELD_BYTES]);

/* Writes what an option must be: "a whole number, 1 or more". Returns text. */
const char *pf_field_wanted(const pf_field *field, char text[PF_FIELD_BYTES]);

/* Writes the help of an option: "how many paths are wanted, 1 or more (3)". Returns text. */
const char *pf_field_help(const pf_field *field, char text[PF_FIELD_BYTES]);

/* Reads the algorithm that the first `length` bytes of text name; false, with nothing changed, if
 * there is none. */
bool pf_read_algorithm(const char *text, size_t length, pathfan_algorithm *algorithm);

#endif

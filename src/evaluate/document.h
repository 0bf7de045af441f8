/* document.h - a report as Markdown and HTML, its tables also as CSV, written at once.
 *
 *   status = pathfan_document_open(&document, "out", "Evaluation", &error);
 *   pathfan_document_heading(&document, "Coverage");
 *   pathfan_document_text(&document, "Of %d queries ...", n);
 *   pathfan_document_table(&document, "coverage", 3, (const char *[]){"suite", "1", "2"});
 *   pathfan_document_cell(&document, "dao");
 *   pathfan_document_number(&document, 0.25, 2);
 *   ...
 *   pathfan_document_table_end(&document);
 *   pathfan_document_picture(&document, "figure-5-dao-1", "Runtime ...");
 *   status = pathfan_document_close(&document, &error);
 *
 * Cells come row by row. summary.csv has a line for every number of every table:
 * table, the cells of text of its row joined by ' / ', column, value. */
#ifndef PATHFAN_EVALUATE_DOCUMENT_H
#define PATHFAN_EVALUATE_DOCUMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file.h"
#include "base/status.h"

#define PATHFAN_DOCUMENT_COLUMNS_MAX 24

typedef struct pathfan_document {
  pathfan_output md, html, csv;
  const char *table; /* NULL: outside of tables */
  bool hidden;       /* the table is only in summary.csv */
  int32_t column_count, column;
  const char *columns[PATHFAN_DOCUMENT_COLUMNS_MAX];
  char row[256];   /* the row's text cells so far */
  bool incomplete; /* out of memory for a text, which closing reports */
} pathfan_document;

/* Opens report.md, report.html and summary.csv in a folder. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_document_open(pathfan_document *document, const char *folder,
                                     const char *title, pathfan_error *error);

void pathfan_document_heading(pathfan_document *document, const char *text);
void pathfan_document_text(pathfan_document *document, const char *format, ...)
    PATHFAN_PRINTF(2, 3);

/* Begin a table. name: in summary.csv; columns: names [Size: count], which must outlive the table.
 * A hidden table is only in summary.csv. */
void pathfan_document_table(pathfan_document *document, const char *name, int32_t count,
                            const char *const *columns);
void pathfan_document_hidden_table(pathfan_document *document, const char *name, int32_t count,
                                   const char *const *columns);
void pathfan_document_cell(pathfan_document *document, const char *text);
/* Adds a number; NAN: a dash, and no line in summary.csv. */
void pathfan_document_number(pathfan_document *document, double value, int decimals);
void pathfan_document_table_end(pathfan_document *document);

/* Adds NAME.svg, which lies beside the report, with a link to NAME.png. */
void pathfan_document_picture(pathfan_document *document, const char *name, const char *caption);

/* Completes the files. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_document_close(pathfan_document *document, pathfan_error *error);
void pathfan_document_discard(pathfan_document *document);

#endif

/* document.h - a report as Markdown and HTML, its tables also as CSV, written at once.
 *
 *   status = pf_document_open(&document, "out", "Evaluation", &error);
 *   pf_document_heading(&document, "Coverage");
 *   pf_document_text(&document, "Of %d queries ...", n);
 *   pf_document_table(&document, "coverage", 3, (const char *[]){"suite", "1", "2"});
 *   pf_document_cell(&document, "dao");
 *   pf_document_number(&document, 0.25, 2);
 *   ...
 *   pf_document_table_end(&document);
 *   pf_document_picture(&document, "figure-5-dao-1", "Runtime ...");
 *   status = pf_document_close(&document, &error);
 *
 * Cells come row by row. summary.csv has a line for every number of every table:
 * table, the cells of text of its row joined by ' / ', column, value. */
#ifndef PF_EVALUATE_DOCUMENT_H
#define PF_EVALUATE_DOCUMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file.h"
#include "base/status.h"

#define PF_DOCUMENT_COLUMNS_MAX 24

typedef struct pf_document {
  pf_output md, html, csv;
  const char *table; /* NULL: outside of tables */
  bool hidden;       /* the table is only in summary.csv */
  int32_t column_count, column;
  const char *columns[PF_DOCUMENT_COLUMNS_MAX];
  char row[256];   /* the row's text cells so far */
  bool incomplete; /* out of memory for a text, which closing reports */
} pf_document;

/* Opens report.md, report.html and summary.csv in a folder. Errors: IO, NO_MEMORY. */
pathfan_status pf_document_open(pf_document *document, const char *folder, const char *title,
                                pathfan_error *error);

void pf_document_heading(pf_document *document, const char *text);
void pf_document_text(pf_document *document, const char *format, ...) PF_PRINTF(2, 3);

/* Begin a table. name: in summary.csv; columns: names [Size: count], which must outlive the table.
 * A hidden table is only in summary.csv. */
void pf_document_table(pf_document *document, const char *name, int32_t count,
                       const char *const *columns);
void pf_document_hidden_table(pf_document *document, const char *name, int32_t count,
                              const char *const *columns);
void pf_document_cell(pf_document *document, const char *text);
/* Adds a number; NAN: a dash, and no line in summary.csv. */
void pf_document_number(pf_document *document, double value, int decimals);
void pf_document_table_end(pf_document *document);

/* Adds NAME.svg, which lies beside the report, with a link to NAME.png. */
void pf_document_picture(pf_document *document, const char *name, const char *caption);

/* Completes the files. Errors: IO, NO_MEMORY. */
pathfan_status pf_document_close(pf_document *document, pathfan_error *error);
void pf_document_discard(pf_document *document);

#endif

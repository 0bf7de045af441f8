/* document.c - writes everything to all files as it comes. */
#include "evaluate/document.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "evaluate/csv.h"

static const char style[] =
    "body{font:16px/1.5 sans-serif;max-width:960px;margin:2em auto;padding:0 1em;color:#1d232b}\n"
    "table{border-collapse:collapse;margin:1em 0;font-size:14px;display:block;overflow-x:auto}\n"
    "th,td{padding:.25em .7em;border-bottom:1px solid #ccc;text-align:right;white-space:nowrap}\n"
    "th{border-bottom:2px solid #555}th:first-child,td:first-child{text-align:left}\n"
    "td.text{text-align:left}\n"
    "figure{margin:1.5em 0}img{width:100%}figcaption{font-size:14px;color:#444}\n";

static void put_html(FILE *stream, const char *text) {
  for (; *text; text++) switch (*text) {
    case '&': fputs("&amp;", stream); break;
    case '<': fputs("&lt;", stream); break;
    case '>': fputs("&gt;", stream); break;
    case '"': fputs("&quot;", stream); break;
    default: putc(*text, stream);
    }
}

/* Writes text, with Markdown's special characters escaped. */
static void put_md(FILE *stream, const char *text) {
  for (; *text; text++) {
    if (strchr("*_|<>[]`\\", *text)) putc('\\', stream);
    putc(*text, stream);
  }
}

static pathfan_status open_one(pf_output *output, const char *folder, const char *name,
                               pathfan_error *error) {
  char *path = NULL;
  if (asprintf(&path, "%s/%s", folder, name) < 0)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  const pathfan_status status = pf_output_open(output, path, error);
  free(path);
  return status;
}

pathfan_status pf_document_open(pf_document *document, const char *folder, const char *title,
                                pathfan_error *error) {
  *document = (pf_document){0};
  pathfan_status status = open_one(&document->md, folder, "report.md", error);
  if (!status) status = open_one(&document->html, folder, "report.html", error);
  if (!status) status = open_one(&document->csv, folder, "summary.csv", error);
  if (status) {
    pf_document_discard(document);
    return status;
  }
  fprintf(document->md.stream, "# %s\n", title);
  fprintf(document->html.stream,
          "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>%s</title>\n"
          "<style>\n%s</style>\n</head>\n<body>\n<h1>%s</h1>\n",
          title, style, title);
  fputs("table,row,column,value\n", document->csv.stream);
  return PATHFAN_OK;
}

void pf_document_heading(pf_document *document, const char *text) {
  fprintf(document->md.stream, "\n## %s\n", text);
  fputs("<h2>", document->html.stream);
  put_html(document->html.stream, text);
  fputs("</h2>\n", document->html.stream);
}

void pf_document_text(pf_document *document, const char *format, ...) {
  char *text = NULL;
  va_list arguments;
  va_start(arguments, format);
  const int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  if (length < 0) {
    document->incomplete = true;
    return;
  }
  putc('\n', document->md.stream);
  put_md(document->md.stream, text);
  putc('\n', document->md.stream);
  fputs("<p>", document->html.stream);
  put_html(document->html.stream, text);
  fputs("</p>\n", document->html.stream);
  free(text);
}

static void begin_table(pf_document *document, const char *name, int32_t count,
                        const char *const *columns, bool hidden) {
  document->table = name;
  document->hidden = hidden;
  document->column_count = count < PF_DOCUMENT_COLUMNS_MAX ? count : PF_DOCUMENT_COLUMNS_MAX;
  document->column = 0;
  document->row[0] = 0;
  for (int32_t i = 0; i < document->column_count; i++) document->columns[i] = columns[i];
}

void pf_document_table(pf_document *document, const char *name, int32_t count,
                       const char *const *columns) {
  begin_table(document, name, count, columns, false);
  fputs("\n|", document->md.stream);
  fputs("<table>\n<tr>", document->html.stream);
  for (int32_t i = 0; i < document->column_count; i++) {
    putc(' ', document->md.stream);
    put_md(document->md.stream, columns[i]);
    fputs(" |", document->md.stream);
    fputs("<th>", document->html.stream);
    put_html(document->html.stream, columns[i]);
    fputs("</th>", document->html.stream);
  }
  fputs("\n|", document->md.stream);
  for (int32_t i = 0; i < document->column_count; i++) fputs("---|", document->md.stream);
  putc('\n', document->md.stream);
  fputs("</tr>\n", document->html.stream);
}

void pf_document_hidden_table(pf_document *document, const char *name, int32_t count,
                              const char *const *columns) {
  begin_table(document, name, count, columns, true);
}

/* Writes the text of a cell. */
static void show_cell(pf_document *document, const char *text, bool is_text) {
  const bool first = document->column == 0, last = document->column + 1 == document->column_count;
  document->column = last ? 0 : document->column + 1;
  if (document->hidden) return;
  fputs(first ? "| " : " ", document->md.stream);
  put_md(document->md.stream, text);
  fputs(last ? " |\n" : " |", document->md.stream);
  fputs(first ? "<tr>" : "", document->html.stream);
  fputs(is_text ? "<td class=\"text\">" : "<td>", document->html.stream);
  put_html(document->html.stream, text);
  fputs(last ? "</td></tr>\n" : "</td>", document->html.stream);
}

void pf_document_cell(pf_document *document, const char *text) {
  if (document->column == 0) document->row[0] = 0;
  const size_t at = strlen(document->row);
  snprintf(document->row + at, sizeof document->row - at, "%s%s", at ? " / " : "", text);
  show_cell(document, text, true);
}

/* Formats 12345.67 as 12,345.67. */
static void group_thousands(const char *digits, char *out, size_t size) {
  const size_t whole = strcspn(digits, ".");
  const size_t sign = *digits == '-';
  size_t to = 0;
  for (size_t i = 0; digits[i] && to + 2 < size; i++) {
    if (i > sign && i < whole && (whole - i) % 3 == 0) out[to++] = ',';
    out[to++] = digits[i];
  }
  out[to] = 0;
}

void pf_document_number(pf_document *document, double value, int decimals) {
  char digits[PF_NUMBER_BYTES], shown[PF_NUMBER_BYTES];
  if (document->column == 0) document->row[0] = 0;
  if (!isfinite(value)) {
    show_cell(document, "-", false);
    return;
  }
  FILE *csv = document->csv.stream;
  pf_csv_text(csv, document->table);
  putc(',', csv);
  pf_csv_text(csv, document->row);
  putc(',', csv);
  pf_csv_text(csv, document->columns[document->column]);
  putc(',', csv);
  pf_csv_number(csv, value, 9);
  putc('\n', csv);
  pf_number_fixed(value, decimals, digits);
  group_thousands(digits, shown, sizeof shown);
  show_cell(document, shown, false);
}

void pf_document_table_end(pf_document *document) {
  if (!document->hidden) fputs("</table>\n", document->html.stream);
  document->table = NULL;
}

void pf_document_picture(pf_document *document, const char *name, const char *caption) {
  fputs("\n![", document->md.stream);
  put_md(document->md.stream, caption);
  fprintf(document->md.stream, "](%s.svg)\n", name);
  fprintf(document->html.stream, "<figure><a href=\"%s.png\"><img src=\"%s.svg\" alt=\"", name,
          name);
  put_html(document->html.stream, caption);
  fputs("\"></a><figcaption>", document->html.stream);
  put_html(document->html.stream, caption);
  fputs("</figcaption></figure>\n", document->html.stream);
}

pathfan_status pf_document_close(pf_document *document, pathfan_error *error) {
  if (document->incomplete) {
    pf_document_discard(document);
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for a text of the report");
  }
  fputs("</body>\n</html>\n", document->html.stream);
  pathfan_status status = pf_output_close(&document->md, error);
  pathfan_status html = pf_output_close(&document->html, status ? NULL : error);
  if (!status) status = html;
  pathfan_status csv = pf_output_close(&document->csv, status ? NULL : error);
  return status ? status : csv;
}

void pf_document_discard(pf_document *document) {
  if (document->md.stream) pf_output_discard(&document->md);
  if (document->html.stream) pf_output_discard(&document->html);
  if (document->csv.stream) pf_output_discard(&document->csv);
}

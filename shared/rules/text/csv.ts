import Papa from 'papaparse';

export type CsvCell = string | number | boolean | Date | string[] | null;

/** The mark by which spreadsheets know UTF-8; a file begins with it. */
export const csvMark = '\ufeff';

/**
 * Rows of a CSV file (RFC 4180), each with its line end. Several choices share one cell, each on a line.
 *
 * A text begins with ' where a spreadsheet would compute or change it: formulas, 00123, 1e5, 1-2, 10:30. Quotes do not
 * stop that, and ="00123" is a formula itself. Whole numbers of up to 15 digits lose nothing and stay as they are.
 */
export function csvRows(rows: CsvCell[][]): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => row.map(written));
  return `${Papa.unparse(cells, { newline: '\r\n' })}\r\n`;
}

function written(cell: CsvCell): string | number | boolean | null {
  if (cell instanceof Date) return cell.toISOString();
  if (Array.isArray(cell)) return guarded(cell.join('\n'));
  return typeof cell === 'string' ? guarded(cell) : cell;
}

/**
 * Signs that begin a formula, also as wide as Chinese and Japanese keyboards write them, behind any blank of their line.
 * A reader that does not know quotes takes each line for a row.
 */
const startsFormula = /(?<=^|[\r\n])(?=(?:(?![\r\n])[\s\p{Cc}\p{Cf}])*[=+\-@＝＋－＠])/gu;
const keptNumber = /^(?:0|[1-9]\d{0,14})$/;
/** Numbers, dates and times: digits, their signs and the E of an exponent. */
const recomputed = /^[\p{Nd}\s.,:/%+\-eE]+$/u;

function guarded(text: string): string {
  const lines = text.replace(startsFormula, "'");
  const isRecomputed = recomputed.test(text) && /\p{Nd}/u.test(text) && !keptNumber.test(text);
  return (/^[\t\r]/.test(text) || isRecomputed) && !lines.startsWith("'") ? `'${lines}` : lines;
}

/** What spreadsheets take for the beginning of a formula, also after white space. */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/** A text that no spreadsheet runs: one that it would take for a formula gets a quote before it. */
export function withoutFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** A row of a table (RFC 4180). */
export function csvRow(texts: readonly string[]): string {
  return `${texts.map(csvCell).join(',')}\r\n`
}

/** A text as a cell of a table (RFC 4180); spreadsheets may part cells at `;` and tabs, too. */
function csvCell(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

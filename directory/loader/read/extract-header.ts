/** What the first line of a table says. */
export interface Header {
  /** Names of the columns; empty for an ignored one. */
  columns: string[]
  /** What is unusual about the columns, in words. */
  warning: string | undefined
}

/** Columns without which a file is no extract. */
const required = ['EIN', 'NAME']

/** Columns of the extract that are loaded. */
const loaded = (
  'EIN NAME STREET CITY STATE ZIP SUBSECTION RULING ORGANIZATION ASSET_AMT INCOME_AMT ' +
  'REVENUE_AMT NTEE_CD SORT_NAME DEDUCTIBILITY GROUP TAX_PERIOD'
).split(' ')

/** Columns of the extract that are ignored. */
const passedOver = (
  'ICO AFFILIATION CLASSIFICATION FOUNDATION ACTIVITY STATUS ASSET_CD INCOME_CD FILING_REQ_CD ' +
  'PF_FILING_REQ_CD ACCT_PD'
).split(' ')

const delimiters = [',', ';', '\t', '|']

/** The column delimiter: the one that occurs most in the first line. */
export function delimiterOf(text: string): string {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1)
  const count = (sign: string) => line.split(sign).length
  return delimiters.reduce((most, sign) => (count(sign) > count(most) ? sign : most))
}

/** @throws Error when these are not the columns of an extract. */
export function headerOf(fields: readonly string[]): Header {
  const names = readColumns(fields).map((name) => name.toUpperCase())
  checkColumns(names)
  const unknown = names.flatMap((name, i) =>
    loaded.includes(name) || passedOver.includes(name)
      ? []
      : [name || `number ${i + 1}, which has no name`],
  )
  return {
    columns: names.map((name) => (loaded.includes(name) ? name : '')),
    warning:
      unknown.length === 0
        ? undefined
        : `not loaded, as the extract has no such column: ${unknown.join(', ')}`,
  }
}

/** The names in a first line, without the empty ones at its end. */
function readColumns(fields: readonly string[]): string[] {
  const columns = fields.map((field) => field.trim())
  while (columns.at(-1) === '') columns.pop()
  return columns
}

/** @throws Error when a required column is missing, or a column is there twice. */
function checkColumns(columns: readonly string[]): void {
  const missing = required.filter((name) => !columns.includes(name)).join(' and no column ')
  if (missing !== '')
    throw new Error(`it is not an IRS extract: its first line names no column ${missing}`)
  const twice = columns.find((name, i) => name !== '' && columns.indexOf(name) !== i)
  if (twice !== undefined) throw new Error(`its first line names the column ${twice} twice`)
}

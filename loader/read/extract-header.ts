/** Columns of the extract that are loaded. EIN and NAME are required. */
const loaded = (
  'EIN NAME STREET CITY STATE ZIP SUBSECTION RULING ORGANIZATION ASSET_AMT INCOME_AMT ' +
  'REVENUE_AMT NTEE_CD SORT_NAME DEDUCTIBILITY GROUP'
).split(' ')

/** Columns of the extract that are ignored. */
const passedOver = (
  'ICO AFFILIATION CLASSIFICATION FOUNDATION ACTIVITY STATUS TAX_PERIOD ' +
  'ASSET_CD INCOME_CD' +
  ' FILING_REQ_CD PF_FILING_REQ_CD ACCT_PD'
).split(' ')

const delimiters = [',', ';', '\t', '|']

/** The column delimiter: the one that occurs most in the first line. */
export function delimiterOf(text: string): string {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1)
  const count = (sign: string) => line.split(sign).length
  return delimiters.reduce((most, sign) => (count(sign) > count(most) ? sign : most))
}

/** The content of an extract's first line. */
export interface Header {
  /** Names of the columns, in capital letters; empty for an ignored one. */
  columns: string[]
  /** The columns that are ignored although they are not the extract's own, in words. */
  warning: string | undefined
}

/** @throws Error when these are not the columns of an extract. */
export function headerOf(fields: readonly string[]): Header {
  const names = fields.map((field) => field.trim().toUpperCase())
  while (names.at(-1) === '') names.pop()
  const missing = ['EIN', 'NAME'].filter((column) => !names.includes(column))
  if (missing.length > 0) {
    throw new Error(
      `it is not an IRS extract: its first line names no column ${missing.join(' and no column ')}`,
    )
  }
  const twice = names.find((name, i) => name !== '' && names.indexOf(name) !== i)
  if (twice !== undefined) throw new Error(`its first line names the column ${twice} twice`)
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

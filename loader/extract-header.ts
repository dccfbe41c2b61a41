/** Columns of the extract that are loaded. EIN and NAME must be there. */
const loaded =
  'EIN NAME STREET CITY STATE ZIP SUBSECTION RULING ORGANIZATION ASSET_AMT INCOME_AMT REVENUE_AMT NTEE_CD'.split(' ')

/** Columns of the extract that are not. */
const passedOver = (
  'ICO GROUP AFFILIATION CLASSIFICATION DEDUCTIBILITY FOUNDATION ACTIVITY STATUS TAX_PERIOD ASSET_CD INCOME_CD' +
  ' FILING_REQ_CD PF_FILING_REQ_CD ACCT_PD SORT_NAME'
).split(' ')

const delimiters = [',', ';', '\t', '|']

/** The sign that separates the columns: the one of which the first line has most. */
export function delimiterOf(text: string): string {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1)
  const count = (sign: string) => line.split(sign).length
  return delimiters.reduce((most, sign) => (count(sign) > count(most) ? sign : most))
}

/** What the first line of an extract says. */
export interface Header {
  /** Names of the columns, in capital letters; empty for one that is not loaded. */
  columns: string[]
  /** What is not loaded although the extract does not have it, in words. */
  warning: string | undefined
}

/** @throws Error when these are not the columns of an extract. */
export function headerOf(fields: readonly string[]): Header {
  const names = fields.map((field) => field.trim().toUpperCase())
  while (names.at(-1) === '') names.pop()
  const missing = ['EIN', 'NAME'].filter((column) => !names.includes(column))
  if (missing.length > 0) {
    throw new Error(`it is not an IRS extract: its first line names no column ${missing.join(' and no column ')}`)
  }
  const twice = names.find((name, i) => name !== '' && names.indexOf(name) !== i)
  if (twice !== undefined) throw new Error(`its first line names the column ${twice} twice`)
  const unknown = names.flatMap((name, i) =>
    loaded.includes(name) || passedOver.includes(name) ? [] : [name || `number ${i + 1}, which has no name`],
  )
  return {
    columns: names.map((name) => (loaded.includes(name) ? name : '')),
    warning: unknown.length === 0 ? undefined : `not loaded, for the extract has no such column: ${unknown.join(', ')}`,
  }
}

import { checkColumns, columnsIn, type Header } from './header.js'

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

/** @throws Error when these are not the columns of an extract. */
export function headerOf(fields: readonly string[]): Header {
  const names = columnsIn(fields).map((name) => name.toUpperCase())
  checkColumns(names, ['EIN', 'NAME'], 'an IRS extract')
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

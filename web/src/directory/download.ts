import type { FindQuestion } from '../../../client/src/questions.js'
import type { Organization } from '../../../client/src/types.js'
import { type Found, find } from './calls.js'
import { csvOf } from './csv.js'
import { windowSize } from './view.js'

/** Most results of a call. */
const size = 100

/** Formats of a download by their file extensions. */
export const formats: Readonly<
  Record<string, { title: string; type: string; textOf(rows: readonly Organization[]): string }>
> = {
  csv: { title: 'CSV', type: 'text/csv;charset=utf-8', textOf: csvOf },
  ndjson: {
    title: 'NDJSON',
    type: 'application/x-ndjson',
    textOf: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  },
}

/** All results of a question that pages can reach, call by call. */
export async function allOf(
  question: FindQuestion,
  signal: AbortSignal,
  onRows: (count: number) => void,
): Promise<Organization[]> {
  const rows = new Map<string, Organization>() // one that moves between two calls comes once
  let found: Found
  let page = 1
  do {
    found = await find({ ...question, size, page }, signal, [])
    for (const row of found.results) rows.set(row.id, row)
    onRows(rows.size)
    page++
  } while (page <= found.pages && page * size <= windowSize)
  return [...rows.values()]
}

/** Gives the browser a file to save. */
export function save(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

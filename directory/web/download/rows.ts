import type { ExportBody } from '../../../packages/client/src/body.js'
import { exportPath } from '../../../packages/client/src/export.js'
import type { FindParameters } from '../../../packages/client/src/templates.js'
import type { Organization, SearchRequest } from '../../../packages/client/src/types.js'
import { getUser, loadExport, loadOffered } from '../../../web/src/kit/api.js'
import { find, type ResultPage } from '../calls.js'
import { getMaxReach } from '../navigation/view.js'
import { toCsv } from './csv.js'

/** The most results of a call without a login. */
const size = 50

/** Formats of a download by their file extensions. */
export const formats: Readonly<
  Record<string, { title: string; type: string; textOf(rows: readonly Organization[]): string }>
> = {
  csv: { title: 'CSV', type: 'text/csv;charset=utf-8', textOf: toCsv },
  ndjson: {
    title: 'NDJSON',
    type: 'application/x-ndjson',
    textOf: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  },
}

/** Whether this gateway has exports, which need a login. */
export const hasExports = () =>
  loadOffered().then(({ calls }) => calls.some(({ path }) => path === exportPath))

/** Loads all results by an export, or those that pages can reach. */
export const loadRows = (parameters: FindParameters, isExport: boolean, signal: AbortSignal) =>
  isExport ? loadByExport(parameters, signal) : loadByPages(parameters, signal)

type Rows = AsyncGenerator<Organization, void, undefined>

async function* loadByExport(parameters: FindParameters, signal: AbortSignal): Rows {
  const { search } = await find({ ...parameters, size: 1, explain: true }, signal, [])
  const { index, body } = search as unknown as SearchRequest<ExportBody>
  const { query, sort = [], _source = true } = body
  const fields = [sort].flat().filter((key) => key !== '_score') // an export has no scores
  yield* loadExport({ index, body: { query, sort: fields, _source } }, signal)
}

async function* loadByPages(parameters: FindParameters, signal: AbortSignal): Rows {
  const known = new Set<string>() // an organization may be on two pages if the data changes
  const isSignedIn = getUser() !== undefined
  let found: ResultPage
  let page = 1
  do {
    found = await find({ ...parameters, size, page }, signal, [])
    const others = found.results.filter(({ id }) => !known.has(id))
    for (const { id } of others) known.add(id)
    yield* others
    page++
  } while (page <= found.pages && page * size <= getMaxReach(isSignedIn))
}

/** Gives the browser a file to save. */
export function saveFile(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

import { ApiError } from '../../kit/api/errors.js'
import { partsReader } from '../../kit/api/path-template.js'
import type { RouteRow } from './route.js'

/** A matching row, with the values of its `{name}` parts. */
export interface Match<Row> {
  row: Row
  params: Record<string, string>
}

/** @returns the function that finds the row for a method and path. */
export function routerOf<Row extends Pick<RouteRow, 'method' | 'path'>>(
  rows: readonly Row[],
): (method: string, path: string) => Match<Row> {
  const readers = rows.map((row) => ({ row, partsOf: partsReader(row.path) }))
  /** @throws ApiError NOT_FOUND, or METHOD_NOT_ALLOWED with Allow. */
  return function find(method, path) {
    const fitting = readers.flatMap(({ row, partsOf }) => {
      const params = partsOf(path)
      return params ? [{ row, params }] : []
    })
    if (fitting.length === 0) throw new ApiError('NOT_FOUND', 'There is no such path')
    // answered alike, and Node omits the body (RFC 9110 9.3.2)
    const sought = method === 'HEAD' ? 'GET' : method
    const match = fitting.find(({ row }) => row.method === sought)
    if (match) return match
    const allow = fitting
      .map(({ row }) => (row.method === 'GET' ? 'GET, HEAD' : row.method))
      .join(', ')
    throw new ApiError('METHOD_NOT_ALLOWED', `This path takes ${allow}`, {
      headers: { Allow: allow },
    })
  }
}

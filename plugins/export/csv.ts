import { parseExact, stringifyExact } from '../../kit/api/json.js'
import { isObject } from '../../kit/config/objects.js'
import { csvRow, withoutFormula } from '../../kit/files/csv-row.js'

/** The first row: the names of the columns. */
export function renderHeader(columns: readonly string[]): string {
  return csvRow(columns.map(renderValue))
}

/** A row. @param json A document, as JSON. @param cursor The value of the last column. */
export function renderRow(json: string, columns: readonly string[], cursor: string): string {
  const document = parseExact(json) as Record<string, unknown>
  const texts = columns.slice(0, -1).map((column) => renderValue(findField(document, column)))
  return csvRow([...texts, cursor])
}

/** The value of a field, whose name may be written as a path of objects. */
function findField(document: Record<string, unknown>, field: string): unknown {
  if (Object.hasOwn(document, field)) return document[field]
  for (let at = field.indexOf('.'); at > 0; at = field.indexOf('.', at + 1)) {
    const inner = document[field.slice(0, at)]
    const value = isObject(inner) ? findField(inner, field.slice(at + 1)) : undefined
    if (value !== undefined) return value
  }
  return undefined
}

/** Lists and objects are JSON. Only texts may be formulas. */
function renderValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return withoutFormula(value)
  return typeof value === 'object' ? stringifyExact(value) : String(value)
}

import { textOf } from '../../kit/config/yaml/mapping.js'
import type { DeclaredRoute } from '../../routes/routes.js'
import { type AnswersAnyone, credentialOf } from './route-credential.js'

const head = ['METHOD', 'PATH', 'CREDENTIAL', 'PIPELINE', 'POLICIES', 'UPSTREAM']

/**
 * The routes of a configuration, in the order in which they are tried: method, path, what a caller
 * needs, pipeline, its policies, where it ends. Pure.
 */
export function routeTable(
  routes: readonly DeclaredRoute[],
  answersAnyone?: AnswersAnyone,
): string {
  const rows = routes.map((route) => {
    const { host, method = '*', path, pipeline } = route
    const { name = '-', steps = [], enabled = 'true' } = pipeline ?? {}
    const last = steps.at(-1)
    const end = textOf(last?.params.serviceEndpoint ?? last?.policy ?? '-')
    // a variable without a value is shown as written
    const off = enabled === 'false' ? 'off' : enabled
    const credential = enabled === 'true' ? credentialOf(route, answersAnyone) : off
    const place = host === '*' ? path : `${host}${path}`
    return [method, place, credential, name, steps.map(({ policy }) => policy).join(' > '), end]
  })
  return alignColumns([head, ...rows])
}

/** Pads every column but the last to its widest cell. */
function alignColumns(rows: string[][]): string {
  const widths = head.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  return rows
    .map((row) =>
      row.map((cell, i) => (i < head.length - 1 ? cell.padEnd(widths[i]!) : cell)).join('  '),
    )
    .join('\n')
}

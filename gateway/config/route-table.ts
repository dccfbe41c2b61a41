import { isMapping, type Mapping, textOf } from '../../kit/config/yaml/mapping.js'
import { declaredRoutes } from './endpoints.js'
import { actionOf, credentialOf } from './route-credential.js'
import { stepsOf, type WrittenStep } from './steps.js'

const head = ['METHOD', 'PATH', 'CREDENTIAL', 'PIPELINE', 'POLICIES', 'UPSTREAM']

/** The greatest price of the search that a step declares itself, if it does. */
export type PriceOf = (step: WrittenStep) => number | undefined

/**
 * The routes of a configuration: method, path, what a caller needs, pipeline, its policies, where
 * it ends. Pure.
 */
export function routeTable(config: Mapping, priceOf: PriceOf = () => undefined): string {
  const pipelines = Object.entries(isMapping(config.pipelines) ? config.pipelines : {})
  const rows = declaredRoutes(config).map((route) => {
    const { endpoint, host, method, path } = route
    const [name, pipeline] = pipelines.find(([, value]) => serves(value, endpoint)) ?? ['-', {}]
    const steps = stepsOf(name, (pipeline as Mapping).policies)
    const last = steps.at(-1)
    const service = textOf(actionOf(last).serviceEndpoint ?? last?.policy ?? '-')
    const price = steps.map(priceOf).find((one) => one !== undefined)
    const end = price === undefined ? service : `${service} (at most ${price} passes)`
    const enabled = textOf(actionOf(steps[0]).enabled ?? true)
    // a variable without a value is shown as written
    const off = enabled === 'false' ? 'off' : enabled
    const credential = enabled === 'true' ? credentialOf(route, steps) : off
    const place = host === '*' ? path : `${host}${path}`
    return [method, place, credential, name, steps.map(({ policy }) => policy).join(' > '), end]
  })
  return alignColumns([head, ...rows])
}

function serves(pipeline: unknown, endpoint: string): boolean {
  return isMapping(pipeline) && [pipeline.apiEndpoints].flat().includes(endpoint)
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

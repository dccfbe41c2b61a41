import { isMapping, type Mapping } from '../kit/yaml/mapping.js'
import { declaredRoutes } from './endpoints.js'
import { stepsOf } from './steps.js'

const head = ['METHOD', 'PATH', 'PIPELINE', 'POLICIES', 'UPSTREAM']

/** The routes of a configuration as a table: method, path, pipeline, its policies, where it ends. Pure. */
export function routeTable(config: Mapping): string {
  const pipelines = Object.entries(isMapping(config.pipelines) ? config.pipelines : {})
  const rows = declaredRoutes(config).map(({ endpoint, host, method, path }) => {
    const [name, pipeline] = pipelines.find(([, value]) => serves(value, endpoint)) ?? ['-', {}]
    const steps = stepsOf(name, (pipeline as Mapping).policies)
    const last = steps.at(-1)
    const service = (last?.value as { action?: { serviceEndpoint?: string } } | undefined)?.action?.serviceEndpoint
    const place = host === '*' ? path : `${host}${path}`
    return [method, place, name, steps.map(({ policy }) => policy).join(' > '), service ?? last?.policy ?? '-']
  })
  return layOut([head, ...rows])
}

function serves(pipeline: unknown, endpoint: string): boolean {
  return isMapping(pipeline) && [pipeline.apiEndpoints].flat().includes(endpoint)
}

/** Pads every column but the last to its widest cell. */
function layOut(rows: string[][]): string {
  const widths = head.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  return rows
    .map((row) => row.map((cell, i) => (i < head.length - 1 ? cell.padEnd(widths[i]!) : cell)).join('  '))
    .join('\n')
}

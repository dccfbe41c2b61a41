import { isMapping, type Mapping, textOf } from '../kit/yaml/mapping.js'
import { declaredRoutes } from './endpoints.js'
import { stepsOf } from './steps.js'

const head = ['METHOD', 'PATH', 'PUBLIC', 'PIPELINE', 'POLICIES', 'UPSTREAM']

/** The routes of a configuration: method, path, whether anyone or nobody may call, pipeline, its policies, where it ends. Pure. */
export function routeTable(config: Mapping): string {
  const pipelines = Object.entries(isMapping(config.pipelines) ? config.pipelines : {})
  const rows = declaredRoutes(config).map(({ endpoint, host, method, path }) => {
    const [name, pipeline] = pipelines.find(([, value]) => serves(value, endpoint)) ?? ['-', {}]
    const steps = stepsOf(name, (pipeline as Mapping).policies)
    const last = steps.at(-1)
    const { serviceEndpoint, public: isPublic } = actionOf(last?.value)
    const { enabled = true } = actionOf(steps[0]?.value)
    const open = textOf(isPublic) === 'true' ? 'public' : '-' // it may have stood in quotes
    const mark = textOf(enabled) === 'true' ? open : 'off'
    const place = host === '*' ? path : `${host}${path}`
    const names = steps.map(({ policy }) => policy).join(' > ')
    return [method, place, mark, name, names, serviceEndpoint ?? last?.policy ?? '-']
  })
  return layOut([head, ...rows])
}

/** Of the first step whether the pipeline serves; of the last one which service answers, and whether anyone may call. */
function actionOf(step: unknown): { enabled?: unknown; serviceEndpoint?: string; public?: unknown } {
  return (isMapping(step) && isMapping(step.action) && step.action) || {}
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

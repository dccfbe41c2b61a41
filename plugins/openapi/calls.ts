import type { ErrorCode } from '../../kit/api/errors.js'
import { toTemplate } from '../../routes/path.js'
import type { Pipeline } from '../../routes/pipelines.js'
import { hasMethod, isServed, type ServedRoute } from '../../routes/routes.js'
import { type DeclaredOperation, ifNoneMatch } from '../kit/declared-operation.js'
import type { GatewayView } from '../kit/policy.js'
import { ref, toSchema } from './schemas.js'
import type { Call, Tables } from './tables.js'

/** A call that a pipeline of the gateway answers. */
export interface ServedCall {
  method: string
  /** As OpenAPI writes it: `/keys/{id}`. */
  path: string
  /** The name of its group. */
  tag: string
  call: Call
  pipeline: Pipeline
}

/** The calls that the gateway answers, of the tables and of steps that declare operations. */
export function listServedCalls(tables: Tables, view: GatewayView): ServedCall[] {
  const described = Object.values(tables.groups).flatMap(({ name: tag, defaults = {}, calls }) =>
    Object.entries(calls).flatMap(([operationId, own]) => {
      const call = fillCall(operationId, own, defaults)
      return findRoutes(call, view).map((route) => ({ ...route, tag }))
    }),
  )
  return [...described, ...listDeclared(tables, view)]
}

/** A call with what its group says, and what is usual. */
function fillCall(operationId: string, own: Partial<Call>, defaults: Partial<Call>): Call {
  const { body, ...call } = { ...defaults, ...own }
  return {
    ...{ isAddition: true, access: 'none', status: 200, meta: 'Meta' },
    ...{ headers: ['Cache-Control'], never: [], parameters: [] },
    ...call,
    ...(body && { body: toSchema(body) }),
    refusals: [...(defaults.refusals ?? []), ...(own.refusals ?? [])],
    operationId,
  } as Call
}

/** Where the gateway answers a call: at its path, or wherever a pipeline has its steps. */
function findRoutes(call: Call, { routes }: GatewayView): Omit<ServedCall, 'tag'>[] {
  const [method = '', ...where] = call.at.split(' ')
  const [path = ''] = where
  if (path.startsWith('/')) {
    // a variable part, `{id}`, is like any segment of a sent path
    const route = routes.find((one) => hasMethod(one, method) && one.isPath(path))
    return isServed(route) ? [{ method, path, call, pipeline: route.pipeline }] : []
  }
  const found = routes.filter(isServed).filter((one) => isAnsweredBy(one, method, where))
  return found.map(({ path, endpoint, pipeline }, i) => {
    const suffix = i === 0 ? '' : toPascalCase(endpoint)
    const operationId = call.operationId + suffix // names of operations differ
    return { method, path: toTemplate(path), call: { ...call, operationId }, pipeline }
  })
}

/** Whether the pipeline of a route has all of these steps. OpenAPI knows no path that ends in `*`. */
function isAnsweredBy(route: ServedRoute, method: string, steps: readonly string[]): boolean {
  const policies = route.pipeline.steps.map(({ policy }) => policy)
  const hasPath = hasMethod(route, method) && !route.path.endsWith('*')
  return hasPath && steps.every((step) => policies.includes(step))
}

/** The operations that steps have declared, such as search templates. */
function listDeclared({ groups }: Tables, { routes, operations }: GatewayView): ServedCall[] {
  return routes.filter(isServed).flatMap(({ endpoint, path, pipeline }) => {
    const declared = operations?.get(endpoint)
    if (!declared) return []
    const call = toCall(declared)
    return [{ method: 'GET', path: toTemplate(path), tag: groups.searches!.name, call, pipeline }]
  })
}

/** In words: with a second media type, generated clients would have other types for the first. */
const linkedData =
  '\n\n`Accept: application/ld+json` gets it as JSON-LD of schema.org, without an envelope.'

function toCall(declared: DeclaredOperation): Call {
  const { operationId, summary, description, parameters, mayBeMissing } = declared
  return {
    ...{ operationId, summary, at: '', meta: 'SearchMeta', status: 200 },
    description: `${description}${declared.isLinkedData ? linkedData : ''}`,
    isAddition: true,
    access: 'any',
    parameters: [...parameters, ifNoneMatch.name as string],
    data: dataName(declared),
    headers: ['X-Query-Cost', 'ETag', 'Cache-Control'],
    refusals: ['search', ...(mayBeMissing ? ['NOT_FOUND'] : [])],
    never: [],
  }
}

/** The name of the schema of `data`. */
function dataName({ operationId }: DeclaredOperation): string {
  return `${toPascalCase(operationId)}Answer`
}

/** The schemas of `data` of declared operations. */
export function declaredSchemas({ record }: Tables, { operations }: GatewayView) {
  const declared = [...(operations?.values() ?? [])]
  return Object.fromEntries(declared.map((one) => [dataName(one), one.data(ref(record))]))
}

/** The codes that a call may be refused with. */
export function listCodes(call: Call, tables: Tables): ErrorCode[] {
  const { at, access, refusals, never } = call
  const names = ['always', ...(access === 'none' ? [] : ['credential']), ...refusals]
  const codes = names.flatMap((name) => tables.refusals[name] ?? (name as ErrorCode))
  if (at.includes('{id}')) codes.push('NOT_FOUND')
  return codes.filter((code) => !never.includes(code))
}

function toPascalCase(name: string): string {
  return name.replace(/(?:^|-+)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

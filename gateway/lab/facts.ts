import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { defaultPlan } from '../../kit/credentials/plans.js'
import type { ParamFacts } from '../../plugins/kit/contract.js'

/** Facts of a parameter, and of those inside its value by their names; `*` stands for any name. */
export interface FactTree extends ParamFacts {
  default?: unknown
  enum?: readonly unknown[]
  inner?: Record<string, FactTree>
}

/** A parameter by the names that lead to it, such as `limits`, `size`. */
export type ParamPath = readonly string[]

const own = [
  'refuses',
  'more',
  'says',
  'isPrefix',
  'isAllWithout',
  'writeOnly',
  'default',
  'enum',
] as const

/** Reads the facts of all parameters from the JSON Schema of a policy. */
export function readFacts(schema: unknown, around: ParamFacts = {}): FactTree {
  if (!isMapping(schema)) return {}
  const { default: _, ...inherited } = around as FactTree
  const declared = Object.fromEntries(
    own.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]]),
  )
  const facts: FactTree = { ...inherited, ...declared }
  const properties: Mapping = {
    ...(isMapping(schema.properties) && schema.properties),
    ...(isMapping(schema.additionalProperties) && { '*': schema.additionalProperties }),
  }
  const names = Object.keys(properties)
  if (names.length === 0) return facts
  const { default: __, enum: ___, ...passed } = facts
  const inner = names.map((name) => [name, readFacts(properties[name], passed)])
  return { ...facts, inner: Object.fromEntries(inner) }
}

/** The facts of a parameter, or of the nearest one around it. */
export function findFacts(facts: FactTree, path: ParamPath): FactTree {
  const [name, ...rest] = path
  const inner = name === undefined ? undefined : (facts.inner?.[name] ?? facts.inner?.['*'])
  return inner ? findFacts(inner, rest) : facts
}

/**
 * The name of a parameter in a sentence: from the outermost one that decides, so that the same rules
 * in parameters of other names are told once. The name of a plan comes first.
 */
export function toLabel(facts: FactTree, path: ParamPath): string {
  const from = path.findIndex((_, i) => findFacts(facts, path.slice(0, i + 1)).refuses)
  const at = path.slice(0, -2).indexOf('plans')
  const plan = at < 0 ? '' : `plan ${path[at + 1]}: `
  return plan + path.slice(Math.max(0, from)).join('.')
}

/** Whether a parameter of the policy can refuse a request. */
export function canRefuse({ refuses, inner = {} }: FactTree): boolean {
  return refuses !== undefined || Object.values(inner).some(canRefuse)
}

/** A refusal by a step. */
interface Refusal {
  code: string
  /** What the step says of it: the names of the parameters by which it refuses. */
  cause?: unknown
  /** Of the caller. */
  plan: string | undefined
}

/**
 * The parameters by which a step may have refused a request. The cause of the error names one, such
 * as `limits.size`; else it is one of those that refuse with this code.
 */
export function refusingParams(facts: FactTree, params: Mapping, refusal: Refusal): ParamPath[] {
  const { code, cause, plan } = refusal
  const [named] = Array.isArray(cause) ? (cause as string[]) : []
  const path = named?.split('.')
  const found = path ? [findRooted(facts, path)] : listRefusing(facts, code)
  return found
    .filter((one) => one.length > 0 && valueAt(params, one) !== true) // what is true refuses nothing
    .map((one) => resolvePlan(facts, params, one, plan))
}

/** A parameter that a cause names, which may be inside the value of another one; empty if unknown. */
function findRooted({ inner = {} }: FactTree, path: ParamPath): ParamPath {
  if (Object.hasOwn(inner, path[0]!)) return path
  const root = Object.keys(inner).find((name) => inner[name]!.inner?.[path[0]!])
  return root === undefined ? [] : [root, ...path]
}

/** The outermost parameters that refuse with a code. */
function listRefusing({ inner = {} }: FactTree, code: string): ParamPath[] {
  return Object.entries(inner).flatMap(([name, facts]) =>
    [facts.refuses ?? []].flat().includes(code as never)
      ? [[name]]
      : listRefusing(facts, code).map((path) => [name, ...path]),
  )
}

/** Where the value for a plan is: in `plans` beside it, or its own member. */
function resolvePlan(
  facts: FactTree,
  params: Mapping,
  path: ParamPath,
  plan = defaultPlan,
): ParamPath {
  for (const depth of path.keys()) {
    const instead = [...path.slice(0, depth), 'plans', plan, ...path.slice(depth)]
    if (valueAt(params, instead.slice(0, depth + 3)) !== undefined) return instead
  }
  const value = valueAt(params, path)
  if (!isMapping(value) || !findFacts(facts, path).inner?.['*']) return path
  return [...path, plan in value ? plan : defaultPlan]
}

/** A value inside parameters; undefined where there is none. */
export function valueAt(params: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Mapping | undefined)?.[key], params)
}

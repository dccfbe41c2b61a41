import { isObject } from '../../kit/objects.js'
import type { Surroundings } from '../kit/policy.js'
import type { Part } from './document-file.js'

/** The steps of one pipeline by their policies, each with its parameters. */
export type Steps = (policy: string) => readonly Part[]

/** What the YAML says of a call: the steps on its way, or undefined when no pipeline takes it. */
export function stepsReader({ apiEndpoints, pipelines }: NonNullable<Surroundings['routing']>) {
  return function stepsOf(method: string, path: string): Steps | undefined {
    for (const [endpoint, rules] of entriesOf(apiEndpoints)) {
      if (!listOf(rules).some((rule) => takes(rule, method, path))) continue
      const served = entriesOf(pipelines).find(([, pipeline]) =>
        listOf(memberOf(pipeline, 'apiEndpoints')).includes(endpoint),
      )
      if (served) return (policy) => paramsOf(memberOf(served[1], 'policies'), policy)
    }
    return undefined
  }
}

/** @param path A template of the document, `/api/v1/api-keys/{id}`: its variable parts are any segment to a rule. */
function takes(rule: unknown, method: string, path: string): boolean {
  const methods = listOf(memberOf(rule, 'methods')).map((name) => String(name).toUpperCase())
  const patterns = listOf(memberOf(rule, 'paths'))
  if (methods.length > 0 && !methods.includes(method) && !methods.includes('*')) return false
  return patterns.some((pattern) => {
    const source = String(pattern)
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*$/, '.*')
    return new RegExp(`^${source}$`).test(path)
  })
}

function paramsOf(policies: unknown, policy: string): Part[] {
  return listOf(policies).flatMap((entry) => {
    if (!isObject(entry) || !Object.hasOwn(entry, policy)) return []
    return listOf(entry[policy]).map((step) => (memberOf(step, 'action') ?? {}) as Part)
  })
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

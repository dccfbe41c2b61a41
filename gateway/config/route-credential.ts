import { authCalls } from '../../kit/api/auth-calls.js'
import { isMapping, type Mapping, textOf } from '../../kit/config/yaml/mapping.js'
import type { DeclaredRoute } from './endpoints.js'
import type { WrittenStep } from './steps.js'

/** Policies that answer without a credential, and have no parameter that says so. */
const openPolicies = ['openapi']

/** How `npm run routes` names the kinds of credential that a step `authenticate` accepts. */
const namesOfKinds: Readonly<Record<string, string>> = { 'access-token': 'token', 'api-key': 'key' }

/**
 * What a caller of a route needs: `token`, `key` or both kinds; `no login` for public routes; `-`
 * where the YAML does not say, because a policy that is not shipped, or another service,
 * authenticates the caller.
 */
export function credentialOf(route: DeclaredRoute, steps: readonly WrittenStep[]): string {
  const authenticate = steps.find(({ policy }) => policy === 'authenticate')
  if (authenticate) return [actionOf(authenticate).accept].flat().map(nameOfKind).join(', ')
  const last = steps.at(-1)
  const action = actionOf(last)
  if (isTrue(action.forwardCredentials)) return credentialOfAuthService(route, action.paths) ?? '-'
  return isTrue(action.public) || openPolicies.includes(last?.policy ?? '') ? 'no login' : '-'
}

/** The parameters of a step as written. */
export function actionOf(step: WrittenStep | undefined): Mapping {
  return isMapping(step?.value) && isMapping(step.value.action) ? step.value.action : {}
}

/** A flag as written: a variable makes it a string. */
export function isTrue(value: unknown): boolean {
  return textOf(value) === 'true'
}

function nameOfKind(kind: unknown): string {
  return namesOfKinds[textOf(kind)] ?? textOf(kind)
}

/**
 * The credential that the auth service requires for the calls behind a route; undefined if it has
 * none there.
 */
function credentialOfAuthService(
  { method, path }: DeclaredRoute,
  rewritten: unknown,
): string | undefined {
  const asked = textOf((isMapping(rewritten) ? rewritten[path] : undefined) ?? path)
  const calls = authCalls.filter((call) => call.method === method && covers(asked, call.path))
  const names = calls.map(({ access }) => (access === 'token' ? 'token' : 'no login'))
  return calls.length === 0 ? undefined : [...new Set(names)].join(', ')
}

/** Whether requests of an endpoint's path may match a call, such as `/api/v1/api-keys/{id}`. */
function covers(path: string, call: string): boolean {
  const segments = path.split('/')
  const called = call.split('/')
  const end = segments.at(-1) === '*' ? segments.length - 1 : undefined
  if (end === undefined && segments.length !== called.length) return false
  return segments.slice(0, end).every((segment, i) => {
    const other = called[i]
    return segment.startsWith(':') || other?.startsWith('{') || segment.toLowerCase() === other
  })
}

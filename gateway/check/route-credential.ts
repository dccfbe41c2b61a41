import { publicRoutes } from '../../auth-service/routes/tables.js'
import type { AuthService } from '../../auth-service/service/service.js'
import { textOf } from '../../kit/config/yaml/mapping.js'
import { fromTemplate, overlaps } from '../../routes/path.js'
import { takesVisitors, type WrittenStep } from '../../routes/pipelines.js'
import { type DeclaredRoute, requestedPath } from '../../routes/routes.js'

/** Whether the policy of a step is known to answer callers without a credential. */
export type AnswersAnyone = (step: WrittenStep) => boolean

/** How `npm run routes` names the kinds of credential. */
const namesOfKinds: Readonly<Record<string, string>> = { 'access-token': 'token', 'api-key': 'key' }

/**
 * What a caller of a route needs: `token`, `key` or both kinds, and `no login` after them where a
 * caller without a credential passes too; `no login` for public routes; `-`
 * where the YAML does not say, because a policy that is not shipped, or another service,
 * authenticates the caller.
 */
export function credentialOf(
  route: DeclaredRoute,
  answersAnyone: AnswersAnyone = () => false,
): string {
  const { steps = [] } = route.pipeline ?? {}
  const verifying = steps.find(({ params }) => Array.isArray(params.accept))
  if (verifying) {
    const names = [verifying.params.accept].flat().map(nameOfKind)
    return [...names, ...(takesVisitors({ steps }) ? ['no login'] : [])].join(', ')
  }
  const last = steps.at(-1)
  const { params = {} } = last ?? {}
  if (isTrue(params.forwardCredentials)) return credentialOfAuthService(route)
  return isTrue(params.public) || (last && answersAnyone(last)) ? 'no login' : '-'
}

/** A flag as written: a variable makes it a string. */
function isTrue(value: unknown): boolean {
  return textOf(value) === 'true'
}

function nameOfKind(kind: unknown): string {
  return namesOfKinds[textOf(kind)] ?? textOf(kind)
}

/** What the auth service takes. */
const authCalls = publicRoutes({} as AuthService)

/** The credential that the auth service requires for the calls behind a route. */
function credentialOfAuthService(route: DeclaredRoute): string {
  const requested = requestedPath(route)
  const names = authCalls
    .filter(
      ({ method, path }) => method === route.method && overlaps(requested, fromTemplate(path)),
    )
    .map(({ access }) => (access === 'token' ? 'token' : 'no login'))
  return names.length === 0 ? '-' : [...new Set(names)].join(', ')
}

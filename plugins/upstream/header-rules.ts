import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import { credentials, hopByHop, isClaim, ofBody, ours, plainName } from './header-names.js'

/** The headers of one direction to set or remove. */
export interface HeaderRules {
  set?: Record<string, string>
  remove?: string[]
}

/** `headers` of the YAML. */
export interface WrittenHeaders {
  /** For the request to the service. */
  request?: HeaderRules & { allow?: string[] }
  /** For the service's answers of any status, not for the gateway's own errors. */
  answer?: HeaderRules
}

/** Header rules in the form that is applied. */
export interface CompiledRules {
  /** Names in lower case. */
  set: readonly (readonly [name: string, value: string])[]
  /** Plain names of headers to remove: a header that is set replaces other spellings, too. */
  dropped: ReadonlySet<string>
}

/** Fields that the operator may not change, by direction; names are plain. */
const reserved: Readonly<Record<keyof WrittenHeaders, (name: string) => boolean>> = {
  request: (name) => [...hopByHop, ...ofBody, 'host', 'expect'].includes(name) || ours.test(name),
  answer: (name) =>
    [...hopByHop, ...ofBody, 'vary', 'x-request-id', 'x-content-type-options'].includes(name) ||
    /^(access-control-|ratelimit)/.test(name),
}

/**
 * Names that are invalid, duplicate, or not for the operator to change. Paths begin at the step's
 * parameters.
 */
export function headerMistakes(headers: WrittenHeaders): Diagnostic[] {
  return (['request', 'answer'] as const).flatMap((way) => {
    const { set = {}, remove = [] } = headers[way] ?? {}
    const begin = ['headers', way]
    const allow = (way === 'request' && headers.request?.allow) || []
    const named = [
      ...Object.keys(set).map((name) => ({ name, path: [...begin, 'set', name], isSet: true })),
      ...remove.map((name, i) => ({ name, path: [...begin, 'remove', i], isSet: false })),
    ]
    const mistakes = named.flatMap(({ name, path, isSet }, i): Diagnostic[] => {
      const key = plainName(name)
      const wrong = (rule: string, message: string, remedy: string) => [
        { path, rule, message, remedy },
      ]
      if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
        return wrong(
          'wrong-value',
          `"${name}" is not a valid header name`,
          'write letters, digits and "-"',
        )
      }
      // A credential may be set: the gateway's own replaces the caller's, which is removed anyway
      const isCallers = way === 'request' && !isSet && credentials.includes(key)
      if (reserved[way](key) || isCallers || (isSet && key === 'set-cookie')) {
        const message = `${name} is not changed here: the gateway answers for it`
        return wrong(
          'header-reserved',
          message,
          'choose a header of your own, such as X-Service-Token',
        )
      }
      if (isSet && set[name] === '') {
        const remedy =
          way === 'request' ? 'give it a value, or name it under "remove"' : 'give it a value'
        return wrong('wrong-value', `the value of ${name} is empty`, remedy)
      }
      const isTwice = named.slice(0, i).some((earlier) => plainName(earlier.name) === key)
      return isTwice ? wrong('duplicate', `${name} occurs twice`, 'remove one') : []
    })
    return [...mistakes, ...allow.flatMap((name, i) => allowMistakes(name, [...begin, 'allow', i]))]
  })
}

/** Headers that the gateway sets itself cannot be allowed, and others pass anyway. */
function allowMistakes(name: string, path: Diagnostic['path']): Diagnostic[] {
  const plain = plainName(name)
  if (reserved.request(plain) || credentials.includes(plain)) {
    const message = `${name} is not let through: the gateway answers for it`
    return [{ path, rule: 'header-reserved', message, remedy: 'remove it' }]
  }
  if (isClaim(plain)) return []
  return [
    {
      path,
      rule: 'wrong-value',
      message: `${name} passes without being allowed`,
      remedy: 'remove it',
    },
  ]
}

export function compileRules({ set = {}, remove = [] }: HeaderRules = {}): CompiledRules {
  return {
    set: Object.entries(set).map(([name, value]) => [name.toLowerCase(), value]),
    dropped: new Set([...Object.keys(set), ...remove].map(plainName)),
  }
}

/** The headers after the rules; the names are in lower case. */
export function changed<Headers extends Readonly<Record<string, unknown>>>(
  headers: Headers,
  { set, dropped }: CompiledRules,
): Headers {
  if (dropped.size === 0) return headers
  const kept = Object.entries(headers).filter(([name]) => !dropped.has(plainName(name)))
  return Object.fromEntries([...kept, ...set]) as Headers
}

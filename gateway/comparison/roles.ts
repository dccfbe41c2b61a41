import { defaultRoles, planIn, type RoleGrant, scopesIn } from '../../kit/config/roles.js'
import type { Draft } from './draft.js'
import { compareLists, type ListWords } from './lists.js'
import { compareParameters } from './parameters.js'
import { type Placed, placeOf } from './places.js'
import { listed } from './words.js'

type Roles = Readonly<Record<string, RoleGrant>>

/** Changes of auth-service.config.yml: roles, plans, accounts, and its numbers. */
export function compareRoles(before: Placed, after: Placed): Draft[] {
  const [{ roles: was = defaultRoles, ...old }, { roles: is = defaultRoles, ...rest }] = [
    before.value,
    after.value,
  ]
  const names = new Set([...Object.keys(is as Roles), ...Object.keys(was as Roles)])
  return [
    ...[...names].flatMap((name) =>
      compareRole((was as Roles)[name], (is as Roles)[name], name).map((draft) => ({
        ...draft,
        part: `role ${name}`,
        place: placeOf(after, `roles.${name}`),
      })),
    ),
    ...Object.keys(rest).flatMap((section) =>
      compareParameters(inSection(old, section), inSection(rest, section), after, {
        ...(Array.isArray(rest[section])
          ? { of: 'auth-service.config.yml', at: '' }
          : { of: section, at: section }),
        part: section,
      }),
    ),
  ]
}

function compareRole(
  before: RoleGrant | undefined,
  after: RoleGrant | undefined,
  name: string,
): Pick<Draft, 'effect' | 'text'>[] {
  const [was, is] = [before ? scopesIn(before) : [], after ? scopesIn(after) : []]
  const [plan, now] = [before && planIn(before), after && planIn(after)]
  const users = `users of the role ${name}`
  const ofScopes: ListWords = {
    added: ['allows', (scopes) => `${users} have the scope ${listed(scopes)}`],
    removed: ['refuses', (scopes) => `${users} have no longer the scope ${listed(scopes)}`],
  }
  return [
    ...compareLists(ofScopes, was, is),
    ...(plan !== now && after
      ? [{ effect: 'changes', text: `${users} have the plan ${now ?? 'default'}` } as const]
      : []),
  ]
}

/** A section as a mapping: a list is under its own name. */
function inSection(config: Record<string, unknown>, section: string): Record<string, unknown> {
  const value = config[section]
  return Array.isArray(value) ? { [section]: value } : ((value ?? {}) as Record<string, unknown>)
}

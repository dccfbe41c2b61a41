import type { ApiKey, KeyAllowList } from '../../../packages/client/src/types.js'
import type { KeyDraft } from './calls.js'

/** A key as the form has it: texts and boxes. */
export interface DraftFields {
  name: string
  scopes: string[]
  addresses: string
  origins: string
  days: string
}

/** What the form begins with: the key to edit, or the usual for a new one. */
export function toFields(key: ApiKey | undefined): DraftFields {
  return {
    name: key?.name ?? '',
    scopes: key?.scopes ?? ['organizations:read'],
    addresses: (key?.allow?.addresses ?? []).join('\n'),
    origins: (key?.allow?.origins ?? []).join('\n'),
    days: '365',
  }
}

/** What the form says: of an edited key only what has changed. */
export function toDraft(fields: DraftFields, key: ApiKey | undefined): KeyDraft {
  const { name, scopes } = fields
  const before = toFields(key)
  const isAllowChanged = fields.addresses !== before.addresses || fields.origins !== before.origins
  return {
    ...(name !== before.name && { name }),
    ...((!key || !isSame(scopes, before.scopes)) && { scopes }),
    ...(isAllowChanged && { allow: toAllowList(fields) }),
    ...(!key && { expiresIn: Number(fields.days) }),
  }
}

/** The lists of the form. An empty list would allow nothing, so it is left out. */
function toAllowList(fields: DraftFields): KeyAllowList | null {
  const [addresses, origins] = [splitEntries(fields.addresses), splitEntries(fields.origins)]
  if (addresses.length + origins.length === 0) return null
  return { ...(addresses.length > 0 && { addresses }), ...(origins.length > 0 && { origins }) }
}

/** One entry per line; commas and spaces separate them too. */
function splitEntries(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '')
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return [...some].sort().join() === [...others].sort().join()
}

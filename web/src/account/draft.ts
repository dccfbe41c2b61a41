import type { Allowed, KeyDraft, OwnKey } from './calls.js'

/** A key as the form has it: texts and boxes. */
export interface DraftFields {
  name: string
  scopes: string[]
  addresses: string
  origins: string
  days: string
}

/** What the form begins with: the key to edit, or the usual for a new one. */
export function fieldsOf(key: OwnKey | undefined): DraftFields {
  return {
    name: key?.name ?? '',
    scopes: key?.scopes ?? ['organizations:read'],
    addresses: (key?.allow?.addresses ?? []).join('\n'),
    origins: (key?.allow?.origins ?? []).join('\n'),
    days: '365',
  }
}

/**
 * What the form says. A new key gets no empty list, and an edited one only what has changed: a
 * gateway without allow lists takes neither.
 */
export function draftOf(fields: DraftFields, key: OwnKey | undefined): Partial<KeyDraft> {
  const allow: Allowed = { addresses: entries(fields.addresses), origins: entries(fields.origins) }
  const { name, scopes } = fields
  const before = fieldsOf(key)
  const isAllowChanged = fields.addresses !== before.addresses || fields.origins !== before.origins
  return {
    ...(name !== before.name && { name }),
    ...((!key || !isSame(scopes, before.scopes)) && { scopes }),
    ...(isAllowChanged && { allow }),
    ...(!key && { expiresIn: Number(fields.days) }),
  }
}

/** One entry per line; commas and spaces separate them too. */
function entries(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '')
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return [...some].sort().join() === [...others].sort().join()
}

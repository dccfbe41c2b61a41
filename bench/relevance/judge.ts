import type { Organization } from '../../directory/fields/organization.js'
import type { Kind, Question } from './questions.js'

/** What a question needs of an answer. */
export interface Answer {
  /** Ids of at most ten hits, best first. */
  hits: readonly string[]
  meta: { hints?: readonly unknown[]; understood?: Readonly<Record<string, unknown>> }
}

/** Whether an answer is right in its first hit, its first three and its first ten. */
export interface Verdict {
  first: boolean
  three: boolean
  ten: boolean
}

export type Organizations = ReadonlyMap<string, Organization>

const inAll = (isRight: boolean): Verdict => ({ first: isRight, three: isRight, ten: isRight })

/** @throws Error for a question without an expectation. */
export function verdictOn(
  { text, right, only, none, understood }: Question,
  { hits, meta }: Answer,
  organizations: Organizations,
): Verdict {
  if (right) return among((most) => hits.slice(0, most).some((id) => right.includes(id)))
  if (only) {
    const holds = (id: string) => isHolding(organizations.get(id), only)
    return among((most) => hits.length > 0 && hits.slice(0, most).every(holds))
  }
  if (none) return inAll(hits.length === 0 || (meta.hints ?? []).length > 0)
  if (understood) {
    const lower = (value: unknown) => String(value ?? '').toLowerCase()
    const members = Object.entries(understood)
    return inAll(members.every(([name, value]) => lower(meta.understood?.[name]) === lower(value)))
  }
  throw new Error(`"${text}" has no expectation`)
}

const among = (isRightIn: (most: number) => boolean): Verdict => ({
  first: isRightIn(1),
  three: isRightIn(3),
  ten: isRightIn(10),
})

/** Whether a name or the field of work of an organization has a word that begins so. */
function isHolding(one: Organization | undefined, only: string): boolean {
  const { name, alternate_names = [], activity, activity_group } = one ?? {}
  const text = [name, ...alternate_names, activity, activity_group].join('\n')
  return new RegExp(`\\b(?:${only})`, 'i').test(text)
}

/**
 * The questions that some organizations can answer: those about others are left out, as are those
 * for a word that none has.
 */
export function answerable(kinds: readonly Kind[], organizations: Organizations): Kind[] {
  const all = [...organizations.values()]
  const isAnswerable = ({ right, only }: Question) =>
    right?.some((id) => organizations.has(id)) ??
    (only === undefined || all.some((one) => isHolding(one, only)))
  return kinds.map((kind) => ({ ...kind, questions: kind.questions.filter(isAnswerable) }))
}

import { groupBy, listNames } from './words.js'

/** What a change of the configuration does to requests. */
export type Effect = 'allows' | 'refuses' | 'changes'

/** A difference between two configurations, by its meaning. */
export interface Change {
  effect: Effect
  /** Pipeline, upstream or other part of the configuration that it is about. */
  part: string
  /** One sentence, such as `visitors may call GET /organizations`. */
  text: string
  /** Where the new configuration says so, `gateway.config.yml:12`; absent: it is gone. */
  place?: string
}

/** A change in the making: equal ones of several pipelines become one. */
export interface ChangeDraft {
  effect: Effect
  part: string
  /** The sentence; `{calls}` stands for what the pipelines answer. */
  text: string
  /** Such as `GET /limits`. */
  calls?: readonly string[]
  place?: string | undefined
  /** The name of the parameter. */
  param?: string | undefined
}

const order: readonly Effect[] = ['allows', 'refuses', 'changes']

/**
 * What is allowed first, then what is refused; no text has letters that control a terminal. A value
 * that has a sentence is not told again where others only use it.
 */
export function mergeChanges(all: readonly ChangeDraft[]): Change[] {
  const keyOf = ({ place, param }: ChangeDraft) => place && param && `${place} ${param}`
  const told = new Set(all.filter(({ effect }) => effect !== 'changes').map(keyOf))
  const isAgain = (draft: ChangeDraft) => keyOf(draft) !== undefined && told.has(keyOf(draft))
  const drafts = all.filter((draft) => draft.effect !== 'changes' || !isAgain(draft))
  const alike = groupBy(drafts, ({ effect, text, place }) => JSON.stringify([effect, text, place]))
  return alike.map(toChange).sort((a, b) => order.indexOf(a.effect) - order.indexOf(b.effect))
}

function toChange(drafts: readonly ChangeDraft[]): Change {
  const { effect, text, place } = drafts[0]!
  const calls = drafts.flatMap((draft) => draft.calls ?? [])
  const sentence = text.replace('{calls}', () => listCalls(calls))
  const part = listNames(drafts.map((draft) => draft.part))
  return { effect, part: toPlain(part), text: toPlain(sentence), ...(place && { place }) }
}

/** `GET, POST /organizations and GET /limits`: by path. */
function listCalls(calls: readonly string[]): string {
  const pathOf = (call: string) => call.slice(call.indexOf(' ') + 1)
  const methodOf = (call: string) => call.slice(0, call.indexOf(' '))
  const byPath = groupBy(new Set(calls), pathOf)
  return listNames(byPath.map((all) => `${all.map(methodOf).join(', ')} ${pathOf(all[0]!)}`))
}

function toPlain(text: string): string {
  return text.replace(/\p{C}+/gu, ' ')
}

import type { Change, Effect } from './change.js'
import { grouped, listed } from './words.js'

/** A change in the making: equal ones of several pipelines become one. */
export interface Draft {
  effect: Effect
  part: string
  /** The sentence, or its beginning if it has `calls`. */
  text: string
  calls?: readonly string[]
  /** What follows the calls. */
  end?: string
  place?: string | undefined
}

/** Whose steps are compared. */
export interface About {
  /** The pipeline, by its name in the new configuration. */
  part: string
  /** What it answers, such as `GET /limits`. */
  calls: readonly string[]
  /** Whether it takes callers without a credential, before and after. */
  visitors: boolean
}

const order: readonly Effect[] = ['allows', 'refuses', 'changes']

/** What is allowed first, then what is refused; no text has letters that control a terminal. */
export function changesOf(drafts: readonly Draft[]): Change[] {
  const alike = grouped(drafts, ({ effect, text, end, place }) =>
    JSON.stringify([effect, text, end, place]),
  )
  return alike.map(changeOf).toSorted((a, b) => order.indexOf(a.effect) - order.indexOf(b.effect))
}

function changeOf(drafts: readonly Draft[]): Change {
  const { effect, text, end = '', place } = drafts[0]!
  const calls = drafts.flatMap((draft) => draft.calls ?? [])
  const sentence = calls.length > 0 ? `${text} ${listedCalls(calls)}${end}` : text
  const part = listed(drafts.map((draft) => draft.part))
  return { effect, part: plain(part), text: plain(sentence), ...(place && { place }) }
}

/** `GET, POST /organizations and GET /limits`: by path. @param calls Such as `GET /limits`. */
function listedCalls(calls: readonly string[]): string {
  const pathOf = (call: string) => call.slice(call.indexOf(' ') + 1)
  const methodOf = (call: string) => call.slice(0, call.indexOf(' '))
  const byPath = grouped(new Set(calls), pathOf)
  return listed(byPath.map((all) => `${all.map(methodOf).join(', ')} ${pathOf(all[0]!)}`))
}

function plain(text: string): string {
  return text.replace(/\p{C}+/gu, ' ')
}

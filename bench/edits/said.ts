import { compare } from '../../gateway/comparison/compare.js'
import { type Meaning, meaningOf } from '../../gateway/comparison/meaning.js'
import type { Flip } from '../../gateway/decisions/flip.js'
import type { TrialGateway } from '../../trial/gateway.js'
import type { Decided } from './decisions.js'
import type { Edit } from './kinds.js'

/** How often each change of a decision comes. */
export type Counts = Readonly<Record<string, number>>

export function countsOf(all: Iterable<readonly [what: string, count: number]>): Counts {
  const counts: Record<string, number> = {}
  for (const [what, count] of all) counts[what] = (counts[what] ?? 0) + count
  return counts
}

/** The changes of decisions between two runs of the same requests. */
export function flipsBetween(before: readonly Decided[], after: readonly Decided[]): Counts {
  return countsOf(
    before.flatMap(({ pipeline, decision: from }, i) => {
      const { decision: to, pipeline: now } = after[i]!
      return from === to ? [] : [[`${pipeline === 'none' ? now : pipeline} ${from} → ${to}`, 1]]
    }),
  )
}

export const flipsSaid = (flips: readonly Flip[]): Counts =>
  countsOf(flips.map(({ pipeline, from, to, count }) => [`${pipeline} ${from} → ${to}`, count]))

/** Whether the rule of a flip is at a line of the edit, or is gone; a route is at its endpoint. */
export function isOfEdit({ step, place }: Flip, { text, line, lines }: Edit): boolean {
  const at = Number(place?.split(':').at(-1) ?? line)
  if (at >= line && at < line + lines) return true
  const between = text.split('\n').slice(at, line - 1)
  return step === 'apiEndpoints' && at < line && !between.some((one) => /^ {2}\w/.test(one))
}

const meant = ({ loaded: { config, facts } }: TrialGateway): Meaning =>
  meaningOf(config, facts, { secrets: [] })

/** Effects of the flips that no sentence of the comparison has, with its sentences. */
export function effectsUntold(before: TrialGateway, after: TrialGateway, flips: Counts) {
  const changes = compare(meant(before), meant(after))
  // beside others, those of limits follow from what no longer counts
  const all = Object.keys(flips)
  const direct = all.filter((key) => !key.includes('RATE_LIMITED'))
  const keys = direct.length > 0 ? direct : all
  const effects = [
    ...(keys.some((key) => key.endsWith('→ passes')) ? ['allows'] : []),
    ...(keys.some((key) => key.includes(' passes →')) ? ['refuses'] : []),
  ]
  return effects
    .filter((effect) => !changes.some((change) => change.effect === effect))
    .map((effect) => `${effect}: ${changes.map((one) => `${one.effect} ${one.text}`).join('; ')}`)
}

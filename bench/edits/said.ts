import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from '../../gateway/comparison/compare.js'
import { type Meaning, meaningOf } from '../../gateway/comparison/meaning.js'
import { pluginsDir } from '../../gateway/config/plugin-code.js'
import type { Flip } from '../../gateway/decisions/flip.js'
import type { HeldConfiguration } from '../../gateway/primary/replay.js'
import type { TrialGateway } from '../../trial/gateway.js'
import { checkedSetting } from '../../trial/setting.js'
import type { Decided } from './decisions.js'
import type { Edit } from './kinds.js'

/** A configuration folder with another gateway.config.yml, as the primary holds it. */
export function heldWith(folder: string, text: string): HeldConfiguration {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const texts = { 'gateway.config.yml': text, 'system.config.yml': read('system.config.yml') }
  const templates = readdirSync(join(folder, 'search-templates')).map(
    (name) => `search-templates/${name}`,
  )
  const variables: Record<string, string> = { PLUGINS: pluginsDir }
  for (const [, name = ''] of Object.values(texts)
    .join()
    .matchAll(/\$\{(\w+)/g)) {
    const value = variables[name] ?? checkedSetting(name)
    if (value !== undefined) variables[name] = value
  }
  const all = [...templates, 'words.yml'].map((name) => [name, read(name)])
  return { files: { texts, templates: Object.fromEntries(all), tls: undefined }, variables }
}

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

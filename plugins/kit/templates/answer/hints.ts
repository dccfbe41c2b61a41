import type { Values } from '../fill/compile.js'
import type { SearchTemplate } from '../fill/search-template.js'
import type { Parameter, TextCondition } from '../parameters/parameter.js'
import { findTyped } from '../parameters/understanding.js'

/** What must hold of a hit, each by itself. */
export interface Condition extends TextCondition {
  /** The parameter that it comes from. */
  parameter: string
}

/** How many hits there are but for one condition, and by it alone. */
export interface Counted extends Condition {
  without: number
  alone: number
}

/**
 * What helps a caller where this finds nothing; comparing names takes time.
 * @param counts How many there are without each of its conditions.
 */
export function makeHints(
  template: SearchTemplate,
  values: Values,
  counts: readonly Counted[] = [],
): string[] {
  const sent = [...template.parameters.values()].filter(({ name }) => values.has(name))
  const meant = sent.flatMap((one) => {
    const other = one.meant?.(values.get(one.name))
    return other === undefined ? [] : [{ name: one.name, hint: meantHint(one, other) }]
  })
  const isMeant = ({ parameter }: Counted) => meant.some(({ name }) => name === parameter)
  const unknown = counts.filter((one) => one.alone === 0 && !isMeant(one)).map(unknownHint)
  // without the only condition there is all
  const isStep = (one: Counted) => one.without > 0 && (counts.length > 1 || !isMeant(one))
  const without = counts.filter(isStep)
  const alone = counts.length > 2 || without.length === 0 ? counts.filter(isFoundAlone) : []
  const better = alone.filter(({ word }) => word === undefined)
  const steps = [...without.map(withoutHint), ...better.map(aloneHint)]
  return [
    ...meant.map(({ hint }) => hint),
    ...makeTextHints(template, values),
    ...unknown,
    ...(steps.length > 0 ? steps : alone.map(aloneHint)),
  ]
}

const isFoundAlone = ({ alone }: Counted) => alone > 0

const meantHint = ({ name, type }: Parameter, other: string) =>
  `${name}: ${type === 'place' ? 'latitude comes first: ' : ''}did you mean ${other}?`

/** What may be wrong with a typed text, whatever it finds. */
export function makeTextHints(template: SearchTemplate, values: Values): string[] {
  const typed = findTyped(template, values)
  const hint = typed?.text.hint(typed.value)
  return hint === undefined ? [] : [`${typed?.name}: ${hint}`]
}

/** What a caller is told of hits that have other words than the typed ones. */
export function correctedHint(
  template: SearchTemplate,
  values: Values,
  counts: readonly Counted[],
  words: string,
): string[] {
  const { name } = findTyped(template, values) ?? {}
  return [`${name}: nothing has ${unknownIn(counts)}; found ${quoted(words)} instead`]
}

/** What a caller is told of hits that do not have all words as they are typed. */
export function typosHint(
  template: SearchTemplate,
  values: Values,
  counts: readonly Counted[],
): string[] {
  const { name } = findTyped(template, values) ?? {}
  return [`${name}: nothing has ${unknownIn(counts)}; these have most, or similar ones`]
}

/** What a caller is told of hits that have one word of several. */
export const lessenedHint = (name: string, word: string): string[] => [
  `${name}: nothing has all of these words; these have ${quoted(word)}`,
]

/** The words that are nowhere, or all. */
function unknownIn(counts: readonly Counted[]): string {
  const unknown = counts.filter(({ word, alone }) => word !== undefined && alone === 0)
  const words = unknown.map(({ word }) => quoted(word)).join(', ')
  return words === '' ? 'all of these words' : words
}

const unknownHint = ({ parameter, word, place }: Counted) =>
  `${parameter}: nothing ${word === undefined && place === undefined ? 'matches it' : `has ${quoted(word ?? place)}`}`
const withoutHint = (one: Counted) => `${one.parameter}: ${one.without} without ${nameOf(one)}`
const aloneHint = (one: Counted) => `${one.parameter}: ${one.alone} with ${nameOf(one)} alone`

/** A part of a typed text, or a whole parameter. */
const nameOf = ({ word, place }: Counted) =>
  (word ?? place) === undefined ? 'it' : quoted(word ?? place)

const quoted = (word: string | undefined): string => JSON.stringify(word)

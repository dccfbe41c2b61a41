import type { Values } from '../fill/compile.js'
import type { SearchTemplate } from '../fill/search-template.js'
import {
  isAlwaysGiven,
  isOfForm,
  type Parameter,
  type TextCondition,
} from '../parameters/parameter.js'
import { findTyped } from '../parameters/understanding.js'

/** What must hold of a hit, each by itself. */
export interface Condition extends TextCondition {
  /** The parameter that it comes from. */
  parameter: string
}

/** How many hits there are but for one condition, and of a word, anywhere. */
export interface Counted extends Condition {
  without: number
  /** Of a word. */
  everywhere?: number
}

/**
 * What helps a caller where this finds nothing; comparing names takes time.
 * @param counts How many there are without each of its conditions.
 */
export function hintsOf(
  template: SearchTemplate,
  values: Values,
  counts: readonly Counted[] = [],
): string[] {
  const sent = [...template.parameters.values()].filter(({ name }) => values.has(name))
  const meant = sent.flatMap((one) => {
    const other = one.meant?.(values.get(one.name))
    return other === undefined ? [] : [`${one.name}: ${whyOf(one.type)}did you mean ${other}?`]
  })
  const unknown = counts
    .filter(({ everywhere }) => everywhere === 0)
    .map(({ parameter, word }) => `${parameter}: nothing has ${quoted(word)}`)
  const without = counts.filter((one) => one.without > 0).map(withoutHint)
  const found = [...meant, ...hintsOfText(template, values), ...unknown, ...without]
  if (found.length > 0) return found
  const typed = findTyped(template, values)
  const isEmpty = (one: Parameter) =>
    one.name === typed?.name && typed.text.getWords(typed.value) === ''
  const names = sent.filter((one) => isFilter(one) && !isEmpty(one)).map((one) => one.name)
  const fewer = `nothing matches ${names.join(', ')} together: leave one of them out`
  return names.length < 2 ? [] : [fewer]
}

/** What may be wrong with a typed text, whatever it finds. */
export function hintsOfText(template: SearchTemplate, values: Values): string[] {
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

/** The words that are nowhere, or all. */
function unknownIn(counts: readonly Counted[]): string {
  const unknown = counts.filter(({ everywhere }) => everywhere === 0)
  const words = unknown.map(({ word }) => quoted(word)).join(', ')
  return words === '' ? 'all of these words' : words
}

function withoutHint({ parameter, word, place, without }: Counted): string {
  const left = word ?? place
  return `${parameter}: ${without} without ${left === undefined ? 'it' : quoted(left)}`
}

const quoted = (word: string | undefined): string => JSON.stringify(word)

const whyOf = (type: string) => (type === 'place' ? 'latitude comes first: ' : '')

/** Whether a parameter that is sent makes the hits fewer. */
function isFilter(parameter: Parameter): boolean {
  return !isAlwaysGiven(parameter) && !isOfForm(parameter) && parameter.type !== 'boolean'
}

import type { Rule } from '../../packages/query-guard/src/grammar.js'
import type { Known } from './known.js'
import {
  formOf,
  fourDigits,
  isPlain,
  maskedBound,
  maskedNumber,
  maskedOption,
  maskedQuery,
  maskedValue,
} from './text.js'

type RuleOf<Kind extends Rule['kind']> = Extract<Rule, { kind: Kind }>

const leafKinds = ['flag', 'number', 'text', 'word', 'scalar', 'field', 'analyzer'] as const
export type LeafRule = RuleOf<(typeof leafKinds)[number]>

/** Whether it is a rule of values without others in them. */
export const isLeaf = (rule: Rule | undefined): rule is LeafRule =>
  (leafKinds as readonly unknown[]).includes(rule?.kind)

/** Where a value is. */
interface Place {
  known: Known
  /** Whether it bounds a histogram. */
  isBound: boolean
  /** Bounds of overlapping ranges, in order. */
  ranks: readonly number[]
}

/** Formats that decide how a bound is read. */
const formats = /^(strict_date_optional_time|epoch_millis|epoch_second)$/

/** A number as a text, as the guard reads one. */
const decimal = /^ *[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:e[+-]?\d{1,3})? *$/i

/** A value by its rule: what sets how a search works stays, what is searched becomes its form. */
export function maskedLeaf(rule: LeafRule, value: unknown, place: Place): unknown {
  if (typeof value === 'number') return numberIn(rule, value, place)
  if (typeof value !== 'string') return value
  switch (rule.kind) {
    case 'flag':
      return /^(true|false)$/.test(value) ? value : formOf(value)
    case 'word':
      return rule.words.has(value.toLowerCase()) ? value : formOf(value)
    case 'field':
      return maskedField(value, place.known)
    case 'analyzer':
      return place.known.words.has(value) ? value : formOf(value)
    case 'number':
      return decimal.test(value) ? decimalIn(rule, value, place) : formOf(value)
    case 'scalar':
      return place.isBound ? maskedBound(value) : maskedValue(value)
    case 'text':
      return textIn(rule, value, place)
  }
}

/** A reference to fields, which may be a pattern and end in a boost. */
export function maskedField(reference: string, { isField }: Known): string {
  const at = reference.lastIndexOf('^')
  const [name, boost] = at < 0 ? [reference, ''] : [reference.slice(0, at), reference.slice(at)]
  if (boost.length > 5) return formOf(reference)
  return (isMeta(name) || isField(name) ? name : formOf(name)) + boost.replace(/[^\d.^]/g, 'x')
}

function textIn({ max, check, names }: RuleOf<'text'>, value: string, place: Place): string {
  if (place.isBound) return maskedBound(value)
  if (names) return maskedQuery(value, place.known.isField)
  if (max === 'patternLength' || max === 'queryTextLength') return maskedQuery(value, () => false)
  if (typeof max === 'string') return formOf(value)
  if (check && max <= 256) return maskedOption(value)
  if (check) return maskedShape(value)
  return formats.test(value) ? value : maskedValue(value)
}

function numberIn(rule: LeafRule, value: number, { isBound, ranks }: Place): number {
  if (!Number.isFinite(value)) return value
  const rank = ranks.indexOf(value)
  if (rank >= 0) return rank
  if (isBound && !isInexact(value)) return isPlain(value) ? value : fourDigits(value)
  if (rule.kind !== 'number' || isUnbounded(rule)) return maskedNumber(value)
  if (isPlain(value)) return value
  const { min, max } = rule
  if (typeof max === 'number' && value > max) return max + 1
  return typeof min === 'number' && value < min ? min - 1 : maskedNumber(value)
}

function decimalIn(rule: LeafRule, text: string, place: Place): string {
  const value = Number(text)
  const masked = numberIn(rule, value, place)
  return masked === value ? text : String(masked)
}

const isMeta = (name: string) => /^(\*|_(score|doc|shard_doc|id|index|seq_no|source))$/.test(name)

const isInexact = (value: number) => Number.isInteger(value) && !Number.isSafeInteger(value)

/** Values and coordinates, in contrast to settings. */
const isUnbounded = ({ integer, min, max }: RuleOf<'number'>) =>
  !integer && Number(min) <= -1e9 && Number(max) >= 1e9

/** A shape as a text; the word that refuses it stays. */
const maskedShape = (text: string): string =>
  text
    .split(/(geometrycollection)/i)
    .map((part, i) => (i % 2 === 0 ? formOf(part) : part))
    .join('')

import { isDeepStrictEqual } from 'node:util'
import { isMapping, type Mapping, textOf } from '../../kit/config/yaml/mapping.js'
import type { ChangeDraft, Effect } from './change.js'
import { type FactTree, findFacts, type ParamPath, toLabel, valueAt } from './facts.js'
import { findPlace, type Placed } from './places.js'
import { isSealed } from './seal.js'
import { formatShare, formatValue, listNames } from './words.js'

/** A value before and after. */
interface Changed {
  path: ParamPath
  label: string
  facts: FactTree
  before: unknown
  after: unknown
}

/** A change, in words. */
type Said = Pick<ChangeDraft, 'effect' | 'text'>

/**
 * Changes of parameters, one by one: by their facts as sentences, all others as they are written.
 * Lists are compared by their items, in any order.
 * @param part Where it is said to be, such as the name of a pipeline.
 */
export function compareParams(
  before: Mapping,
  after: Mapping,
  { facts, places, part }: Pick<Placed, 'places'> & { facts: FactTree; part: string },
): ChangeDraft[] {
  return findDifferences(before, after, facts).flatMap((changed) => {
    const place = findPlace({ places }, changed.path.join('.'))
    const said = isList(changed) ? compareItems(changed) : [compareValue(changed, after)]
    return said.map((one) => ({ ...one, part, place, param: changed.path.at(-1) }))
  })
}

const isList = ({ before, after, facts: { more } }: Changed) =>
  more !== undefined && [before, after].some(Array.isArray)

function compareValue(changed: Changed, params: Mapping): Said {
  const { path, label, facts, before, after } = changed
  const { says, writeOnly } = facts
  const effect = judgeEffect(changed)
  const isOn = typeof after === 'boolean' ? after : after !== undefined
  if (typeof says === 'object' && isOn !== (before !== undefined && before !== false))
    return { effect, text: says[isOn ? 0 : 1] }
  if (writeOnly || isSealed(before) || isSealed(after))
    return { effect: 'changes', text: `${label} is another; it is not shown` }
  const change = `${formatValue(before)} → ${formatValue(after)}`
  const text =
    typeof says === 'string'
      ? `${path.slice(1).map((plan) => `plan ${plan}: `)}${fillIn(says, params, change)}`
      : `${label}: ${change}`
  return { effect, text: text + formatShare(before, after) }
}

/** Puts a change and other parameters of the step into a sentence. */
function fillIn(sentence: string, params: Mapping, change: string): string {
  return sentence.replace(/\{(\w*)\}/g, (_, name) => (name === '' ? change : textOf(params[name])))
}

const opposite = { allows: 'refuses', refuses: 'allows' } as const

/** What the items mean that one of two lists lacks. */
function compareItems({ label, before, after, facts }: Changed): Said[] {
  const { more = 'allows', says, isPrefix, isAllWithout } = facts
  const [was, is] = [toTexts(before), toTexts(after)]
  const takesAll = (list: unknown) =>
    (list === undefined && isAllWithout === true) || toTexts(list).some(isAny)
  const lacks = (list: readonly string[]) => (item: string) =>
    !list.some((one) => one === item || (isPrefix === true && item.startsWith(one)))
  const [withIt, without] = typeof says === 'object' ? says : [`${label}: {}`, `${label}: not {}`]
  const say = (effect: Effect, sentence: string, items: readonly string[]): Said[] =>
    items.length > 0 ? [{ effect, text: sentence.replace('{}', listNames(items, 20)) }] : []
  if (takesAll(before) && !takesAll(after)) return say(opposite[more], `${label}: only {}`, is)
  if (takesAll(after) && !takesAll(before)) return say(more, `${label}: not only {}`, was)
  const [added, gone] = [is.filter(lacks(was)), was.filter(lacks(is))]
  // a pattern may stand for what others name
  if ([...added, ...gone].some((item) => item.includes('*')))
    return [{ effect: 'changes', text: `${label}: ${listNames(was)} → ${listNames(is)}` }]
  return [...say(more, withIt, added), ...say(opposite[more], without, gone)]
}

const toTexts = (list: unknown): string[] => (Array.isArray(list) ? list.map(textOf) : [])
const isAny = (item: string) => item === '*' || item === '*/*'

/** Whether more requests pass, by the facts of the value. */
function judgeEffect({ facts, before, after }: Changed): Effect {
  const { more } = facts
  const [was, is] = [before, after].map((value) => toRank(value, facts))
  if (more === undefined || was === undefined || is === undefined || was === is) return 'changes'
  return is > was ? more : opposite[more]
}

/** How much a value is; undefined for what cannot be compared. */
function toRank(value: unknown, { enum: values = [], writeOnly }: FactTree): number | undefined {
  if (writeOnly) return Number(value !== undefined)
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value)
  const at = values.indexOf(value)
  return at < 0 ? undefined : at
}

/** The values that differ, each with what holds where it is not written. */
function findDifferences(before: Mapping, after: Mapping, facts: FactTree): Changed[] {
  const all = [...listLeaves(after, facts), ...listLeaves(before, facts)]
  const paths = new Map(all.map((path) => [path.join('.'), path]))
  const isAround = (key: string) => [...paths.keys()].some((one) => one.startsWith(`${key}.`))
  return [...paths].flatMap(([key, path]) => {
    if (isAround(key)) return [] // a mapping in one of them
    const own = findFacts(facts, path)
    const [was, is] = [before, after].map(
      (params) => valueAt(params, path) ?? findFallback(params, path, own),
    )
    return isDeepStrictEqual(was, is)
      ? []
      : [{ path, label: toLabel(facts, path), facts: own, before: was, after: is }]
  })
}

/** What holds where a value is not written: that of all plans, or the default. */
function findFallback(params: Mapping, path: ParamPath, facts: FactTree): unknown {
  const at = path.indexOf('plans')
  const ofAllPlans = at < 0 ? undefined : valueAt(params, path.toSpliced(at, 2))
  const around = path.length > 1 ? valueAt(params, path.slice(0, -1)) : undefined
  // `limit: 60` is the limit of each plan
  const single = isMapping(around) ? around.default : around
  return ofAllPlans ?? single ?? facts.default
}

/** The paths of the values inside mappings; a value that is not shown is one as a whole. */
function listLeaves(value: unknown, facts: FactTree, path: ParamPath = []): ParamPath[] {
  if (!isMapping(value) || findFacts(facts, path).writeOnly) return [path]
  return Object.entries(value).flatMap(([key, inner]) => listLeaves(inner, facts, [...path, key]))
}

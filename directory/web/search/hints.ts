import type { Understood } from '../../../packages/client/src/answer.js'
import { formatCount } from '../../../web/src/kit/format.js'
import type { FacetName } from '../navigation/filters.js'
import { newSearch, type View } from '../navigation/view.js'
import { formatFacetValue } from '../text/names.js'
import { formatFilter } from '../text/search.js'
import { getRevenue, removePlace, removeRevenue } from './interpretation.js'

/** A hint of the API for readers. */
export interface Hint {
  text: string
  /** The change that it proposes, if a link can make it. */
  change?: Partial<View>
}

/** The facets by their parameters. */
const facets: Readonly<Record<string, FacetName>> = {
  region: 'region',
  cause: 'cause',
  activity_group: 'activity',
  legal_status: 'legal_status',
  revenue_min: 'revenue',
  revenue_max: 'revenue',
  founded_from: 'founded',
  founded_to: 'founded',
  founded_unknown: 'founded',
  revenue_unknown: 'revenue',
}

/** Converts hints of the API to sentences and links, each of them once. */
export function parseHints(
  hints: readonly string[],
  view: View,
  understood: Understood | undefined,
): Hint[] {
  const all = hints.map((hint) => parseHint(hint, view, understood))
  return [...new Map(all.map((hint) => [hint.text, hint])).values()]
}

function parseHint(hint: string, view: View, understood: Understood | undefined): Hint {
  const [, name = '', found, left] = /^(\w+): (\d+) without (?:it|"(.*)")$/.exec(hint) ?? []
  const one = found === undefined ? undefined : toRemoval(name, left, view, understood)
  if (one) return { ...one, text: `${one.text} (${formatCount(Number(found))})` }
  const [, of = '', all, value] = /^(\w+): (\d+) with (?:it|"(.*)") alone$/.exec(hint) ?? []
  const whole = all === undefined ? undefined : toWhole(of, value, view, understood)
  if (whole) return { ...whole, text: `${whole.text} (${formatCount(Number(all))})` }
  const [, field, suggestion] = /^(region|near): .*did you mean (.*)\?$/.exec(hint) ?? []
  if (suggestion !== undefined) {
    const change =
      field === 'near'
        ? { near: suggestion }
        : { filters: { ...view.filters, region: suggestion.split(',') } }
    return { text: `Did you mean ${suggestion}?`, change }
  }
  return { text: toSentence(hint) }
}

/** The values of a facet: those of the form, or the revenue that the text names. */
function listInForce(
  facet: FacetName,
  { filters }: View,
  understood: Understood | undefined,
): readonly string[] {
  return filters[facet] ?? (facet === 'revenue' && understood ? [getRevenue(understood)] : [])
}

const formatValues = (facet: FacetName, values: readonly string[]): string =>
  values.map((value) => formatFilter(facet, value)).join(', ')

/** A hint to search by one condition alone: a state, a city, or a word. */
function toWhole(
  name: string,
  value: string | undefined,
  view: View,
  understood: Understood | undefined,
): Hint | undefined {
  const region = value === undefined ? view.filters.region : [value]
  if (region && (name === 'region' || value === understood?.region)) {
    const names = region.map((one) => formatFacetValue('region', one)).join(', ')
    return { text: `Show all in ${names}`, change: { ...newSearch, filters: { region } } }
  }
  const facet = facets[name]
  if (value === undefined && facet) {
    const values = listInForce(facet, view, understood)
    const text = `Show all with “${formatValues(facet, values)}”`
    return { text, change: { ...newSearch, filters: { [facet]: values } } }
  }
  if (value === undefined) return undefined
  if (value === understood?.city)
    return {
      text: `Show all in ${value}`,
      change: { ...newSearch, q: `organizations in ${value}` },
    }
  return { text: `Search for “${value}” alone`, change: { q: value } }
}

/** A hint to remove a filter, the place, or a word of the text. */
function toRemoval(
  name: string,
  left: string | undefined,
  view: View,
  understood: Understood | undefined,
): Hint | undefined {
  const facet = facets[name]
  if (facet) {
    const { [facet]: chosen, ...filters } = view.filters
    const text = `Search without “${formatValues(facet, listInForce(facet, view, understood))}”`
    return { text, change: chosen || !understood ? { filters } : { q: removeRevenue(understood) } }
  }
  if (name === 'box') return { text: 'Search the whole map', change: { box: '' } }
  if (name === 'activity_code' || name === 'group')
    return { text: `Search without “${view[name]}”`, change: { [name]: '' } }
  if (name === 'near')
    return { text: 'Search everywhere', change: { near: '', ...removePlace(understood) } }
  if (left === undefined) return undefined
  const isPlace = left === understood?.city || left === understood?.region
  const q = isPlace ? understood.words : removeWords(view.q, left)
  const shown = isPlace ? formatFacetValue('region', left) : left
  return q === view.q ? undefined : { text: `Search without “${shown}”`, change: { q } }
}

/** Removes words from a text, whatever their case. */
function removeWords(text: string, words: string): string {
  const pattern = words.split(' ').join('[^\\p{L}\\p{N}]+')
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu')
  return text.replace(whole, '').replace(/\s+/g, ' ').trim()
}

/** Converts a hint to a sentence without the name of its parameter. */
function toSentence(hint: string): string {
  const text = hint.replace(/^\w+: /, '').replace(/"([^"]*)"/g, '“$1”')
  return `${text.replace(/^\p{L}/u, (letter) => letter.toUpperCase())}.`
}

import { parseExact } from '../../../packages/client/src/json.js'
import { pretty } from './pretty.js'

/** What is searched: the index, and the body as its text in the editor. */
export interface Query {
  index: string
  text: string
}

export type Body = Record<string, unknown>

/** The families of indices. */
export const families: readonly { index: string; title: string; about: string }[] = [
  { index: 'organization-serp*', title: 'Full text', about: 'words in names and descriptions' },
  { index: 'organization-entity*', title: 'Records', about: 'exact filters, money, counts' },
  { index: 'map-serp*', title: 'Map', about: 'places and distances' },
]

export const firstQuery: Query = {
  index: families[0]!.index,
  text: pretty({ query: { match_all: {} } }),
}

/** The body, or undefined while the text is not a JSON object. */
export function bodyIn(text: string): Body | undefined {
  try {
    const body = parseExact(text)
    return isObject(body) ? body : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The request as it is sent and copied: with the text of the editor as it is. */
export function requestOf({ index, text }: Query): string {
  return `{"index":${JSON.stringify(index)},"body":${text.trim()}}`
}

/** The fragment of a link to a query. Browsers never send it to a server. */
export function fragmentOf({ index, text }: Query): string {
  return `#${new URLSearchParams({ index, body: text })}`
}

export function queryIn(fragment: string): Query | undefined {
  const found = new URLSearchParams(fragment.replace(/^#/, ''))
  const [index, text] = [found.get('index'), found.get('body')]
  return index === null || text === null ? undefined : { index, text }
}

/** The body with one more filter; it begins at the first page. */
export function withFilter(body: Body, clause: object): Body {
  const { from: _, search_after: __, query, ...others } = body
  return { query: narrowed(query, clause), ...others }
}

function narrowed(query: unknown, clause: object): object {
  if (!isObject(query) || 'match_all' in query) return { bool: { filter: [clause] } }
  if (!isObject(query.bool)) return { bool: { must: [query], filter: [clause] } }
  const { filter = [], ...bool } = query.bool
  return { bool: { ...bool, ...required(bool), filter: [...listOf(filter), clause] } }
}

/** One of `should` has to match as long as there is no other clause: a filter would end that. */
function required({ must, should, minimum_should_match }: Body): object {
  const isOptional = must !== undefined || should === undefined
  return isOptional || minimum_should_match !== undefined ? {} : { minimum_should_match: 1 }
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** The hits that a body asks for. */
export function windowOf({ from, size }: Body): { from: number; size: number } {
  return { from: Number(from ?? 0), size: Number(size ?? 10) }
}

/** The body for the hits from another one on. */
export function startingAt({ search_after: _, ...body }: Body, from: number): Body {
  if (from > 0) return { ...body, from }
  const { from: __, ...others } = body
  return others
}

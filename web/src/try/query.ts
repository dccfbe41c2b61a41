import { parseExact } from '../../../packages/client/src/json.js'
import { formatJson } from './format-json.js'

/** What is searched: the index, and the body as its text in the editor. */
export interface Query {
  index: string
  text: string
}

/** A parsed request body. */
type Body = Record<string, unknown>

/** The families of indices. */
export const families: readonly { index: string; title: string; about: string }[] = [
  { index: 'organization-serp*', title: 'Full text', about: 'words in names and descriptions' },
  { index: 'organization-entity*', title: 'Records', about: 'exact filters, money, counts' },
  { index: 'map-serp*', title: 'Map', about: 'places and distances' },
]

/** The query with which the page begins. */
export const firstQuery: Query = {
  index: families[0]!.index,
  text: formatJson({ query: { match_all: {} } }),
}

/** The body, or undefined while the text is not a JSON object. */
export function parseBody(text: string): Body | undefined {
  try {
    const body = parseExact(text)
    return isObject(body) ? body : undefined
  } catch {
    return undefined
  }
}

/** Whether a value is an object and no array. */
export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The body of the HTTP request. It has the text of the editor as it is. */
export function toRequestText({ index, text }: Query): string {
  return `{"index":${JSON.stringify(index)},"body":${text.trim()}}`
}

/** The fragment of a link to a query. Browsers never send it to a server. */
export function toFragment({ index, text }: Query): string {
  return `#${new URLSearchParams({ index, body: text })}`
}

/** The query of a link, or undefined if its fragment holds none. */
export function parseFragment(fragment: string): Query | undefined {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''))
  const [index, text] = [parameters.get('index'), parameters.get('body')]
  return index === null || text === null ? undefined : { index, text }
}

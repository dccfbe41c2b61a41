import { closest } from '../../kit/config/suggest.js'

/** The query of a URL, and what is wrong with the names in it, by field. */
export interface QueryParameters {
  query: URLSearchParams
  problems: Record<string, string[]>
}

/** The parameter of the credential. */
const ofCredential = 'api_key'
/** Longer names are cut before they are compared. */
const longestName = 64

/** The parameters of a call: each of the known ones once, and no other. */
export function queryParameters(url: string, known: readonly string[]): QueryParameters {
  const query = new URLSearchParams(url.split('?')[1])
  query.delete(ofCredential)
  const problems: Record<string, string[]> = {}
  for (const name of query.keys()) {
    if (!known.includes(name)) problems[fieldOf(name)] = [unknownName(name, known)]
    else if (query.getAll(name).length > 1) problems[name] = [`${name} may be sent once`]
  }
  return { query, problems }
}

/** The name of an error's field; names that are no words are not repeated. */
function fieldOf(name: string): string {
  return /^[A-Za-z][\w.-]{0,63}$/.test(name) ? name : 'query'
}

function unknownName(name: string, known: readonly string[]): string {
  const meant = closest(name.slice(0, longestName), known)
  const remedy = meant === undefined ? `known are ${known.join(', ')}` : `did you mean ${meant}?`
  return `there is no such parameter; ${remedy}`
}

import { describeUnknownParameter, toFieldName } from '../../kit/api/unknown-parameter.js'

/** The query of a URL, and what is wrong with the names in it, by field. */
export interface QueryParameters {
  query: URLSearchParams
  problems: Record<string, string[]>
}

/** The parameter of the credential. */
const ofCredential = 'api_key'

/** The parameters of a call: each of the known ones once, and no other. */
export function queryParameters(url: string, known: readonly string[]): QueryParameters {
  const query = new URLSearchParams(url.split('?')[1])
  query.delete(ofCredential)
  const problems: Record<string, string[]> = {}
  for (const name of query.keys()) {
    if (!known.includes(name)) problems[toFieldName(name)] = [describeUnknownParameter(name, known)]
    else if (query.getAll(name).length > 1) problems[name] = [`${name} may be sent once`]
  }
  return { query, problems }
}

import type { IncomingMessage } from 'node:http'
import { readBody } from '../../kit/api/body.js'
import { validationError } from '../../kit/api/errors.js'
import { describeUnknownParameter, toFieldName } from '../../kit/api/unknown-parameter.js'

/** What a GET may name: the parts of a request, and what other steps read. */
const [parts, others] = [
  ['index', 'body'],
  ['cursor', 'api_key'],
]

const known = [...parts, 'cursor']

/** The body of a GET that has none. */
const all = '{"query":{"match_all":{}}}'

/** Where callers put what they know as parameters of search templates. */
const filters = 'filters are the query of body, such as {"query":{"term":{"field":"value"}}}'
const formats =
  'format is no parameter; Accept: text/csv or application/x-ndjson chooses the format'

function describeUnknown(name: string): string {
  if (name === 'format') return formats
  const told = describeUnknownParameter(name, known)
  return told.endsWith('?') ? told : `${told}; ${filters}`
}

/**
 * The text of a request: its body; that of a GET is made of `index` and `body` in its URL.
 * @throws ApiError as readBody; VALIDATION_ERROR for other parameters.
 */
export async function requestText(req: IncomingMessage, maxBytes: number): Promise<string> {
  const hasBody = req.method !== 'GET' && req.method !== 'HEAD'
  if (hasBody && !req.url?.includes('?')) return readBody(req, maxBytes)
  const { searchParams: sent } = new URL(req.url ?? '', 'http://gateway')
  if (hasBody) {
    const unknown = [...sent.keys()].find((name) => !others.includes(name))
    if (unknown === undefined) return readBody(req, maxBytes)
    const problem = `the URL has no parameters: send index and body in the body; ${filters}`
    throw validationError({ [toFieldName(unknown)]: [problem] })
  }
  for (const name of new Set(sent.keys())) {
    if (![...parts, ...others].includes(name))
      throw validationError({ [toFieldName(name)]: [describeUnknown(name)] })
    if (sent.getAll(name).length > 1)
      throw validationError({ [name]: [`${name} may be sent once`] })
  }
  const index = JSON.stringify(sent.get('index') ?? '')
  return `{"index":${index},"body":${sent.get('body') ?? all}}`
}

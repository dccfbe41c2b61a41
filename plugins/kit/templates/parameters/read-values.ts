import type { IncomingMessage } from 'node:http'
import { validationError } from '../../../../kit/api/errors.js'
import { describeUnknownParameter, toFieldName } from '../../../../kit/api/unknown-parameter.js'
import { splitOnce } from '../../../../kit/http/target.js'
import { makeMeaning } from '../../../../packages/query-guard/src/index.js'
import { vocabulary } from '../../vocabulary.js'
import type { Values } from '../fill/compile.js'
import { isList, type Parameter, type Reading } from './parameter.js'
import { understand } from './understanding.js'

/** Parameters of a URL that are not the template's: the credential. */
const others = new Set(['api_key'])

const mostProblems = 10

/**
 * The values of a call, by its query and its path.
 * @param route The path of the endpoint, as in the YAML.
 * @param facts What a plugin knows of the index.
 * @throws ApiError VALIDATION_ERROR that names each wrong parameter, never a value.
 */
export function parseCall(
  { url = '' }: Pick<IncomingMessage, 'url'>,
  route: string,
  parameters: ReadonlyMap<string, Parameter>,
  facts?: unknown,
): Values {
  const problems: Record<string, string[]> = {}
  const [path, query] = splitOnce(url, '?')
  const sent = sentIn(query, problems)
  for (const name of others) sent.delete(name)
  const known = [...parameters.values()].filter(({ isInPath }) => !isInPath).map(({ name }) => name)
  for (const { name, isInPath } of parameters.values()) {
    if (!isInPath) continue
    if (sent.has(name)) note(problems, name, unknownName(name, known))
    sent.set(name, [segmentOf(path, route, name) ?? undecodable])
  }
  return readValues(sent, parameters, { problems, known, facts })
}

/** What is known of a call before its values are read. */
interface PartialReading {
  /** What is wrong already, by the names of parameters. */
  problems?: Record<string, string[]>
  /** Names that an unknown one may have meant. */
  known?: readonly string[]
  /** What a plugin knows of the index. */
  facts?: unknown
  /** What is wrong with a text that holds control characters, or could not be decoded. */
  unreadable?(parameter: Parameter): string
}

/**
 * The values of a call, by the texts that were sent for each parameter.
 * @throws ApiError VALIDATION_ERROR that names each wrong parameter, never a value; its cause are
 *   the search rules that refuse one.
 */
export function readValues(
  sent: ReadonlyMap<string, readonly string[]>,
  parameters: ReadonlyMap<string, Parameter>,
  {
    problems = {},
    known = [...parameters.keys()],
    facts,
    unreadable = () => notText,
  }: PartialReading = {},
): Values {
  const values = new Map<string, unknown>()
  const broken: string[] = []
  const unknown = [...sent.keys()].filter((name) => !parameters.has(name))
  for (const name of unknown.slice(0, mostProblems)) note(problems, name, unknownName(name, known))
  for (const [name, parameter] of parameters) {
    const all = sent.get(name) ?? []
    const texts = all.filter(isWritten)
    if (all.length > 1 && !isList(parameter)) note(problems, name, `${name} may be sent once`)
    else if (texts.length === 0) {
      if (parameter.isRequired || parameter.isInPath) note(problems, name, `${name} is required`)
      else if (parameter.fallback !== undefined) values.set(name, parameter.fallback)
    } else {
      const text = texts.join(',')
      // lone surrogates are no UTF-8
      const isReadable = !/[\p{Cc}\p{Cs}\uffff]/u.test(text)
      const reading: Reading = isReadable
        ? parameter.read(text, facts)
        : { problem: unreadable(parameter) }
      if ('value' in reading) values.set(name, reading.value)
      else {
        note(problems, name, `${name} ${reading.problem}`)
        if (reading.rule !== undefined) broken.push(reading.rule)
      }
    }
  }
  const understood = understand(parameters, values, {
    isSent: (name) => isSentIn(sent, name),
    facts,
  })
  for (const [name, value] of understood) values.set(name, value)
  const isGiven = (name: string) => isSentIn(sent, name) || understood.has(name)
  noteRelations(parameters, values, isGiven, problems)
  if (Object.keys(problems).length > 0) throw validationError(problems, broken)
  return values
}

/** Notes values that would find everything, or nothing, whatever the documents are. */
function noteRelations(
  parameters: ReadonlyMap<string, Parameter>,
  values: Values,
  isGiven: (name: string) => boolean,
  problems: Record<string, string[]>,
): void {
  for (const [name, { type, needs, notBelow = '' }] of parameters) {
    if (!isGiven(name) || !values.has(name)) continue
    const missing = needs?.(values.get(name)).filter((other) => !isGiven(other)) ?? []
    const isSo = type === 'choice' ? ' with this value' : ''
    if (missing.length > 0) note(problems, name, `${name} needs ${missing.join(', ')}${isSo}`)
    if (isBelow(values.get(name), values.get(notBelow)))
      note(problems, name, `${name} must not be less than ${notBelow}`)
  }
}

/** A value of blanks is none. */
const isWritten = (text: string) => !/^ *$/.test(text)

function isSentIn(sent: ReadonlyMap<string, readonly string[]>, name: string): boolean {
  return sent.get(name)?.some(isWritten) ?? false
}

/** Numbers and days; values with a unit are not compared. */
function isBelow(value: unknown, least: unknown): boolean {
  const areNumbers = typeof value === 'number' && typeof least === 'number'
  const areDays = [value, least].every((one) => typeof one === 'string' && /^\d{4}-/.test(one))
  return (areNumbers || areDays) && value! < least!
}

const notText = 'must be valid percent-encoded UTF-8, without control characters'

/** Stands for what could not be decoded. */
const undecodable = '\uffff'

/** Every parameter of a query with its texts, in order. */
function sentIn(query: string, problems: Record<string, string[]>): Map<string, string[]> {
  const sent = new Map<string, string[]>()
  if (query === '') return sent
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const [rawName, rawText] = splitOnce(pair, '=')
    const name = decoded(rawName)
    if (name === undefined) note(problems, 'query', `query ${notText}`)
    else sent.set(name, [...(sent.get(name) ?? []), decoded(rawText) ?? undecodable])
  }
  return sent
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** The segment of a path at `:name` of its route; a `+` there is a plus. */
function segmentOf(path: string, route: string, name: string): string | undefined {
  const at = route.split('/').indexOf(`:${name}`)
  const segment = at < 0 ? undefined : path.split('/')[at]
  return segment === undefined ? undefined : decoded(segment.replaceAll('+', '%2B'))
}

function unknownName(name: string, known: readonly string[]): string {
  return describeUnknownParameter(name, known, makeGuess(known))
}

function note(problems: Record<string, string[]>, name: string, problem: string): void {
  const field = toFieldName(name)
  if (Object.keys(problems).length < mostProblems || Object.hasOwn(problems, field))
    problems[field] = [problem]
}

/** Names that other APIs give to parameters. Where a call has one of a row, the others mean it. */
const parameterWords: readonly (readonly string[])[] = [
  ['size', 'limit', 'per_page', 'page_size', 'rows', 'count', 'max_results', 'take', 'top'],
  ['page', 'offset', 'start', 'skip', 'from', 'page_number'],
  ['q', 'query', 'search', 'term', 'keyword', 'keywords', 'text', 'name', 'id'],
  ['sort', 'order', 'order_by', 'sort_by', 'orderby'],
  ['fields', 'select', 'include', 'columns', '_source'],
  ['facets', 'aggs', 'group_by'],
  ['near', 'location', 'latlon', 'geo', 'around', 'lat', 'lon', 'lng'],
  ['radius', 'distance', 'within'],
  ['changed_since', 'updated_since', 'modified_since', 'since'],
]

/** Words for the form of an answer, which the header Accept chooses: no typos of parameters. */
const ofForm = /^(?:format|output|accept|alt)$/i

const plain = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Makes the function that finds the parameter meant by another name: by words, then by letters. */
function makeGuess(names: readonly string[]): (word: string) => string | undefined {
  const { fieldWords = [], parameterWords: more = [] } = vocabulary
  const ofField = makeMeaning(names, fieldWords)
  return (word) => {
    if (ofForm.test(word)) return undefined
    const rows = [...parameterWords, ...more].filter((words) =>
      words.some((one) => plain(one) === plain(word)),
    )
    return rows.flat().find((one) => names.includes(one)) ?? ofField(word)
  }
}

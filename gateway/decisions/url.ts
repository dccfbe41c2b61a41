import type { Known } from './known.js'
import { ParameterMask } from './parameters.js'
import type { SentMask } from './sent.js'

/** What of a request says how its URL is read. */
interface Read {
  endpoint: string
  /** The path of the endpoint, as in the YAML. */
  route: string | undefined
  /** Whether its parameters were taken. */
  isValid: boolean
  /** Whether its path was refused, before any step. */
  isMalformed: boolean
}

/** Segments of the pages that list organizations: each is one that there is. */
const pages: Readonly<Record<string, string>> = { ':region': 'rhode-island', ':field': 'hospitals' }

/** What leads to what was found, or is the credential. */
const dropped = ['api_key', 'cursor']

/** Stands for a text that cannot be decoded. */
const undecodable = '%ff'

/** Masks paths and queries. */
export class UrlMask {
  readonly #known: Known
  readonly #sent: SentMask
  readonly #parameters: ParameterMask
  /** Of the paths of the YAML. */
  readonly #segments: ReadonlySet<string>
  readonly #paths: ReadonlySet<string>

  constructor(known: Known, sent: SentMask) {
    this.#known = known
    this.#sent = sent
    this.#parameters = new ParameterMask(known)
    this.#paths = new Set(known.routes.map(({ path }) => path))
    this.#segments = new Set([...this.#paths].flatMap((path) => path.split('/')))
  }

  of(url: string, read: Read): string {
    const [, path = '/', query = ''] = /^([^?]*)\??(.*)$/s.exec(url)!
    const masked = read.isMalformed ? '/%2f' : this.#path(path, read)
    const pairs = query.split('&').filter((pair) => pair !== '')
    const kept = pairs.flatMap((pair, i) => this.#pair(pair, i, read))
    return kept.length === 0 ? masked : `${masked}?${kept.join('&')}`
  }

  /** What the YAML writes out stays. */
  #path(path: string, read: Read): string {
    const sent = path.split('/')
    if (read.route === undefined)
      return sent
        .map((one) => (this.#segments.has(one) ? one : 'x'))
        .slice(0, 10)
        .join('/')
    const written = read.route.split('/')
    const open = written.indexOf('*')
    if (open >= 0) {
      const beginning = written.slice(0, open).join('/')
      return read.isValid && this.#paths.has(beginning) ? beginning : `${beginning}/x`
    }
    return written
      .map((one, i) => (one.startsWith(':') ? this.#segment(one, sent[i] ?? '', read) : one))
      .join('/')
  }

  #segment(written: string, sent: string, { endpoint, isValid }: Read): string {
    const name = written.slice(1)
    if (isValid && Object.hasOwn(pages, written)) return pages[written]!
    if (!this.#known.templates.has(endpoint)) return 'x'
    const text = decoded(sent.replaceAll('+', '%2B'))
    if (text === undefined) return undecodable
    return encodeURIComponent(this.#parameters.text({ name: endpoint, isValid }, name, text))
  }

  #pair(pair: string, i: number, read: Read): string[] {
    const [, sentName = '', sent = ''] = /^([^=]*)=?(.*)$/s.exec(pair)!
    const name = decoded(sentName) ?? ''
    if (dropped.includes(name)) return []
    const { endpoint, isValid } = read
    const isNamed = this.#parameters.isNamed(endpoint, name)
    const isTemplate = this.#known.templates.has(endpoint)
    // of reports: no range passes as a good one does
    if (!isTemplate && isValid && /^(from|to)$/.test(name)) return []
    const text = decoded(sent)
    const shown = isNamed ? name : `x${i}`
    if (text === undefined) return [`${shown}=${undecodable}`]
    const value =
      isTemplate || !/^(index|body)$/.test(name)
        ? this.#parameters.text({ name: endpoint, isValid }, name, text)
        : name === 'index'
          ? this.#sent.index(text)
          : this.#sent.ofUrl(text)
    return [`${encodeURIComponent(shown)}=${encodeURIComponent(value)}`]
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

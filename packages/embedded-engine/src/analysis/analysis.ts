import { illegalArgument, unsupported } from '../errors.js'
import { unknownName } from '../lacking.js'
import { type Analyzer, analyzers, type Tokenizer, tokenizers } from './analyzers.js'
import { namedFilter, type Settings, type TokenFilter, tokenFilter } from './filters.js'

/** The `analysis` of an index's settings, and the analyzers that every index has. */
export class Analysis {
  readonly #analyzers = new Map(analyzers)
  readonly #normalizers = new Map<string, Analyzer>()
  readonly #filters = new Map<string, TokenFilter>()

  /** @throws EngineError for what the embedded engine does not know */
  constructor({ filter, analyzer, normalizer, ...rest }: Settings = {}) {
    for (const name of Object.keys(rest)) throw unsupported(`${name} of the analysis`)
    for (const [name, settings] of entries(filter))
      this.#filters.set(name, tokenFilter(name, settings))
    for (const [name, settings] of entries(analyzer))
      this.#analyzers.set(name, this.#custom(name, settings))
    for (const [name, settings] of entries(normalizer))
      this.#normalizers.set(name, this.#normalizer(name, settings))
  }

  analyzer(name: string): Analyzer | undefined {
    return this.#analyzers.get(name)
  }

  normalizer(name: string): Analyzer | undefined {
    return this.#normalizers.get(name)
  }

  #custom(name: string, { type = 'custom', tokenizer, filter = [], ...rest }: Settings): Analyzer {
    if (name === 'default' || name === 'default_search') throw unsupported(`the analyzer ${name}`)
    if (type !== 'custom') throw unsupported(`an analyzer of type ${type}`)
    for (const setting of Object.keys(rest)) throw unsupported(`${setting} of an analyzer`)
    const take = tokenizers.get(String(tokenizer))
    if (take === undefined) {
      const mistake = illegalArgument(
        `Custom Analyzer [${name}] failed to find tokenizer under name [${tokenizer}]`,
      )
      throw unknownName('tokenizer', String(tokenizer), mistake)
    }
    return filtered(take, this.#chain(name, filter))
  }

  #normalizer(name: string, { type = 'custom', filter = [], ...rest }: Settings): Analyzer {
    if (type !== 'custom') throw unsupported(`a normalizer of type ${type}`)
    for (const setting of Object.keys(rest)) throw unsupported(`${setting} of a normalizer`)
    const chain = this.#chain(name, filter)
    if (chain.some(({ change }) => change === undefined)) {
      throw illegalArgument(
        `Custom normalizer [${name}] may not use a filter that is not of letters`,
      )
    }
    return filtered(tokenizers.get('keyword')!, chain)
  }

  #chain(owner: string, names: unknown): TokenFilter[] {
    return [names]
      .flat()
      .map((name) => this.#filters.get(String(name)) ?? namedFilter(String(name), owner))
  }
}

/**
 * The `analysis` of settings, written within `index` or not; of what two of them name the later
 * one's definition holds.
 */
export function analysisIn(...settings: readonly (Settings | undefined)[]): Settings {
  const merged: Record<string, Settings> = {}
  for (const { analysis, index } of settings.map(
    (one = {}) => one as { analysis?: Settings; index?: Settings },
  )) {
    for (const [sort, named] of entries(analysis ?? index?.analysis))
      merged[sort] = { ...merged[sort], ...named }
  }
  return merged
}

function entries(named: unknown): [string, Settings][] {
  return Object.entries((named ?? {}) as Record<string, Settings>)
}

function filtered(tokenize: Tokenizer, filters: readonly TokenFilter[]): Analyzer {
  const changes = filters.flatMap(({ change }) => change ?? [])
  const termsOf = remembered((word) =>
    filters.reduce<readonly string[]>(
      (terms, filter) => terms.flatMap((term) => filter.terms(term)),
      [word],
    ),
  )
  return {
    analyze(text, take) {
      let left = 0
      tokenize(text, (word, start, end) => {
        const terms = termsOf(word)
        for (let i = 0; i < terms.length; i++) take(terms[i]!, start, end, i === 0 ? left + 1 : 0)
        left = terms.length === 0 ? left + 1 : 0
      })
    },
    normalize: (text) => changes.reduce((changed, change) => change(changed), text),
  }
}

/**
 * The same function, which keeps what it made of the words that it met lately: most words of a text
 * are common ones.
 */
function remembered(
  termsOf: (word: string) => readonly string[],
): (word: string) => readonly string[] {
  const most = 20_000
  const known = new Map<string, readonly string[]>()
  return (word) => {
    let terms = known.get(word)
    if (terms === undefined) {
      terms = termsOf(word)
      if (known.size === most) known.clear()
      known.set(word, terms)
    }
    return terms
  }
}

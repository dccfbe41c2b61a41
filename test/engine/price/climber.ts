import type { ValidatedSearch } from '../../../plugins/search-rules/validate/request.js'
import { attacks } from './attacks.js'
import { type Generator, kinds } from './generator.js'
import { addFromGrammar } from './grammar-values.js'
import type { Json } from './json.js'
import type { Lab, Measured } from './lab.js'
import { mutate } from './mutate.js'

/** What no accepted query may take: seconds of CPU, MiB of heap. */
export const bounds = { cpu: 2, heap: 128 }
/** Steps without a more expensive body after which another beginning is taken. */
const patience = 40
/** What the engine says of a query that it does not run. */
const isRefusal =
  /parsing|illegal|query_shard|too_many_clauses|too_many_nested|number_format|unsupported|not_x_content|class_cast|status/

/** A body that the node has run. */
export interface Find {
  index: string
  body: Json
  cpu: number
  heap: number
  breaker: number
  outcome: string
  price: number
  /** Share of the bounds. */
  harm: number
  score: number
}

/**
 * Looks for the accepted body that costs the node most: of a changed body the more expensive is
 * kept.
 */
export class Climber {
  readonly finds: Find[] = []
  /** Bodies that the rules refused, and the engine. */
  refused = 0
  failed = 0
  readonly #lab: Lab
  readonly #validate: (text: string) => ValidatedSearch
  readonly #generator: Generator
  #current: Find | undefined
  #since = 0
  #tries = 0
  #byRatio = false

  constructor(lab: Lab, validate: (text: string) => ValidatedSearch, generator: Generator) {
    this.#lab = lab
    this.#validate = validate
    this.#generator = generator
  }

  /** Tries bodies until the node has run one. */
  async step(): Promise<void> {
    for (;;) {
      const found = await this.#try()
      if (!found) continue
      this.finds.push(found)
      if (!this.#current || found.score > this.#current.score)
        [this.#current, this.#since] = [found, 0]
      // found: another one
      if (this.#current.harm > 1 && this.#since > 12) [this.#current, this.#since] = [undefined, 0]
      return
    }
  }

  async #try(): Promise<Find | undefined> {
    if (this.#since > patience || (this.#current === undefined && this.#tries % 2 === 0)) {
      ;[this.#current, this.#since] = [undefined, 0]
    }
    if (this.#current === undefined) this.#byRatio = this.#generator.chance(0.5)
    const { index, body } = this.#current
      ? { index: this.#current.index, body: mutate(this.#generator, this.#current.body) }
      : this.#start()
    this.#tries++
    this.#since++
    return this.ask(index, body)
  }

  /** Measures an accepted body; undefined when the rules or the engine refuse it. */
  async ask(index: string, body: Json): Promise<Find | undefined> {
    const verdict = this.#validate(JSON.stringify({ index, body }))
    if ('problems' in verdict) {
      this.refused++
      return undefined
    }
    const price = verdict.search.cost.total
    const measured = await this.#measured(index, JSON.parse(verdict.search.body))
    if (isRefusal.test(measured.outcome)) {
      this.failed++
      return undefined
    }
    const { heap, breaker } = measured
    const cpu = measured.outcome === 'died' ? 100 : measured.cpu
    const harm = Math.max(cpu / bounds.cpu, heap / bounds.heap)
    // every other climb looks for what is more expensive than its price says
    const score = this.#byRatio && price > 30 ? (1000 * cpu + 8 * heap) / price / 10 : harm
    return {
      index,
      body,
      cpu,
      heap,
      breaker,
      outcome: measured.outcome.slice(0, 80),
      price,
      harm,
      score,
    }
  }

  async #measured(index: string, sent: Json): Promise<Measured> {
    const measured = await this.#lab.measure(index, sent, { heap: true, deadline: 10_000 })
    if (measured.outcome === 'died') return measured
    // what is in use may be garbage of up to the young generation: look again at what lives
    if (measured.heap <= 100) {
      return {
        ...measured,
        heap: Math.min(measured.heap, Math.max(measured.breaker, measured.heap - 80)),
      }
    }
    const alive = await this.#lab.measure(index, sent, { alive: true, deadline: 10_000 })
    return alive.outcome === 'died' ? alive : { ...measured, heap: alive.heap }
  }

  #start(): { index: string; body: Json } {
    const generator = this.#generator
    if (generator.chance(0.25)) {
      const { index = 'organization-entity*', body } = generator.pick(attacks)
      return { index, body: structuredClone(body) }
    }
    const generated = generator.body(generator.pick(kinds))
    for (let keys = generator.pick([0, 1, 3, 10]); keys > 0; keys--)
      addFromGrammar(generator, generated.body)
    return generated
  }
}

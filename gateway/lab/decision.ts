import type { Path } from '../../kit/config/yaml/diagnostics.js'
import type { Mapping } from '../../kit/config/yaml/mapping.js'
import type { Source } from '../../kit/config/yaml/source.js'
import { limitName } from '../../plugins/kit/limit-name.js'
import { type Pipeline, parsePipelines, type WrittenStep } from '../../routes/pipelines.js'
import { type PlaceAt, placesIn } from '../comparison/places.js'
import type { Decider, DeciderFacts } from '../decisions/compared.js'
import type { DecidingRule, Decision } from '../decisions/flip.js'
import type { Shape } from '../decisions/shape.js'
import { refusingRule } from './rules.js'
import type { Decided, TrialGateway } from './trial.js'

/** Decides requests by the configuration of a trial, and places its rules. */
export class TrialDecider implements Decider {
  readonly #trial: TrialGateway
  readonly #source: Source & { value: Mapping }
  readonly #placeAt: PlaceAt
  readonly #pipelines: readonly Pipeline[]
  readonly facts: DeciderFacts

  constructor(trial: TrialGateway) {
    this.#trial = trial
    this.#source = trial.loaded.config.gateway
    this.#placeAt = placesIn(this.#source)
    this.#pipelines = parsePipelines(this.#source.value)
    this.facts = factsOf(this.#pipelines.flatMap(({ steps }) => steps))
  }

  async decide(shapes: readonly Shape[]): Promise<Decision[]> {
    const decisions: Decision[] = []
    for (const shape of shapes) decisions.push(this.#named(await this.#trial.decide(shape), shape))
    return decisions
  }

  async placesOf(rules: readonly DecidingRule[]): Promise<(string | null)[]> {
    return rules.map((rule) => this.#placeOf(rule) ?? null)
  }

  /** A decision as data. */
  #named({ context, code, refused }: Decided, shape: Shape): Decision {
    const { pipeline, endpoint, caller, search } = context ?? {}
    const path = refused && (refusingRule(refused, caller?.plan, shape.caller?.in === 'url') ?? [])
    // a step is at pipelines, its name, policies, …
    const by = refused && {
      ...stepIn(refused.step),
      pipeline: String(refused.step.path[1]),
      path: path!,
    }
    return {
      ...(code !== undefined && { code }),
      ...(pipeline !== undefined && { pipeline }),
      ...(endpoint !== undefined && { endpoint }),
      // of a search that is declared, the start has compared it with maxCost
      ...(search && !search.isDeclared && { cost: search.cost.total }),
      ...(by && { by }),
    }
  }

  #placeOf({ pipeline, step, name, path }: DecidingRule): string | undefined {
    if (step === 'apiEndpoints') return this.#line([step, ...path])
    const steps = this.#pipelines.find((one) => one.name === pipeline)?.steps ?? []
    const found = steps.find((one) => one.policy === step && stepIn(one).name === name)
    return found && this.#line([...found.path, ...(path.length > 0 ? ['action', ...path] : [])])
  }

  /** The line of a value, or of the nearest one around it that is written. */
  #line(path: Path): string | undefined {
    const depth = path.findIndex(
      (_, i) => valueAt(this.#source.value, path.slice(0, i + 1)) === undefined,
    )
    const written = depth < 0 ? path : path.slice(0, depth)
    // neither the step nor the endpoint itself
    if (written.length < Math.min(path.length, path[0] === 'pipelines' ? 6 : 2)) return undefined
    return this.#placeAt(written)
  }
}

function factsOf(steps: readonly WrittenStep[]): DeciderFacts {
  const throttles = steps.filter(({ policy }) => policy === 'throttle')
  const ofBlock = 'rules by address (block): addresses are not kept'
  return {
    notJudged: steps.some(({ policy }) => policy === 'block') ? [ofBlock] : [],
    limits: Object.fromEntries(throttles.map((step) => [stepIn(step).name, countedBy(step)])),
  }
}

/** A step by its policy; limits by their names, of which a pipeline has several. */
function stepIn({ policy, params }: WrittenStep): { step: string; name: string } {
  return { step: policy, name: policy === 'throttle' ? limitName(params) : '' }
}

/** `requests by owner in 60 s` */
function countedBy({ params: { unit = 'requests', by, window, windowSeconds } }: WrittenStep) {
  return `${unit} by ${by} in ${window === undefined ? `${windowSeconds} s` : `a ${window}`}`
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inside, key) => (inside as Mapping | undefined)?.[key], value)
}

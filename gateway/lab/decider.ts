import { createHash } from 'node:crypto'
import type { Path } from '../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import type { Source } from '../../kit/config/yaml/source.js'
import { type Pipeline, parsePipelines } from '../../routes/pipelines.js'
import type { Decides, DecidingParams, Decision, Described } from './decisions.js'
import { type ParamPath, refusingParams, valueAt } from './facts.js'
import { makePlaceFinder, type PlaceAt } from './places.js'
import type { RecordedRequest } from './recorder.js'
import type { Decided, TrialGateway } from './trial.js'

/** Decides requests by the configuration of a trial, and places its parameters. */
export class Decider implements Decides {
  readonly #trial: TrialGateway
  readonly #source: Source & { value: Mapping }
  readonly #placeAt: PlaceAt
  readonly #pipelines: readonly Pipeline[]

  constructor(trial: TrialGateway) {
    this.#trial = trial
    this.#source = trial.loaded.config.gateway
    this.#placeAt = makePlaceFinder(this.#source)
    this.#pipelines = parsePipelines(this.#source.value)
  }

  async decide(requests: readonly RecordedRequest[]): Promise<Decision[]> {
    const decisions: Decision[] = []
    for (const request of requests)
      decisions.push(this.#toDecision(await this.#trial.decide(request)))
    return decisions
  }

  async describe(all: readonly DecidingParams[]): Promise<Described[][]> {
    return all.map((one) => one.params.map((path) => this.#describe(one, path)))
  }

  #toDecision({ context, code, refused }: Decided): Decision {
    const { pipeline, endpoint, route, caller } = context ?? {}
    return {
      ...(code !== undefined && { code }),
      ...(pipeline !== undefined && { pipeline }),
      ...(endpoint !== undefined && { endpoint }),
      ...(route !== undefined && { route }),
      ...(refused && {
        by: {
          pipeline: String(refused.step.path[1]), // a step is at pipelines, its name, policies, …
          step: refused.step.policy,
          name: this.#trial.nameOf(refused.step),
          params: refusingParams(this.#trial.factsOf(refused.step), refused.step.params, {
            ...{ code: code!, cause: (refused.error as Error).cause, plan: caller?.plan },
          }),
        },
      }),
    }
  }

  #describe({ pipeline, step, name }: DecidingParams, param: ParamPath): Described {
    const path = this.#pathOf({ pipeline, step, name }, param)
    const value = path && valueAt(this.#source.value, path)
    const text = createHash('sha256')
      .update(JSON.stringify(value) ?? '')
      .digest('base64')
    return { place: (path && this.#line(path)) ?? null, value: text }
  }

  #pathOf({ pipeline, step, name }: Omit<DecidingParams, 'params'>, param: ParamPath) {
    if (step === 'apiEndpoints') return [step, ...param]
    const steps = this.#pipelines.find((one) => one.name === pipeline)?.steps ?? []
    const found =
      step === ''
        ? steps[0]
        : steps.find((one) => one.policy === step && this.#trial.nameOf(one) === name)
    return found && [...found.path, 'action', ...param]
  }

  /** The line of a value, or of the nearest parameter around it that is written. */
  #line(path: Path): string | undefined {
    const isWritten = (depth: number) => {
      const around = valueAt(this.#source.value, path.slice(0, depth - 1))
      return isMapping(around) && String(path[depth - 1]) in around
    }
    const outermost = path[0] === 'pipelines' ? path.indexOf('action') + 2 : 2
    for (let depth = path.length; depth >= outermost; depth--)
      if (isWritten(depth)) return this.#placeAt(path.slice(0, depth))
    return undefined
  }
}

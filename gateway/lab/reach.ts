import type { PlacedDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import type { Mapping } from '../../kit/config/yaml/mapping.js'
import type { Source } from '../../kit/config/yaml/source.js'
import { type Pipeline, parsePipelines, type WrittenStep } from '../../routes/pipelines.js'
import type { Outcome, TrialGateway } from './trial.js'

/**
 * Watches what the policy tests of a configuration reach: steps that ran, and steps that can refuse
 * requests and did (docs/policy-tests.md).
 */
export class Reach {
  readonly #source: Source & { value: Mapping }
  readonly #trial: Pick<TrialGateway, 'factsOf'>
  readonly #pipelines: readonly Pipeline[]
  readonly #ran = new Set<string>()
  /** Places of steps that refused: pipelines that share a step by an alias share its tests. */
  readonly #refused = new Set<string>()

  constructor(trial: Pick<TrialGateway, 'factsOf' | 'loaded'>) {
    this.#trial = trial
    this.#source = trial.loaded.config.gateway
    this.#pipelines = parsePipelines(this.#source.value).filter(
      ({ enabled }) => enabled !== 'false',
    )
  }

  readonly see = ({ steps }: Outcome): void => {
    for (const { step, error } of steps) {
      this.#ran.add(JSON.stringify(step.path))
      if (error !== undefined) this.#refused.add(this.#placeOf(step))
    }
  }

  /** What no test reaches, each at its place. */
  listUnreached(): PlacedDiagnostic[] {
    const all = this.#pipelines.flatMap(({ name, steps }) => steps.map((step) => ({ name, step })))
    const notes = all.flatMap(({ name, step }) => {
      const what = `the step "${step.policy}" of ${name}`
      if (!this.#ran.has(JSON.stringify(step.path)))
        return [toNote(step, `no policy test reaches ${what}`)]
      return this.#isGuard(step) && !this.#refused.has(this.#placeOf(step))
        ? [toNote(step, `no policy test is refused by ${what}`)]
        : []
    })
    return this.#source.placeAll(notes)
  }

  /** Whether a parameter of its own refuses requests. */
  #isGuard(step: WrittenStep): boolean {
    const { inner = {} } = this.#trial.factsOf(step)
    return Object.values(inner).some(({ refuses }) => refuses !== undefined)
  }

  #placeOf({ path, params }: WrittenStep): string {
    const [first = ''] = Object.keys(params)
    const inside = { path: [...path, 'action', first] }
    const { line, column } = this.#source.place(toNote(inside, ''))
    return `${line}:${column}`
  }
}

function toNote({ path }: Pick<WrittenStep, 'path'>, message: string) {
  return { path, rule: 'test-missing', message, remedy: message, severity: 'warning' as const }
}

import type { Diagnostic, Path, PlacedDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import type { Source } from '../../kit/config/yaml/source.js'
import type { Backends } from '../../plugins/kit/policy.js'

/** A step that was set up, with the place of its parameters in the document. */
export interface SetUpStep {
  path: Path
  backend: Backends
}

/** What in the YAML does not fit the engine. @throws Error when an engine does not answer. */
export type Advice = () => Promise<PlacedDiagnostic[]>

export function adviceOf(steps: readonly SetUpStep[], { placeAll }: Source): Advice {
  const askStep = async (step: SetUpStep) => inDocument(step, (await step.backend.advice?.()) ?? [])
  return async () => placeAll((await Promise.all(steps.map(askStep))).flat())
}

const inDocument = ({ path }: SetUpStep, found: readonly Diagnostic[]): Diagnostic[] =>
  found.map((one) => ({ ...one, path: [...path, ...one.path] }))

import type { Diagnostic, Path, PlacedDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import type { Source } from '../../kit/config/yaml/source.js'
import type { Backends, KnownFields } from '../../plugins/kit/policy.js'

/** A step that was set up, with the place of its parameters in the document. */
export interface SetUpStep {
  path: Path
  backend: Backends
}

/** What in the YAML does not fit the engine. @throws Error when an engine does not answer. */
export type Advice = () => Promise<PlacedDiagnostic[]>

/** What declared searches name and the indices lack. */
export type UnknownFields = (known: KnownFields) => PlacedDiagnostic[]

/** Makes the function that asks all steps. */
export function adviceOf(steps: readonly SetUpStep[], { placeAll }: Source): Advice {
  const askStep = async (step: SetUpStep) => inDocument(step, (await step.backend.advice?.()) ?? [])
  return async () => placeAll((await Promise.all(steps.map(askStep))).flat())
}

/** Compares the declared searches of all steps with the fields of their indices. */
export function unknownFieldsIn(steps: readonly SetUpStep[], { placeAll }: Source): UnknownFields {
  return (known) =>
    placeAll(steps.flatMap((step) => inDocument(step, step.backend.unknownFields?.(known) ?? [])))
}

const inDocument = ({ path }: SetUpStep, found: readonly Diagnostic[]): Diagnostic[] =>
  found.map((one) => ({ ...one, path: [...path, ...one.path] }))

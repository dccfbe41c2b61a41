import type { Diagnostic, PlacedDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import type { Source } from '../../kit/config/yaml/source.js'

/** What in the YAML does not fit the engine. @throws Error when an engine does not answer. */
export type Advice = () => Promise<PlacedDiagnostic[]>

/**
 * Asks all steps once, since measurements take the engine some time; again after a failure.
 * @param asks Of each step, with paths in the document.
 */
export function adviceOf(asks: readonly (() => Promise<Diagnostic[]>)[], { placeAll }: Source) {
  let known: Promise<PlacedDiagnostic[]> | undefined
  const ask = async () => placeAll((await Promise.all(asks.map((one) => one()))).flat())
  return function advice(): Promise<PlacedDiagnostic[]> {
    known ??= ask().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

import { type Diagnostic, didYouMean } from '../../kit/config/yaml/diagnostics.js'
import { openSegments } from '../../routes/path.js'
import { isTarget, rewriter } from '../../routes/rewrite.js'
import type { DeclaredRoute } from '../../routes/routes.js'

/**
 * Paths of endpoints, as written in `apiEndpoints` → the paths requested from the service instead.
 */
export type WrittenPaths = Readonly<Record<string, string>>

/** Makes the request target for the service from the caller's. */
export type Rewrite = (target: string) => string

/** Targets that cannot be filled in, and paths of no endpoint. */
export function pathMistakes(
  paths: WrittenPaths,
  routes: readonly Pick<DeclaredRoute, 'path'>[],
): Diagnostic[] {
  const declared = [...new Set(routes.map(({ path }) => path))]
  return Object.entries(paths).flatMap(([from, to]): Diagnostic[] => {
    const path = ['paths', from]
    if (!declared.includes(from)) {
      const remedy = didYouMean(from, declared)
      return [{ path, rule: 'unknown-path', message: `no endpoint has the path ${from}`, remedy }]
    }
    const wrong = (message: string, remedy: string) => [
      { path, rule: 'wrong-path', message, remedy },
    ]
    if (!isTarget(to)) {
      const remedy =
        'begin with "/"; use letters, digits and . _ ~ -, :name for a whole segment, a last *'
      return wrong('this is not a valid path of the service', remedy)
    }
    const filled = openSegments(from)
    const stranger = openSegments(to).find((name) => !filled.includes(name))
    return stranger === undefined
      ? []
      : wrong(
          `the path has "${stranger}", which ${from} does not have`,
          didYouMean(stranger, filled),
        )
  })
}

/**
 * The rewriting of each path; others are forwarded unchanged. Segments are inserted as sent,
 * percent-encoded: the envelope has refused all that could lead elsewhere.
 */
export function compilePaths(paths: WrittenPaths): ReadonlyMap<string, Rewrite> {
  return new Map(
    Object.entries(paths).map(([from, to]) => {
      const rewrite = rewriter(from, to)
      return [from, (target) => target.replace(/^[^?]*/, (path) => rewrite(path))]
    }),
  )
}

import { type Diagnostic, didYouMean } from '../../kit/config/yaml/diagnostics.js'

/**
 * Paths of endpoints, as written in `apiEndpoints` → the paths requested from the service instead.
 */
export type WrittenPaths = Readonly<Record<string, string>>

/** Makes the request target for the service from the caller's. */
export type Rewrite = (target: string) => string

/** `:name` as a whole segment, or a last `*`. */
const open = /(?<=\/):\w+(?=\/|$)|\*$/g
const template = /^(\/([\w.~-]*|:[A-Za-z_]\w*))*(\/\*)?$/

/**
 * Templates that cannot be filled in, and paths of no endpoint. @param declared All paths of
 * `apiEndpoints`.
 */
export function pathMistakes(paths: WrittenPaths, declared: readonly string[]): Diagnostic[] {
  return Object.entries(paths).flatMap(([from, to]): Diagnostic[] => {
    const path = ['paths', from]
    if (!declared.includes(from)) {
      const remedy = didYouMean(from, declared)
      return [{ path, rule: 'unknown-path', message: `no endpoint has the path ${from}`, remedy }]
    }
    const wrong = (message: string, remedy: string) => [
      { path, rule: 'wrong-path', message, remedy },
    ]
    if (!to.startsWith('/') || !template.test(to) || /(^|\/)\.\.?(\/|$)/.test(to)) {
      const remedy =
        'begin with "/"; use letters, digits and . _ ~ -, :name for a whole segment, a last *'
      return wrong('this is no path for the service', remedy)
    }
    const filled: string[] = from.match(open) ?? []
    const stranger = to.match(open)?.find((name) => !filled.includes(name))
    return stranger === undefined
      ? []
      : wrong(
          `the path has "${stranger}", which ${from} does not have`,
          didYouMean(stranger, filled),
        )
  })
}

/** The rewriting of each path; others are forwarded unchanged. */
export function compilePaths(paths: WrittenPaths): ReadonlyMap<string, Rewrite> {
  return new Map(Object.entries(paths).map(([from, to]) => [from, rewriteOf(from, to)]))
}

/**
 * The parts are inserted as sent, percent-encoded; the envelope has refused all that could lead
 * elsewhere.
 */
function rewriteOf(from: string, to: string): Rewrite {
  const names: string[] = from.match(open) ?? []
  const source = from
    .split(open)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .reduce((all, part, i) => `${all}${names[i - 1] === '*' ? '(.*)' : '([^/]+)'}${part}`)
  const pattern = new RegExp(`^${source}$`)
  return function rewrite(target) {
    const end = target.indexOf('?')
    const path = end < 0 ? target : target.slice(0, end)
    const found = pattern.exec(path)
    if (!found) throw new Error('the path is not the one of its endpoint')
    return to.replace(open, (name) => found[names.indexOf(name) + 1]!) + target.slice(path.length)
  }
}

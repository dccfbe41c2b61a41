import { escapeRegExp } from '../config/texts.js'

/** The names of the `{name}` parts of a path such as `/users/{user}/keys/{id}`. */
export type PartNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PartNames<Rest>
  : never

/** A value for each `{name}` part of a path. */
export type PathParts<Path extends string> = Readonly<Record<PartNames<Path>, string>>

/** The path with its `{name}` parts filled in, each encoded as one segment. */
export function filledPath<Path extends string>(path: Path, parts: PathParts<Path>): string {
  return path.replace(/\{(\w+)\}/g, (_part, name: PartNames<Path>) =>
    encodeURIComponent(parts[name]),
  )
}

/**
 * The inverse: the values of the `{name}` parts, each of them one segment, decoded.
 * @returns a function that returns undefined for a path that does not match, or whose
 * percent-encoding is malformed.
 */
export function makePartsReader(
  template: string,
): (path: string) => Record<string, string> | undefined {
  const source = escapeRegExp(template).replace(/\\\{(\w+)\\\}/g, '(?<$1>[^/]+)')
  const form = new RegExp(`^${source}$`)
  return function readParts(path) {
    const found = form.exec(path)
    if (!found) return undefined
    try {
      return Object.fromEntries(
        Object.entries(found.groups ?? {}).map(([name, part]) => [name, decodeURIComponent(part)]),
      )
    } catch {
      return undefined
    }
  }
}

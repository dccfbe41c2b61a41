/** The names of the `{name}` parts of a path such as `/users/{user}/keys/{id}`. */
export type PartNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PartNames<Rest>
  : never

/** A value for each `{name}` part of a path. */
export type PathParts<Path extends string> = Readonly<Record<PartNames<Path>, string>>

/** A pattern for the paths of a template; each `{name}` part is a group of that name and stands for one segment. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

/** The path with its `{name}` parts filled in, each as one segment whatever is in it. */
export function filledPath<Path extends string>(path: Path, parts: PathParts<Path>): string {
  return path.replace(/\{(\w+)\}/g, (_part, name: PartNames<Path>) => encodeURIComponent(parts[name]))
}

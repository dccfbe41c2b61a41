/**
 * The paths of `apiEndpoints`: whole literal segments, `:name` for one segment that is not empty, a
 * last `*` for the rest. They are exact: letter case and slashes count.
 */

/** Whether a sent path matches a path of the YAML. */
export function pathTest(path: string): (sent: string) => boolean {
  const segments = path.split('/')
  if (!segments.some(isOpen)) return (sent) => sent === path
  return (sent) => fits(segments, sent.split('/'))
}

/** Whether one path matches everything that the other one matches. */
export function covers(path: string, other: string): boolean {
  // an open segment of the other is like no literal one, and its rest needs a rest
  return (path.endsWith('*') || !other.endsWith('*')) && fits(path.split('/'), other.split('/'))
}

/** Whether some sent path matches both. */
export function overlaps(path: string, other: string): boolean {
  const [ours, theirs] = [path.split('/'), other.split('/')]
  const shorter = Math.min(ours.length, theirs.length)
  for (let i = 0; i < shorter; i++) {
    const [one, two] = [ours[i]!, theirs[i]!]
    if (one === '*' || two === '*') return true
    if (one !== two && !(isOpen(one) && two) && !(isOpen(two) && one)) return false
  }
  return ours.length === theirs.length
}

/** The open segments of a path, `:name` or `*`, as written. */
export function openSegments(path: string): string[] {
  return path.split('/').filter(isOpen)
}

/** A path up to its first open segment. */
export function getLiteralStart(path: string): string {
  return path.split(/:|\*/, 1)[0]!
}

/** A path in the form of OpenAPI: `/keys/{id}`. */
export function toTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

/** A template of OpenAPI in the form of `apiEndpoints`: `/keys/:id`. */
export function fromTemplate(template: string): string {
  return template.replace(/\{(\w+)\}/g, ':$1')
}

/** Whether a segment is `:name` or `*`. */
function isOpen(segment: string): boolean {
  return segment.startsWith(':') || segment === '*'
}

function fits(segments: readonly string[], sent: readonly string[]): boolean {
  for (const [i, segment] of segments.entries()) {
    const other = sent[i]
    if (other === undefined) return false
    if (segment === '*') return true
    if (segment.startsWith(':') ? other === '' : segment !== other) return false
  }
  return segments.length === sent.length
}

/** Why a text is no path of an endpoint, and what to write instead. */
interface PathMistake {
  message: string
  remedy: string
}

/** Why a path cannot be routed; undefined for a good one. */
export function findPathMistake(path: string): PathMistake | undefined {
  if (path.startsWith('^')) {
    const remedy = 'write the path itself; :name stands for a segment, a last * for the rest'
    return { message: 'is a regular expression', remedy }
  }
  if (!path.startsWith('/')) return { message: 'must begin with "/"', remedy: `write /${path}` }
  if (path === '/') return undefined
  const segments = path.split('/').slice(1)
  return segments
    .map((segment, i) => findSegmentMistake(segment, i === segments.length - 1, path))
    .find((mistake) => mistake !== undefined)
}

function findSegmentMistake(
  segment: string,
  isLast: boolean,
  path: string,
): PathMistake | undefined {
  if (segment === '') {
    const plain = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
    return { message: 'has an empty segment', remedy: `write ${plain}` }
  }
  const braced = /^\{([A-Za-z_]\w*)\}$/.exec(segment)?.[1]
  if (braced) return { message: 'is not exact', remedy: `write :${braced} for {${braced}}` }
  if (segment === '.' || segment === '..')
    return { message: 'has a dot segment', remedy: 'write the path out' }
  if (segment === '*' && !isLast)
    return { message: 'has "*" in its middle', remedy: '"*" may only come last' }
  if (/^([\w.~-]+|:[A-Za-z_]\w*|\*)$/.test(segment)) return undefined
  const remedy = 'use letters, digits and . _ ~ -, :name for a whole segment, a last *'
  return { message: 'is not exact', remedy }
}

import { closest } from '../kit/config/suggest.js'
import { isOpen, openSegments, toTemplate } from './path.js'

/** Maximum number of paths that are named. */
const most = 3

/** A path of `apiEndpoints` that a sent one is near to. */
interface Near {
  path: string
  /** Numbers of segments: missing or too many, open, misspelt. The first that differs decides. */
  distance: readonly [number, number, number]
}

/**
 * The nearest paths that a caller may have meant by an unknown one, as templates.
 * @param paths Paths of `apiEndpoints`.
 */
export function nearPaths(sent: string, paths: readonly string[]): string[] {
  const segments = segmentsOf(sent)
  const near = [...new Set(paths)].flatMap((path) => nearOf(segments, path) ?? []).sort(byDistance)
  return near
    .filter((other) => byDistance(other, near[0]!) === 0)
    .slice(0, most)
    .map(({ path }) => toTemplate(path))
}

function byDistance({ distance: a }: Near, { distance: b }: Near): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/**
 * A path is near that has the sent segments, in their order, up to typos. It may have more, if the
 * sent ones include its last name; one of those sent may be too many, or another one.
 */
function nearOf(segments: readonly string[], path: string): Near | undefined {
  const known = segmentsOf(path)
  // a last `*` takes any rest
  const sent = path.endsWith('*') ? segments.slice(0, known.length) : segments
  if (sent.length > known.length + 1) return undefined
  const fits = fitsOf(sent, known)
  const fitting = fits.filter((at) => at >= 0)
  if (!fitting.includes(known.findLastIndex((name) => !isOpen(name)))) return undefined
  const missing = known.length - fitting.length
  const extra = sent.length - fitting.length
  if (extra > 1 || (extra === 1 && missing > 1)) return undefined
  const misspelt = sent.filter((segment, i) => isMisspelt(segment, known[fits[i]!]))
  return { path, distance: [missing + extra, openSegments(path).length, misspelt.length] }
}

/**
 * Where each sent segment is among the known ones; -1 for nowhere. An open one says nothing by
 * itself: it only fits behind one that fits.
 */
function fitsOf(sent: readonly string[], known: readonly string[]): number[] {
  let last = -1
  let isBehind = false
  return sent.map((segment) => {
    const at = known.findIndex((name, i) => {
      if (i <= last) return false
      return isOpen(name) ? isBehind && i === last + 1 : isLike(segment, name)
    })
    isBehind = at >= 0
    if (isBehind) last = at
    return at
  })
}

const isLike = (segment: string, name: string): boolean =>
  segment === name || closest(segment, [name]) !== undefined

function isMisspelt(segment: string, name: string | undefined): boolean {
  return name !== undefined && !isOpen(name) && name !== segment
}

/** Without the empty ones: a slash too many is no difference. */
function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '*')
}

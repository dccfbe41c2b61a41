import type { Diagnostic, Path } from '../../kit/config/yaml/diagnostics.js'

/** Why a text is not an origin that a browser sends, and what may be meant. */
interface Fault {
  message: string
  remedy: string
}

const example = 'write scheme and host, such as "https://directory.example.org"'

/**
 * Origins that no page can have (Fetch standard, 3.2: scheme, host, port unless it is the default),
 * and duplicates.
 */
export function originMistakes(origins: readonly string[], path: Path): Diagnostic[] {
  return origins.flatMap((origin, i) => {
    const at = [...path, i]
    if (origins.indexOf(origin) < i)
      return [
        { path: at, rule: 'duplicate', message: 'this origin occurs twice', remedy: 'remove one' },
      ]
    if (origin !== '*' && origins.includes('*')) {
      const message = '"*" allows all origins, so that this one adds nothing'
      return [{ path: at, rule: 'wrong-value', message, remedy: 'remove it, or "*"' }]
    }
    const fault = faultOf(origin)
    return fault ? [{ path: at, rule: 'wrong-value', ...fault }] : []
  })
}

/** Header names with another meaning to browsers than expected. */
export function corsHeaderMistakes(headers: readonly string[], path: Path): Diagnostic[] {
  return headers.flatMap((name, i) => {
    if (name !== '*') return []
    const message = '"*" is no header that a page could send: names are compared one by one'
    return [{ path: [...path, i], rule: 'wrong-value', message, remedy: 'name each header' }]
  })
}

function faultOf(origin: string): Fault | undefined {
  if (origin === '*') return undefined
  if (origin.includes('*')) {
    const remedy = 'name each origin by itself, or ["*"] for all'
    return { message: 'origins are compared letter by letter: this pattern matches none', remedy }
  }
  if (origin === 'null') {
    const message = '"null" is what any sandboxed page and any file sends'
    return { message, remedy: 'name the origin of your pages, or ["*"] for all' }
  }
  const isWhole = /^[a-z][a-z0-9+.-]*:\/\//i.test(origin)
  const meant = canonical(isWhole ? origin : `https://${origin}`)
  if (origin === meant) return undefined
  const remedy = meant === undefined ? example : `write "${meant}"`
  return { message: 'no browser sends this as the origin of a page', remedy }
}

/** The origin as browsers write it, or undefined for a text that is not a URL with a host. */
function canonical(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { origin, protocol, host } = new URL(text)
  if (host === '') return undefined
  // apps have schemes of their own: capacitor://localhost
  return origin === 'null' ? `${protocol}//${host.toLowerCase()}` : origin
}

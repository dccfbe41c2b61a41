/**
 * The URL that a text is, or undefined; with a base also a relative one. In place of
 * `URL.canParse`: once Node 20 has optimized it, it says no to every text with letters beyond ASCII.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** The URLs of a text that names one or several, comma separated. */
export function splitUrls(text: string): string[] {
  return text.split(',').map((url) => url.trim())
}

/** A text as a part of a regular expression that matches the text itself. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

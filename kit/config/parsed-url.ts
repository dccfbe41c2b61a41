/**
 * The URL that a text is, or undefined. In place of `URL.canParse`: once Node 20 has optimized it,
 * it says no to every text with letters beyond ASCII.
 */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

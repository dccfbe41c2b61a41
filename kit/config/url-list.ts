/** The URLs of a text that names one or several, comma separated. */
export function urlsIn(text: string): string[] {
  return text.split(',').map((url) => url.trim())
}

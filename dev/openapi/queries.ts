import { sectionsIn } from '../cookbook.js'

/** The searches of docs/queries.md, by their headings: what everyone's examples are made of. */
export function everydayBodies(text: string): Record<string, { summary: string; value: unknown }> {
  return Object.fromEntries(
    sectionsIn(text).map(({ number, title, request }) => [
      `${number}-${title.toLowerCase().replace(/[^a-z]+/g, '-')}`,
      { summary: title, value: JSON.parse(request) },
    ]),
  )
}

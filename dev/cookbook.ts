/** An example of docs/queries.md, as /try offers it. */
export interface Preset {
  title: string
  /** What the page says before the query, as plain text. */
  about: string
  index: string
  body: object
}

/**
 * What the examples name of the sample organizations. In the presets they are placeholders, for
 * which the page takes examples from the organizations that are loaded.
 */
const placeholders = new Map<unknown, string>([
  ['clen watr providence', '$typo'],
  ['eau potable besancon', '$plain'],
  ['freinds of sc', '$typed'],
  ['42-2779363', '$number'],
  ['RI', '$region'],
  ['providence', '$city'],
  ['US', '$country'],
  ['waters', '$word'],
  ['animals', '$work'],
  ['Friends of Animal Rescue in Boston', '$name'],
  ['org-0021', '$id'],
  [50_000, '$least'],
  [1_000_000, '$most'],
  [41.82, '$lat'],
  [-71.41, '$lon'],
  [42.1, '$top'],
  [41.1, '$bottom'],
  [-72, '$left'],
  [-71, '$right'],
])

/** The examples of docs/queries.md: of each section what it says, and its first query. */
export function parsePresets(text: string): Preset[] {
  return parseSections(text).map(({ title, about, request }) => ({
    title,
    about: plain(about),
    ...(JSON.parse(request, (_, value: unknown) => placeholders.get(value) ?? value) as {
      index: string
      body: object
    }),
  }))
}

/** The sections of docs/queries.md, with the Markdown before their first query, and that query. */
export function parseSections(text: string) {
  const [, ...sections] = text.split(/^## (?=\d+\. )/m)
  return sections.map((section) => {
    const [, number = '', title = '', about = '', request = ''] =
      /^(\d+)\. ([^\n]*)\n(.*?)```sh\n.*?-d '(.*?)'\n```/s.exec(section) ?? []
    return { number, title, about, request }
  })
}

function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .trim()
}

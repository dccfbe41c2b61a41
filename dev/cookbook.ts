import { readFileSync, writeFileSync } from 'node:fs'

/** A question of docs/queries.md, as /try offers it. */
export interface Preset {
  title: string
  /** What the page says before the query, as plain text. */
  about: string
  index: string
  body: object
}

/** The questions of docs/queries.md: of each section what it says, and its first query. */
export function presetsIn(text: string): Preset[] {
  return text
    .split(/^## \d+\. /m)
    .slice(1)
    .map((section) => {
      const [, title = '', about = '', request = ''] =
        /^([^\n]*)\n(.*?)```sh\n.*?-d '(.*?)'\n```/s.exec(section) ?? []
      return {
        title,
        about: plain(about),
        ...(JSON.parse(request) as { index: string; body: object }),
      }
    })
}

function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .trim()
}

if (process.argv[1]?.endsWith('cookbook.js')) {
  const presets = presetsIn(readFileSync('docs/queries.md', 'utf8'))
  writeFileSync('plugins/pages/public/try/presets.json', `${JSON.stringify(presets, null, 2)}\n`)
}

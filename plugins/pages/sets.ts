import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { built } from '../../kit/process/product-folder.js'
import { builtPage, type PageSet } from '../kit/page-files.js'

/** Pages by their name in the YAML. Called once per use: only what is served is looked for. */
export const sets = {
  account: () => builtPage('web/account.html'),
  try: () => builtPage('web/try.html'),
  docs: (): PageSet => ({ ...builtPage('web/docs.html'), pages: builtGuides() }),
} satisfies Record<string, () => PageSet>

export type SetName = keyof typeof sets

/** The guides of docs/: their index at guides, each of them below, and as Markdown with `.md`. */
function builtGuides(): Record<string, string> {
  const folder = built('web/guides')
  const files = readdirSync(folder).filter((file) => /\.(?:html|md)$/.test(file))
  return Object.fromEntries(
    files.map((file) => {
      const name = file.replace('.html', '')
      return [name === 'index' ? 'guides' : `guides/${name}`, join(folder, file)]
    }),
  )
}

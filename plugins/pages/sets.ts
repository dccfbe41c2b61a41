import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { built, builtPage, inProject, type PageSet } from '../kit/page-files.js'

/** Pages by their name in the YAML. Called once per use: only what is served is looked for. */
export const sets = {
  account: () => builtPage('web/account.html'),
  try: () => builtPage('web/try.html'),
  docs: (): PageSet => ({ ...builtPage('web/docs.html'), pages: builtGuides() }),
} satisfies Record<string, () => PageSet>

export type SetName = keyof typeof sets

/** The guides of docs/: their index at guides, each of them below, and as Markdown with `.md`. */
function builtGuides(): Record<string, string> {
  const folder = guidesFolder()
  const files = readdirSync(folder).filter((file) => /\.(?:html|md)$/.test(file))
  return Object.fromEntries(
    files.map((file) => {
      const name = file.replace('.html', '')
      return [name === 'index' ? 'guides' : `guides/${name}`, join(folder, file)]
    }),
  )
}

const guidesFolder = () => built('web/guides')

/** The guides as Markdown in the order of their index, one after the other. */
export function guidesText(): string {
  const folder = guidesFolder()
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  const names = [...index.matchAll(/href="guides\/([\w-]+)"/g)].map(([, name]) => name!)
  return names.map((name) => readFileSync(join(folder, `${name}.md`), 'utf8')).join('\n')
}

/** Our own page's file: these are not compiled, and are next to the source. */
export const pageFile = (name: string) => inProject(join('plugins/pages/public', name))

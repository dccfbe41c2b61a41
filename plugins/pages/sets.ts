import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

/** The files of a page: the one at the path itself, and those below it, each by its last name. */
export interface PageSet {
  page: string
  files: readonly string[]
  /** Further pages below the path, by their paths there. */
  pages?: Readonly<Record<string, string>>
  /** Whether the names of the files contain a digest of their content. */
  areImmutable?: boolean
}

/** Pages by their name in the YAML. Called once per use: only what is served is looked for. */
export const sets = {
  account: () => builtPage('account.html'),
  try: () => builtPage('try.html'),
  docs: (): PageSet => ({ ...builtPage('docs.html'), pages: builtGuides() }),
} satisfies Record<string, () => PageSet>

export type SetName = keyof typeof sets

/** A file or folder of the build. */
export const built = (path: string) => join(projectFolder(here), 'dist', path)

/** Where the build has left the pages of web/. */
const builtFolder = () => built('web')

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

const guidesFolder = () => join(builtFolder(), 'guides')

/** The guides as Markdown in the order of their index, one after the other. */
export function guidesText(): string {
  const folder = guidesFolder()
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  const names = [...index.matchAll(/href="guides\/([\w-]+)"/g)].map(([, name]) => name!)
  return names.map((name) => readFileSync(join(folder, `${name}.md`), 'utf8')).join('\n')
}

/** A page of web/. */
export function builtPage(name: string): PageSet {
  const folder = builtFolder()
  const assets = join(folder, 'assets')
  const files = readdirSync(assets).filter((file) => !/\.(?:br|gz)$/.test(file))
  return {
    page: join(folder, name),
    files: files.map((file) => join(assets, file)),
    areImmutable: true,
  }
}

/** Our own page's file: these are not compiled, and are next to the source. */
export function pageFile(name: string): string {
  return join(projectFolder(here), 'plugins/pages/public', name)
}

/** The folder of package.json, from here or from the built plugins. */
function projectFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : projectFolder(dirname(folder))
}

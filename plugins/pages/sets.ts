import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const here = dirname(fileURLToPath(import.meta.url))

/** The files of a page: the one at the path itself, and those below it, each by its last name. */
export interface PageSet {
  page: string
  files: readonly string[]
  /** Whether the names of the files contain a digest of their content. */
  areImmutable?: boolean
}

/**
 * Pages by their name in the YAML. Called once per use, so that a package is resolved only when it
 * is served.
 */
export const sets = {
  account: () => builtPage('account.html'),
  try: () => builtPage('try.html'),
  docs: (): PageSet => ({
    page: pageFile('docs/index.html'),
    files: [
      pageFile('docs/docs.js'),
      pageFile('docs/docs.css'),
      pageFile('try/icon.svg'),
      require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
      require.resolve('swagger-ui-dist/swagger-ui.css'),
    ],
  }),
} satisfies Record<string, () => PageSet>

export type SetName = keyof typeof sets

/** A page of web/, as the build has left it. */
export function builtPage(name: string): PageSet {
  const folder = join(projectFolder(here), 'dist/web')
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

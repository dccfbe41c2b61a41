import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

/** The files of a page: the one at the path itself, and those below it, each by its last name. */
export interface PageSet {
  page: string
  files: readonly string[]
}

/**
 * Pages by their name in the YAML. Called once per use, so that a package is resolved only when it
 * is served.
 */
export const sets = {
  try: (): PageSet => ({
    page: pageFile('try/index.html'),
    files: [
      ...['try.js', 'try.css', 'icon.svg', 'presets.json', 'world.json'].map((name) =>
        pageFile(`try/${name}`),
      ),
      require.resolve('leaflet/dist/leaflet.js'),
      require.resolve('leaflet/dist/leaflet.css'),
    ],
  }),
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

/** Our own page's file: these are not compiled, and are next to the source. */
export function pageFile(name: string): string {
  return join(projectFolder(dirname(fileURLToPath(import.meta.url))), 'plugins/pages/public', name)
}

/** The folder of package.json, from here or from the built plugins. */
function projectFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : projectFolder(dirname(folder))
}

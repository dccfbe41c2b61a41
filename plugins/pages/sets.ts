import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

/** The files of a page: the one that the path itself shows, and those below it, each known by its last name. */
export interface PageSet {
  page: string
  files: readonly string[]
}

/** Pages by the name that the YAML knows them by. Asked once per use, so that a package is looked for where it is served. */
export const sets = {
  try: (): PageSet => ({
    page: own('try/index.html'),
    files: [
      ...['try.js', 'try.css', 'icon.svg', 'presets.json', 'world.json'].map((name) => own(`try/${name}`)),
      require.resolve('leaflet/dist/leaflet.js'),
      require.resolve('leaflet/dist/leaflet.css'),
    ],
  }),
  docs: (): PageSet => ({
    page: own('docs/index.html'),
    files: [
      own('docs/docs.js'),
      own('docs/docs.css'),
      own('try/icon.svg'),
      require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
      require.resolve('swagger-ui-dist/swagger-ui.css'),
    ],
  }),
} satisfies Record<string, () => PageSet>

export type SetName = keyof typeof sets

/** A page's file of our own: these are not compiled, and lie beside the source. */
export function own(name: string): string {
  return join(projectFolder(dirname(fileURLToPath(import.meta.url))), 'plugins/pages/public', name)
}

/** The folder of package.json, from here or from the built plugins. */
function projectFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : projectFolder(dirname(folder))
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The folder of the product's package.json, above the sources or dist/. */
const productFolder = findFolder(dirname(fileURLToPath(import.meta.url)))

function findFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findFolder(dirname(folder))
}

/** A file or folder of the product. */
export const inProject = (path: string): string => join(productFolder, path)

/** A file or folder of the build. */
export const built = (path: string): string => inProject(join('dist', path))

/** A program of the build, by its path in dist/. */
export const programUrl = (path: string): URL => pathToFileURL(built(path))

/**
 * A digest of all that the product runs and reads of its build, but the files of pages.
 * @throws Error when a file cannot be read.
 */
export function digestBuild(): string {
  const hash = createHash('sha256')
  const walk = (folder: string, depth: number) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (!entry.isDirectory()) hash.update(`${path}\0`).update(readFileSync(path))
      else if (!(depth === 0 && notRun.has(entry.name))) walk(path, depth + 1)
    }
  }
  walk(built(''), 0)
  return hash.digest('hex')
}

/** Folders of dist/ that no part of the product runs: pages, and the programs of development. */
const notRun = new Set(['web', 'dev', 'bench', 'test'])

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { built } from '../../kit/process/product-folder.js'
import { type ServedFile, servedFile } from './served-file.js'

/** The files of a page: the one at the path itself, and those below it, each by its last name. */
export interface PageSet {
  page: string
  files: readonly string[]
  /** Further pages below the path, by their paths there. */
  pages?: Readonly<Record<string, string>>
  /** Whether the names of the files contain a digest of their content. */
  areImmutable?: boolean
}

/** A file of a page. */
export interface PageFile {
  /** Its size at startup. */
  bytes: number
  /** Whether its name changes with its content, so that browsers may keep it for ever. */
  isImmutable: boolean
  /** Reads it on first use; it stays in memory from then on. */
  read(): ServedFile
  /** Reads it with the URL of this gateway, where it names that. */
  readAt?(url: string): ServedFile
}

/** Maximum size of one page's files together. */
const maxBytes = 16 * 1024 * 1024

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/**
 * The files of a page. Only files in this map are served, whatever a path says.
 * @returns each by its name below the path, the page itself by the empty one.
 * @throws Error when one is missing or of unknown type, two have the same name, or all are too
 *   large.
 */
export function filesOf({
  page,
  files,
  pages = {},
  areImmutable = false,
}: PageSet): ReadonlyMap<string, PageFile> {
  const served = new Map([['', fileOf(page)]])
  for (const file of files) {
    const name = basename(file)
    if (served.has(name)) throw new Error(`two files of the page are called ${name}`)
    served.set(name, { ...fileOf(file), isImmutable: areImmutable })
  }
  for (const [path, file] of Object.entries(pages)) served.set(path, fileOf(file))
  const bytes = [...served.values()].reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > maxBytes)
    throw new Error(`the files of the page hold ${bytes} bytes, more than ${maxBytes}`)
  return served
}

/** @throws Error when it is missing or of unknown type. */
export function fileOf(file: string): PageFile {
  const type = types[extname(file)]
  if (type === undefined) throw new Error(`${basename(file)} is of no type that pages are made of`)
  let served: ServedFile | undefined
  const read = () => {
    served ??= precompressed(file, servedFile(type, readFileSync(file)))
    return served
  }
  return { bytes: statSync(file).size, isImmutable: false, read }
}

/** A page that is made while the gateway runs. */
export const htmlFile = (html: string): ServedFile =>
  servedFile('text/html; charset=utf-8', Buffer.from(html))

const suffixes = { br: '.br', gzip: '.gz' } as const

/** With the compressed bodies that the build has left next to it. */
function precompressed(file: string, served: ServedFile): ServedFile {
  for (const [coding, suffix] of Object.entries(suffixes)) {
    if (!existsSync(file + suffix)) continue
    served.coded.set(coding as keyof typeof suffixes, Promise.resolve(readFileSync(file + suffix)))
  }
  return served
}

/** A page as the build has left it. @param path Of its HTML, such as `web/account.html`. */
export function builtPage(path: string): PageSet {
  const assets = built(join(dirname(path), 'assets'))
  const files = readdirSync(assets).filter((file) => !/\.(?:br|gz)$/.test(file))
  return {
    page: built(path),
    files: files.map((file) => join(assets, file)),
    areImmutable: true,
  }
}

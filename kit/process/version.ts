import { existsSync, readFileSync } from 'node:fs'

/**
 * The version of the product, of the nearest package.json: two folders up in the sources, three in
 * dist/.
 */
export const version = ((): string => {
  const files = ['../../package.json', '../../../package.json'].map(
    (path) => new URL(path, import.meta.url),
  )
  const file = files.find((url) => existsSync(url))
  return file ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : 'unknown'
})()

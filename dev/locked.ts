import { readFileSync } from 'node:fs'

/** A package as package-lock.json has it. */
export interface Locked {
  version: string
  /** Of a package under another name. */
  name?: string
  license?: string
  devDependencies?: Record<string, string>
  /** Whether it is a folder of this repository. */
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** package-lock.json: by folder, such as `node_modules/express`, and '' for the product. */
export const locked = (
  JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
).packages

/** The folders of these packages, which the product names, and of all that they need. */
export function listNeeded(names: Iterable<string>): Set<string> {
  const found = new Set<string>()
  for (const name of names) take('', name)
  return found

  function take(from: string, name: string): void {
    const path = findPath(from, name)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies } = locked[path]!
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
      take(path, needed)
  }
}

/** Where Node finds a package from the folder of another one; undefined where it is optional. */
function findPath(from: string, name: string): string | undefined {
  const path = `${from}${from && '/'}node_modules/${name}`
  if (locked[path] || !from) return locked[path] && path
  return findPath(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, sep } from 'node:path'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { built } from '../../kit/process/product-folder.js'

/** Folder of the product's built plugins: `${PLUGINS}` in system.config.yml. */
export const pluginsDir = built('plugins')

/** The files of a plugin: path → digest of its bytes, empty if it cannot be read. */
export type PluginCode = Record<string, string>

/** The code of the plugins that are not the product's, by their names in system.config.yml. */
export function readPluginCode(plugins: unknown): Record<string, PluginCode> {
  const named = Object.entries(isMapping(plugins) ? plugins : {})
  const own = named.flatMap(([name, settings]) => {
    const { package: file } = isMapping(settings) ? settings : ({} as Mapping)
    const isOwn = typeof file === 'string' && isAbsolute(file) && !file.startsWith(pluginsDir + sep)
    return isOwn ? [[name, collectCode(file)] as const] : []
  })
  return Object.fromEntries(own)
}

/** As in `PluginCode`. */
export function digestFile(file: string): string {
  return read(file)?.digest ?? ''
}

/** `from './x.js'`, `import './x.js'`, `import('./x.js')`, `require('./x')`. */
const relative = /\b(?:from|import|require)\s*\(?\s*(["'])(\.{1,2}\/[^"'\n]+)\1/g

/**
 * A module and what it imports by relative paths that are written out, not packages. What cannot be
 * found is left out: the import of the plugin reports it.
 */
function collectCode(file: string, code: PluginCode = {}): PluginCode {
  if (file in code) return code
  const { text = '', digest = '' } = read(file) ?? {}
  code[file] = digest
  for (const [, , specifier] of text.matchAll(relative)) {
    try {
      collectCode(createRequire(file).resolve(specifier!), code)
    } catch {} // there is no such file
  }
  return code
}

function read(file: string): { text: string; digest: string } | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    return { text, digest: createHash('sha256').update(text).digest('base64url') }
  } catch {
    return undefined
  }
}

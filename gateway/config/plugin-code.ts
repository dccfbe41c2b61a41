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

/** The code of the plugins that are not the product's. */
interface OwnCode {
  /** By their names in system.config.yml. */
  code: Record<string, PluginCode>
  /** Whether they consist of nothing else, such as packages. */
  isAll: boolean
}

/** Reads the code of the plugins that are not the product's. */
export function readPluginCode(plugins: unknown): OwnCode {
  const named = Object.entries(isMapping(plugins) ? plugins : {})
  let isAll = true
  const own = named.flatMap(([name, settings]) => {
    const { package: file } = isMapping(settings) ? settings : ({} as Mapping)
    const isOwn = typeof file === 'string' && isAbsolute(file) && !file.startsWith(pluginsDir + sep)
    return isOwn ? [[name, collectCode(file, () => (isAll = false))] as const] : []
  })
  return { code: Object.fromEntries(own), isAll }
}

/** As in `PluginCode`. */
export function digestFile(file: string): string {
  return read(file)?.digest ?? ''
}

/** `from './x.js'`, `import './x.js'`, `import('./x.js')`, `require('./x')`. */
const imports = /\b(?:from|import|require)\s*\(?\s*(["'])([^"'\n]+)\1/g
/** The parts of Node that load no other code, and what a policy is made of. */
const known =
  /^(?:node:(?!module|vm|worker_threads|child_process)|nonprofit-directory-api\/plugin$)/
/** `import(name)` and the like, whose files are not known. */
const computed = /\b(?:import|require)\s*\(\s*[^"'\s]|\b(?:eval|Function)\b/

/**
 * A module and what it imports by relative paths that are written out, not packages. What cannot be
 * found is left out: the import of the plugin reports it.
 * @param missing Called where it needs something else.
 */
function collectCode(file: string, missing: () => void, code: PluginCode = {}): PluginCode {
  if (file in code) return code
  const { text, digest = '' } = read(file) ?? {}
  code[file] = digest
  if (text === undefined || computed.test(text)) missing()
  for (const [, , specifier = ''] of (text ?? '').matchAll(imports)) {
    try {
      if (/^\.{1,2}\//.test(specifier))
        collectCode(createRequire(file).resolve(specifier), missing, code)
      else if (!known.test(specifier)) missing()
    } catch {
      missing() // there is no such file
    }
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

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authFile } from '../../kit/config/auth-file.js'
import { settingTable } from '../../kit/config/setting-table.js'
import { setting } from '../../kit/config/settings.js'
import type { PlacedDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { digestBuild } from '../../kit/process/product-folder.js'
import type { ConfigFiles } from '../config/config.js'
import type { Facts } from '../config/steps.js'
import { readPackageVersions } from './express-gateway.js'

/**
 * That a configuration was checked, and found good. The primary keeps it in memory, and gives it to
 * later workers: they do not check again what is the same.
 */
export interface Verdict {
  /** Of all that the check depends on; absent where that is not known: it is good for nothing. */
  digest?: string
  checkedAt: string
  /** Choices that the operator should review. */
  warnings: readonly PlacedDiagnostic[]
}

/**
 * A digest of all that the check of a configuration depends on: its texts, the values in them, the
 * file of the auth service, the environment and the settings that it names files of, the policies as
 * they were loaded, the build, and the day, as some searches are judged by the date. It does not
 * cover what a policy's `check` may read besides; `isCheckPure` says which reads nothing else.
 * @returns undefined when something cannot be read, or is not known: then it is checked again.
 */
export function digestCheck(
  configDir: string,
  { gateway, system, digest, isCodeKnown }: ConfigFiles,
  { policies, conditions }: Facts,
): string | undefined {
  if (!isCodeKnown) return undefined
  try {
    const auth = join(configDir, authFile)
    const parts = [
      ...[process.versions, readPackageVersions(), digestBuild(), process.cwd()],
      Object.entries(process.env).sort(),
      Object.values(settingTable)
        .flatMap(Object.keys)
        .map((name) => setting(name) ?? null),
      ...[digest, gateway.value, system.value],
      existsSync(auth) ? readFileSync(auth, 'utf8') : null,
      [...policies.values()].map(({ fileSchemas: _, ...policy }) => policy),
      [...conditions],
      new Date().toISOString().slice(0, 10),
    ]
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  } catch {
    return undefined
  }
}

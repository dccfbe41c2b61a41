import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './stack.js'

const run = promisify(execFile)

/** The packages that `npm run pack` writes. */
export type PackedName =
  | 'nonprofit-directory-api'
  | 'nonprofit-directory-client'
  | 'nonprofit-directory-embedded-engine'
  | 'elasticsearch-query-guard'

/** Packs what is built. @returns the path of each tarball. */
export async function packed(): Promise<Record<PackedName, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-packed-'))
  await run('npm', ['run', '--silent', 'pack', '--', folder], { cwd: root })
  const named = readdirSync(folder)
    .filter((file) => file.endsWith('.tgz'))
    .map((file) => [file.replace(/-[\d.]+\.tgz$/, ''), join(folder, file)])
  return Object.fromEntries(named)
}

/** Installs tarballs into the package in this folder, from the registry of the machine. */
export async function install(folder: string, tarballs: string[]): Promise<void> {
  const options = ['--prefer-offline', '--no-audit', '--no-fund']
  await run('npm', ['install', ...options, ...tarballs], { cwd: folder })
}

/** The same into an empty folder. @returns its path. */
export async function installed(tarballs: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-installed-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await install(folder, tarballs)
  return folder
}

import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/**
 * Lays files into a folder as the kubelet mounts a ConfigMap or a Secret: each is a link into
 * `..data`, a link to a folder that is replaced when the object changes.
 */
export function mount(folder: string, files: Readonly<Record<string, string>>): void {
  const next = `..${process.hrtime.bigint()}`
  mkdirSync(join(folder, next), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, next, name), text)
  const before = readdirSync(folder).filter((name) => /^\.\.\d+$/.test(name) && name !== next)
  symlinkSync(next, join(folder, '..data_tmp'))
  renameSync(join(folder, '..data_tmp'), join(folder, '..data'))
  for (const name of Object.keys(files)) {
    rmSync(join(folder, name), { force: true })
    symlinkSync(join('..data', name), join(folder, name))
  }
  for (const name of before) rmSync(join(folder, name), { recursive: true })
}

/** The files of a folder by name, as `kubectl create configmap --from-file=FOLDER` takes them. */
export function filesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
}

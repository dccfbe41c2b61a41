import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { answerHelp } from '../kit/process/command.js'
import { listNeeded } from './locked.js'

answerHelp(`usage: npm run pack [-- FOLDER]
  builds, and writes to FOLDER (release) the packages as they are published: the product, the
  client, the embedded engine, the query guard; and what npm run licences writes`)

const host = 'express-gateway'
const ofOthers = ['THIRD-PARTY.md', 'sbom.cdx.json']
const isIncluded = (name: string) => !name.startsWith('!')
const folder = resolve(process.argv[2] ?? 'release')
mkdirSync(folder, { recursive: true })
const pack = (cwd: string, ...options: string[]) =>
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, ...options], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
  })

/**
 * The host is in the tarball, with all that it needs: npm reads `overrides` in the project that it
 * installs into alone, so that an install would bring the packages of the host that are never
 * loaded. Its manifest names the empty package in their place, so that npm finds nothing missing.
 */
function packProduct(): void {
  const { scripts, workspaces, devDependencies, overrides, ...manifest } = read('package.json')
  const staged = mkdtempSync(join(tmpdir(), 'directory-pack-'))
  for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE', ...manifest.files.filter(isIncluded)])
    copy(name)
  for (const name of ofOthers) cpSync(join(folder, name), join(staged, name))
  for (const path of listNeeded([host])) copy(path)
  const ofHost = join('node_modules', host, 'package.json')
  const { dependencies, ...rest } = read(ofHost)
  write(ofHost, { ...rest, dependencies: { ...dependencies, ...overrides[host] } })
  const files = [...manifest.files, ...ofOthers]
  write('package.json', { ...manifest, files, bundleDependencies: [host] })
  pack(staged)
  rmSync(staged, { recursive: true })

  function copy(path: string): void {
    const isNested = (file: string) => file.slice(path.length).startsWith('/node_modules')
    cpSync(path, join(staged, path), {
      recursive: true,
      dereference: true,
      filter: (file) => !isNested(file),
    })
  }
  function write(file: string, value: object): void {
    writeFileSync(join(staged, file), JSON.stringify(value, undefined, 2))
  }
}

function read(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

execFileSync(process.execPath, ['dist/dev/licences.js', folder], { stdio: 'inherit' })
pack('.', '--workspaces')
packProduct()

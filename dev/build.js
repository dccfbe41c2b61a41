import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Builds dist/ unless it is current, which costs a fifth of asking the compiler. JavaScript, as it
 * runs before there is a dist/. What was built, and from what, is compared by content: times of
 * files can lie, and a stale dist/ must never run.
 */
if (process.argv.slice(2).some((argument) => ['--help', '-h'].includes(argument))) {
  console.log('usage: npm run build\n  compiles TypeScript to dist/, unless that is current')
  process.exit(0)
}
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

/** Digests of the last good build: of what was compiled, and of what came out. */
const record = 'dist/.built'
const compiler = 'node_modules/typescript/bin/tsc'
// Shipped: what was built is there, the compiler is not
if (!existsSync(compiler) && existsSync(record)) process.exit(0)

/** What is compiled by: the compiler's options, and the types of the packages. */
const conditions = ['tsconfig.json', 'node_modules/.package-lock.json']

const { include, exclude } = JSON.parse(readFileSync('tsconfig.json', 'utf8'))

/** @returns {{ sources: string, outputs: string }} */
function digests() {
  const sources = include
    .filter((folder) => existsSync(folder)) // the image is built without bench/
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
    .filter(
      (file) => /\.(c?ts|json)$/.test(file) && !exclude.some((folder) => file.startsWith(folder)),
    )
    .sort()
  const outputs = sources
    .filter((file) => file.endsWith('ts'))
    .map((file) => join('dist', file.replace(/ts$/, 'js')))
  return { sources: digestOf([...conditions, ...sources]), outputs: digestOf(outputs) }
}

function digestOf(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const content = existsSync(file) ? readFileSync(file) : undefined
    hash.update(`${file} ${content?.length}\n`).update(content ?? '')
  }
  return hash.digest('hex')
}

const zipCentres = 'dist/kit/places/zip-centres.bin'
if (existsSync('kit/places') && !existsSync(zipCentres)) {
  const { writeZipCentres } = await import('./zip-centres.js') // its package takes a second to load
  writeZipCentres(zipCentres)
}

const [sources, outputs] = existsSync(record) ? readFileSync(record, 'utf8').split('\n') : []
const before = digests()
if (sources === before.sources && outputs === before.outputs) process.exit(0)

rmSync(record, { force: true })
// The compiler believes its own notes and looks at nothing in dist/: they hold only for what the
// last build has left there
if (outputs !== before.outputs) rmSync('dist/.tsbuildinfo', { force: true })
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.json'], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)
const after = digests()
// Else something was changed while it was compiled, and the next run compiles it again
if (after.sources === before.sources) writeFileSync(record, `${after.sources}\n${after.outputs}`)

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * `node dev/size.js [COMMIT]`: lines of what is committed, by kind, and the processes that the last
 * `npm test` here started.
 */
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const kinds = {
  product:
    /^(directory|kit|edge|routes|gateway|plugins|auth-service|check|loader)\/.*\.(ts|js)$/,
  'query-guard, client': /^packages\/(query-guard|client)\/src\/.*\.ts$/,
  'embedded engine': /^packages\/embedded-engine\/src\/.*\.ts$/,
  pages: /^web\/.*\.(tsx?|css|html|js)$/,
  tests: /^(test|packages\/[\w-]+\/test)\/.*\.(ts|tsx|js|mjs|yml|json|java|py|go)$|^jest/,
  dev: /^dev\/.*\.(ts|js)$|^\.ci\//,
  bench: /^bench\//,
  Markdown: /\.md$/,
  'generated, committed': /^config\/(openapi|schema\/.*)\.?json$/,
}

const commit = process.argv[2] ?? 'HEAD'
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
const names = git('ls-tree', '-r', '--name-only', commit).trim().split('\n')
const left = new Set(names)

for (const [kind, pattern] of Object.entries(kinds)) {
  const files = [...left].filter(
    (name) => pattern.test(name) && !name.endsWith('package-lock.json'),
  )
  for (const name of files) left.delete(name)
  const lines = files.reduce((sum, name) => sum + linesOf(name), 0)
  console.log(`${kind.padEnd(22)} ${String(lines).padStart(7)} lines in ${files.length} files`)
}

if (existsSync('dist/test-starts')) {
  const starts = readFileSync('dist/test-starts', 'utf8').trim().split('\n')
  const of = (file) => starts.filter((line) => line.includes(file)).length
  const stacks = starts.filter((line) => line.includes('/dev/start.js'))
  const withoutEngine = stacks.filter((line) => line.endsWith(' with an engine'))
  const services =
    3 * stacks.length -
    withoutEngine.length +
    of('/dev/embedded.js') +
    of('/gateway/main.js') +
    of('/auth-service/main.js')
  console.log(`starts of services     ${String(services).padStart(7)} in the last npm test here`)
  console.log(`starts of processes    ${String(starts.length).padStart(7)} by its test files`)
}

function linesOf(name) {
  const text = git('show', `${commit}:${name}`)
  return text.split('\n').length - 1
}

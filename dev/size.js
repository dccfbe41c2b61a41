import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { countCode } from './count-lines.js'

/**
 * `node dev/size.js [COMMIT]`: what is committed, by kind: its lines, and those of them that are not
 * blank, no comment and no import, next to their budget (dev/size-budget.json). Exit code 1 when a
 * kind is above its budget.
 */
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

/** A file is of the first kind whose pattern fits; other files are not counted. */
const kinds = {
  tests: /(^|\/)test\/.*\.(ts|tsx|js|mjs|yml|json|java|py|go)$|^jest/,
  bench: /^bench\//,
  dev: /^dev\/.*\.(ts|js)$|^\.ci\//,
  Markdown: /\.md$/,
  engine: /^packages\/embedded-engine\/src\/.*\.ts$/,
  pages: /^(directory\/)?web\/.*\.(tsx?|css|html|js)$/,
  // all other code, so that a new folder counts too; examples are documentation
  product: /^(?!(.*\/)?examples\/).*\.(ts|js)$/,
}

const commit = process.argv[2] ?? 'HEAD'
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
const names = git('ls-tree', '-r', '--name-only', commit).trim().split('\n')
const budget = JSON.parse(readFileSync('dev/size-budget.json', 'utf8'))
const sizes = Object.fromEntries(
  Object.keys(kinds).map((kind) => [kind, { files: 0, lines: 0, code: 0 }]),
)

for (const name of names) {
  const kind = Object.keys(kinds).find((one) => kinds[one].test(name))
  if (kind === undefined || name.endsWith('package-lock.json')) continue
  const text = git('show', `${commit}:${name}`)
  sizes[kind].files++
  sizes[kind].lines += text.split('\n').length - 1
  sizes[kind].code += countCode(name, text)
}

for (const [kind, { files, lines, code }] of Object.entries(sizes)) {
  const isAbove = !(code <= budget[kind])
  const verdict = isAbove ? `ABOVE its budget of ${budget[kind]}` : `of ${budget[kind]}`
  console.log(
    `${kind.padEnd(9)} ${String(lines).padStart(6)} lines in ${String(files).padStart(3)} files; ` +
      `without blank ones, comments and imports ${String(code).padStart(6)}, ${verdict}`,
  )
  if (isAbove) process.exitCode = 1
}

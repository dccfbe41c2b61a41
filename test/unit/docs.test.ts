import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { withErrors } from '../../dev/error-list.js'
import { words } from '../support/cases.js'

/** What would mislead a reader of the docs: dead links, missing commands. */

const written = /\.(?:md|tsx?|js|yml|json|html|conf|service|example)$|^Dockerfile$/
const built = /node_modules\/|^(?:client|web)\/dist\/|^config\/(?:schema|openapi)/ // or installed, by test/clients
const files = readdirSync('.', { withFileTypes: true })
  .filter(
    ({ name }) => !['node_modules', 'dist', 'data', '.git', 'package-lock.json'].includes(name),
  )
  .flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(entry.name, { recursive: true, encoding: 'utf8' }).map((name) =>
          join(entry.name, name),
        )
      : [entry.name],
  )
  .filter((file) => written.test(file) && !built.test(file))
const read = (file: string) => readFileSync(file, 'utf8')

/** What a text points to: a file, and a heading of it or the anchor of one. */
interface Pointer {
  file: string
  heading?: string
  anchor?: string
}

/** Links of Markdown that stay in the project: `[text](file#anchor)`. */
function linksIn(file: string, text: string): Pointer[] {
  return [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
    ([, target, anchor]) => ({
      file: target ? relative('.', join(dirname(file), target)) : file,
      ...(anchor !== undefined && { anchor }),
    }),
  )
}

/** Citations: `docs/api.md`, `docs/api.md, API keys`, `docs/api.md, "API keys"`. */
function citationsIn(text: string): Pointer[] {
  const unwrapped = text.replaceAll(/\n\s*(?:\*|\/\/) (?=\S)/g, ' ') // comments go on in the next line
  const cited = /(docs\/(?:[\w-]+\/)?[\w-]+\.md)`?(?:, (?:"([^"]+)"|([A-Z][\w -]*)))?/g
  return [...unwrapped.matchAll(cited)].map(([, name, quoted, plain]) => {
    const heading = quoted ?? plain?.trim()
    return { file: name!, ...(heading !== undefined && { heading }) }
  })
}

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

function exists({ file, heading, anchor }: Pointer): boolean {
  if (!existsSync(file)) return false
  if (heading === undefined && anchor === undefined) return true
  const text = read(file).replace(/^ *```[\s\S]*?^ *```/gm, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].some(([, one = '']) =>
    heading === undefined ? anchorOf(one) === anchor : one === heading,
  )
}

function deadIn(file: string, text: string): Pointer[] {
  const links = file.endsWith('.md') ? linksIn(file, text) : []
  return [...links, ...citationsIn(text)].filter((pointer) => !exists(pointer))
}

test('a link, a citation and a heading that lead nowhere are found', () => {
  const cite = (end: string) => `docs/${end}` // in pieces, because this file is read too
  expect(
    deadIn('docs/api.md', `[a](nowhere.md) [b](#nowhere) [c](../README.md) [d](https://a.example)`),
  ).toEqual([{ file: cite('nowhere.md') }, { file: 'docs/api.md', anchor: 'nowhere' }])
  expect(
    deadIn('a.ts', `${cite('lost.md')}, (${cite('api.md')}, Lost) ${cite('api.md')}, "Search"`),
  ).toEqual([{ file: cite('lost.md') }, { file: cite('api.md'), heading: 'Lost' }])
})

test('links and citations lead to a page and heading that exist', () => {
  const dead = files.flatMap((file) =>
    deadIn(file, read(file)).map((pointer) => ({ from: file, ...pointer })),
  )
  expect(dead).toEqual([])
})

test('every `npm run` in docs, configuration and messages is a command', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object }
  const lost = files
    .filter((file) => !file.startsWith('test/'))
    .flatMap((file) =>
      [...read(file).matchAll(/\bnpm run (?:--?[\w-]+ )*([a-z][\w:-]*\w)/g)]
        .filter(([, name]) => !Object.hasOwn(scripts, name!))
        .map(([command]) => `${file}: ${command}`),
    )
  expect(lost).toEqual([])
})

test('every `nonprofit-directory` in docs is a command of the package', () => {
  const commands = [...read('cli.js').matchAll(/^ {2}(\w+): \[/gm)].map(([, name]) => name!)
  const pages = files.filter((file) => /^docs\/[\w-]+\.md$|^Dockerfile$/.test(file))
  const named = pages.flatMap((file) =>
    [...read(file).matchAll(/(?:npx|IMAGE) nonprofit-directory ([a-z]+)/g)].map(
      ([, name]) => name!,
    ),
  )
  expect(named).toContain('gateway')
  expect(named.filter((name) => !commands.includes(name))).toEqual([])
  // docs/operating.md: there `npm run NAME` is `npx nonprofit-directory NAME`
  const ofOperators = words('operating changing-policies policy-tests processes own-policies')
  const asked = ofOperators.flatMap((page) =>
    [...read(`docs/${page}.md`).matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)].map(
      ([, name]) => name!,
    ),
  )
  expect(asked).toEqual(expect.arrayContaining(['check', 'explain', 'reload']))
  const ofSources = /^(start|test|bench|build$|pack$|docs$)/
  expect(asked.filter((name) => !commands.includes(name) && !ofSources.test(name))).toEqual([])
})

test('all packages are of one version, and of the licence beside them', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const folders = ['.', ...readdirSync('packages').map((name) => join('packages', name))]
  for (const folder of folders) {
    const manifest = JSON.parse(read(join(folder, 'package.json')))
    expect(manifest).toMatchObject({ version, license: 'Apache-2.0' })
    expect(manifest.private).toBeUndefined()
    expect(read(join(folder, 'LICENSE'))).toBe(read('LICENSE'))
  }
  expect(read('CHANGELOG.md')).toContain(`## [${version}]`)
})

test('nothing that production needs has an install script', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>
  }
  const needed = Object.entries(packages).filter(([, { dev }]) => !dev)
  expect(needed.filter(([, one]) => one.hasInstallScript).map(([path]) => path)).toEqual([])
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
})

test('docs/errors.md is as `npm run docs` writes it', () =>
  expect(read('docs/errors.md')).toBe(withErrors(read('docs/errors.md'))))

test('docs/auth-service.md lists the audit events, and no other', () => {
  const [, listed = ''] =
    /`"audit":true`: ([\s\S]*?); with\s+request id/.exec(read('docs/auth-service.md')) ?? []
  const events = [...read('auth-service/kit/audit.ts').matchAll(/^ {2}'([a-z-]+)',$/gm)]
  const names = [...listed.matchAll(/`([a-z-]+)`/g)].map(([, event]) => event)
  expect(names.sort()).toEqual(events.map(([, event]) => event).sort())
})

test('docs/configuration.md lists warnings of the check', () => {
  const [table = ''] = /### Warnings[\s\S]*?To silence/.exec(read('docs/configuration.md')) ?? []
  const rows = [...table.matchAll(/^\| `(.*?)` \|/gm)]
  const listed = rows.flatMap(([, names]) => names!.split('`, `'))
  const checked = /^(?:auth-service|directory|gateway|kit|plugins)\/.*\.ts$/
  const code = files
    .filter((file) => checked.test(file))
    .map(read)
    .join()
  expect(listed.length).toBeGreaterThan(10)
  expect(listed.filter((name) => !code.includes(`'${name}'`))).toEqual([])
})

test('docs/decisions/README.md lists the files of decisions, and the decisions of each', () => {
  const table = read('docs/decisions/README.md').matchAll(/^\| \[[^\]]+\]\(([^)]+)\) \| (.+) \|$/gm)
  const listed = [...table].map(([, name, titles]) => [name, titles!.split(' · ')])
  const kept = readdirSync('docs/decisions')
    .filter((name) => name !== 'README.md')
    .map((name) => [
      name,
      [...read(`docs/decisions/${name}`).matchAll(/^## (.+)$/gm)].map(([, title]) => title),
    ])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(kept))
})

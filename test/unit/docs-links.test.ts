import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(__dirname, '../..')
const notOurs = ['node_modules', 'dist', 'data', '.git']
const extensions = /\.(md|ts|js|mjs|yml|json)$|^\.ci\/run$|^Dockerfile$/

/** What a text points to: a file, and a heading of it or the anchor of one. */
interface Pointer {
  /** Next to the root of the project. */
  file: string
  heading?: string
  anchor?: string
}

const files = readdirSync(root, { withFileTypes: true })
  .filter(({ name }) => !notOurs.includes(name))
  .flatMap((entry) => (entry.isDirectory() ? filesIn(entry.name) : [entry.name]))
  .filter((file) => extensions.test(file) && file !== 'package-lock.json')

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.split('/').includes('node_modules')) // test/clients has its own
    .map((name) => join(folder, name))
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

/**
 * Citations, wherever they are: `docs/api.md`, `docs/api.md, API keys`, `docs/api.md, "API
 * keys"`, `README, "Start"`.
 */
function citationsIn(text: string): Pointer[] {
  const cited =
    /(docs\/(?:[\w-]+\/)?[\w-]+\.md|README(?=, "))`?(?:, (?:"([^"]+)"|([A-Z][\w -]*)))?/g
  const unwrapped = text.replaceAll(/\n\s*(?:\*|\/\/) (?=\S)/g, ' ') // comments go on in the next line
  return [...unwrapped.matchAll(cited)].map(([, name, quoted, plain]) => {
    const heading = quoted ?? plain?.trim()
    return {
      file: name === 'README' ? 'README.md' : name!,
      ...(heading !== undefined && { heading }),
    }
  })
}

function headingsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!)
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** A heading may be cited up to its colon. */
function isThere({ file, heading, anchor }: Pointer): boolean {
  if (!existsSync(join(root, file))) return false
  if (heading === undefined && anchor === undefined) return true
  return headingsOf(file).some((one) =>
    heading === undefined
      ? anchorOf(one) === anchor
      : one === heading || one.startsWith(`${heading}:`),
  )
}

function pointersIn(file: string, text: string): Pointer[] {
  return [...(file.endsWith('.md') ? linksIn(file, text) : []), ...citationsIn(text)]
}

function deadIn(file: string, text: string): Pointer[] {
  return pointersIn(file, text).filter((pointer) => !isThere(pointer))
}

const pointing = files.filter(
  (file) => pointersIn(file, readFileSync(join(root, file), 'utf8')).length > 0,
)

test('what points nowhere is found', () => {
  const cite = (end: string) => `docs/${end}` // in pieces, because this file is read too
  expect(
    deadIn(
      'docs/api.md',
      '[a](nowhere.md) [b](#nowhere) [c](../README.md#nowhere) [d](https://a.example)',
    ),
  ).toEqual([
    { file: cite('nowhere.md') },
    { file: 'docs/api.md', anchor: 'nowhere' },
    { file: 'README.md', anchor: 'nowhere' },
  ])
  expect(
    deadIn(
      'a.ts',
      `(${cite('nowhere.md')}) (${cite('api.md')}, Nowhere) ${cite('api.md')}, "Search"`,
    ),
  ).toEqual([{ file: cite('nowhere.md') }, { file: cite('api.md'), heading: 'Nowhere' }])
  expect(pointing.length).toBeGreaterThan(30)
})

test.each(pointing)('what %s points to is there', (file) => {
  expect(deadIn(file, readFileSync(join(root, file), 'utf8'))).toEqual([])
})

test('every file that docs/architecture.md names is there', () => {
  const named = readFileSync(join(root, 'docs/architecture.md'), 'utf8').matchAll(
    /`((?:[\w-]+\/)+[\w-]+\.ts)`/g,
  )
  const paths = [...named].map(([, path]) => path!)
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

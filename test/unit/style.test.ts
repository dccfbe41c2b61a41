import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(__dirname, '../..')

/** Words to avoid, and what to write in their place. */
const words: Record<string, string> = {
  'what stands': 'the field, the value, …',
  'stands (?:in|at|on|here|there|twice|inside)': 'is in, occurs',
  'may stand|must stand|cannot stand': 'is allowed, needs',
  '(?:is|are|was|were|be|been) told': 'gets, returned, reported',
  'tells?': 'returns, reports, contains',
  whoever: 'name the caller, the client, the operator',
  'mend(?:s|ed|ing)?': 'fix',
  anew: 'again',
  'dear(?:er|est)?': 'expensive',
  '(?:no|some)body(?!@)': 'no one else, others, a caller',
  'crowds?': 'burst, flood, clients',
  'to be tried out': 'interactive',
  'so many': 'this many, a number',
  beside: 'next to, besides',
  'of its own accord': 'by itself',
  '(?:hung|hangs?) up': 'disconnect',
  'the way in': 'the landing page',
  'the key to the log': 'the correlation ID',
  'in the place of': 'instead of, replaces',
  'what would become of': 'explain, the result of',
  'used up': 'exceeded, spent',
  'thought over': 'reviewed',
  'the own': 'your',
  'nothing was asked': 'say what to do',
  'meant otherwise': 'misused',
  'may hold': 'may contain',
  'is no (?:number|JSON|text|object|list|name|field|whole)': 'must be, is not a',
  'not there': 'missing, does not exist',
  altogether: 'in all',
  'in vain': 'without effect',
}

/** The code itself says these: the list, its translation, and a message between our processes. */
const exempt: Record<string, RegExp> = {
  'CONTRIBUTING.md': /^\| Not \| But \|\n(?:\|.*\n)+/m,
  'kit/process/ipc.ts': /'tell'/g,
}

/** Of programs, comments and texts are read; of tests and benches, comments; of the rest, all. */
const program = /\.(?:[cm]?ts|js)$/
const prose = /\.(?:md|html|css|yml|conf|service)$|^config\/.*\.json$|^\.ci\/run$|Dockerfile$/
const commentsOnly = /^(?:bench|test|dev\/engine)\//
const notOurs =
  /^(?:node_modules|dist|data|\.git)$|^test\/(?:fixtures|clients)\b|\.test-|\/node_modules/

const comment = /(?<=^|\s)(?:\/\*\*?\s[\s\S]*?\*\/|\/\/\s.*)/gm
const commentOrText =
  /(?<=^|\s)(?:\/\*\*?\s[\s\S]*?\*\/|\/\/\s.*)|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/gm

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = folder === '' ? name : `${folder}/${name}`
    if (notOurs.test(path)) return []
    if (statSync(join(root, path)).isDirectory()) return filesIn(path)
    return program.test(path) || prose.test(path) ? [path] : []
  })
}

const files = filesIn('').filter((file) => file !== 'test/unit/style.test.ts')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The parts of a file that people read, and where each begins. */
function partsOf(file: string, text: string): { part: string; index: number }[] {
  if (!program.test(file)) return [{ part: text, index: 0 }]
  const pattern = commentsOnly.test(file) ? comment : commentOrText
  return [...text.matchAll(pattern)].map(({ 0: part, index }) => ({ part, index }))
}

/** `file:line: "word" (better)` for each of the words. */
function found(file: string, text: string): string[] {
  const kept = exempt[file] ? text.replace(exempt[file], (all) => all.replaceAll(/\S/g, ' ')) : text
  return partsOf(file, kept).flatMap(({ part, index }) => {
    const plain = part.replaceAll(/\n\s*(?:\*|\/\/|#)? ?/g, (all) => ' '.repeat(all.length))
    return Object.entries(words).flatMap(([word, better]) => {
      const pattern = new RegExp(`\\b(?:${word.replaceAll(' ', '\\s+')})\\b`, 'gi')
      return [...plain.matchAll(pattern)].map((match) => {
        const line = text.slice(0, index + match.index).split('\n').length
        return `${file}:${line}: "${match[0]}" (${better})`
      })
    })
  })
}

test('a word of the list is found in comments and texts, in no name, and over two lines', () => {
  const word = ['who', 'ever'].join('')
  const text = `/** ${word} */\nconst ${word} = '${word}' // ${word}\n/**\n * so\n * many\n */\n`
  const at = (line: number) => `a.ts:${line}: "${word}" (${words[word]})`
  expect(found('a.ts', text).map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
    at(1),
    at(2),
    at(2),
    `a.ts:4: "so many" (${words['so many']})`,
  ])
  expect(found('test/a.ts', `const a = '${word}'`)).toEqual([])
  expect(found('a.md', `so\nmany`)).toHaveLength(1)
})

test('comments, messages, docs, pages and configuration are in plain words', () => {
  const all = files.flatMap((file) => found(file, read(file)))
  expect(all).toEqual([])
})

/** A line of a comment alone; instructions to Biome cannot be broken. */
const commentLine = /^ *(?:\/\*\*|\*|\/\/ (?!biome-ignore)|# )/

/** Lines over 100 columns of Markdown, but for tables and code; of others, those with a comment. */
function wide(file: string): string[] {
  const text = read(file)
  const isComment = file.endsWith('.yml') ? /(?:^|\s)# / : commentLine
  const lines = file.endsWith('.md')
    ? text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, (all) => all.replaceAll(/.+/g, '')).split('\n')
    : text.split('\n').map((line) => (isComment.test(line) ? line : ''))
  return lines.flatMap((line, i) =>
    line.length > 100 &&
    /\S .*\S$/.test(line.slice(0, 101).trim()) &&
    !/^(?:\||!\[| {4})/.test(line)
      ? [`${file}:${i + 1}: ${line}`]
      : [],
  )
}

// Biome breaks lines of code, and leaves comments as they are
test('lines of Markdown and of comments have at most 100 columns', () => {
  const checked = files.filter((file) =>
    /\.(?:md|tsx?|js)$|^(?:config|deploy)\/.*\.yml$|^docker|^\.ci\/run$/.test(file),
  )
  expect(checked.flatMap(wide)).toEqual([])
})

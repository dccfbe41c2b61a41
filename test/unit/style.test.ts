import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(__dirname, '../..')

/** Folders and files whose comments are done; add further ones as they are rewritten. */
const done = [
  'kit',
  'edge',
  'routes',
  'gateway',
  'plugins',
  'auth-service',
  'check',
  'client/src',
  'loader',
  'test/unit/style.test.ts',
]

/** Words to avoid, and what to write in their place. */
const words: Record<string, string> = {
  'what stands': 'the field, the value, …',
  '(?:is|are|was|were|be|been) told': 'gets, returned, reported',
  'tells?': 'returns, reports, contains',
  whoever: 'name the caller, the client, the operator',
  'mend(?:s|ed|ing)?': 'fix',
  anew: 'again',
  'dear(?:er|est)?': 'expensive',
  '(?:no|some)body': 'no one else, others, a caller',
  'crowds?': 'burst, flood, clients',
  'to be tried out': 'interactive',
  'so many': 'this many, a number',
  beside: 'next to, besides',
  'of its own accord': 'by itself',
  '(?:has|have|had) hung up': 'disconnected',
}

const comment = /(?<=^|\s)(?:\/\*\*?\s[\s\S]*?\*\/|\/\/\s.*)/gm

function filesOf(path: string): string[] {
  if (/\.c?ts$/.test(path)) return [path]
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.c?ts$/.test(name))
    .map((name) => join(path, name))
}

/** `file:line: "word" (better)` for each of the words in a comment. */
function found(file: string, text: string): string[] {
  return [...text.matchAll(comment)].flatMap(({ 0: all, index }) => {
    const line = text.slice(0, index).split('\n').length
    const plain = all.replaceAll(/\s+(?:\* )?/g, ' ')
    return Object.entries(words).flatMap(([word, better]) =>
      [...plain.matchAll(new RegExp(`\\b${word}\\b`, 'gi'))].map(
        (match) => `${file}:${line}: "${match[0]}" (${better})`,
      ),
    )
  })
}

test('a word of the list is found in comments of each kind, and in nothing else', () => {
  const word = ['who', 'ever'].join('')
  const text = `/** ${word} */\nconst a = '${word}' // ${word}\n/**\n * so\n * many\n */\n`
  expect(found('a.ts', text)).toEqual([
    `a.ts:1: "${word}" (${words[word]})`,
    `a.ts:2: "${word}" (${words[word]})`,
    `a.ts:3: "so many" (${words['so many']})`,
  ])
})

test('comments are in plain words', () => {
  const all = done.flatMap(filesOf).flatMap((f) => found(f, readFileSync(join(root, f), 'utf8')))
  expect(all).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shipped } from './gateway/shipped.js'

const root = join(__dirname, '../..')

/** Also names of other things: a field of the context, a message between processes, a command. */
const ambiguous = ['search', 'usage', 'limits', 'export', 'explain', 'budget']

const names = [...shipped.keys()].filter((name) => !ambiguous.includes(name))

const files = ['gateway', 'kit', 'edge', 'routes'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
)

test('outside plugins/ no line names a policy as a text: what it decides is in its schema', () => {
  expect(names).toEqual(expect.arrayContaining(['envelope', 'throttle', 'authenticate', 'block']))
  expect(files.length).toBeGreaterThan(100)
  const text = RegExp(`(['\`])(${names.join('|')})\\1`)
  const naming = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => text.test(line) && !/^\s*(\/?\*|\/\/)|\/\/.*`/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(naming).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'

/** edge/README.md: the table of constants against the source, in both directions. */

const elsewhere = [
  'kit/http/paced-write.ts',
  'plugins/kit/buffered-response.ts',
  'plugins/kit/owner-backpressure.ts',
  'plugins/search/search-queue.ts',
]
const files = [
  ...readdirSync('edge')
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `edge/${name}`),
  ...elsewhere,
]
const sizes: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 * 1024 }

const readme = readFileSync('edge/README.md', 'utf8')
const [, table = ''] = /\n## Constants\n(.*?)\n## /s.exec(readme) ?? []
const row = /^\| `([^`]+)` \| `([^`]+)` \| ([\d,.]+) \| ([^|]+) \| [^|]+ \|$/gm
const listed = [...table.matchAll(row)].map(([, name, file = '', value = '', unit = '']) => {
  const path = file.includes('/') ? file : `edge/${file}`
  return `${path} ${name} ${Number(value.replaceAll(',', '')) * (sizes[unit] ?? 1)}`
})

/** The value of a constant expression of numbers and earlier constants; undefined for others. */
function numberOf(expression: string, known: Record<string, number>): number | undefined {
  if (!/^[\w.*/+ ]+$/.test(expression)) return undefined
  try {
    const value: unknown = runInNewContext(expression, { ...known })
    return typeof value === 'number' ? value : undefined
  } catch {
    return undefined
  }
}

/** Top-level numbers, and members of top-level objects. */
function constantsOf(source: string): Record<string, number> {
  const text = source.replace(/\/\*.*?\*\//gs, '').replace(/ *\/\/.*$/gm, '')
  const found: Record<string, number> = {}
  const add = (name: string, expression: string) => {
    const value = numberOf(expression, found)
    if (value !== undefined) found[name] = value
  }
  for (const [, name, value] of text.matchAll(/^(?:export )?const (\w+)(?:: \w+)? = (.+)$/gm)) {
    add(name!, value!)
  }
  const object = /^(?:export )?const (\w+)(?:: \w+)? = \{(.*?)\}(?: as const)?$/gms
  for (const [, name, members] of text.matchAll(object)) {
    for (const [, member, value] of members!.matchAll(/(\w+): ([^,\n]*[^,\s])/g)) {
      add(`${name}.${member}`, value!)
    }
  }
  return found
}

test('constants of every form are found', () => {
  const source = `
    const inside = 1
/** const no = 1 */
const a = 16 * 1_024
export const b = a / 2 // half
const text = 'one'
const c: Limits = { d: 0.3, e: 1 / 4, f: false }
`
  expect(constantsOf(source)).toEqual({
    a: 16_384,
    b: 8192,
    'c.d': 0.3,
    'c.e': 0.25,
  })
})

test('edge/README.md lists every constant with its value, and no other', () => {
  const inSource = files.flatMap((file) =>
    Object.entries(constantsOf(readFileSync(file, 'utf8'))).map(
      ([name, value]) => `${file} ${name} ${value}`,
    ),
  )
  expect(listed.sort()).toEqual(inSource.sort())
})

test('there are few constants, and none of them is a part of ten milliseconds', () => {
  expect(listed.length).toBeLessThanOrEqual(20)
  const short = [...table.matchAll(row)].filter(
    ([, , , value, unit]) => unit === 'ms' && Number(value!.replaceAll(',', '')) < 10,
  )
  expect(short).toEqual([])
})

test('edge/README.md names the files that are there', () => {
  const names = [...readme.matchAll(/`((?:[\w-]+\/)+[\w-]+(?:\.test)?\.c?ts)`/g)].map(
    ([, name]) => name!,
  )
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !readFileSync(name, 'utf8'))).toEqual([])
})

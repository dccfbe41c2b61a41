import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sampleOrganizations } from '../../../dev/samples/organizations.js'
import { rowsOf } from '../../../loader/file.js'
import { type Organization, organizationFields } from '../../../loader/format.js'
import { analysis } from '../../../loader/mapping.js'
import type { Definition, Document } from './engines.js'

/** Index of organizations: all fields of all families. */
export const organizationIndex: Definition = {
  analysis,
  mappings: { properties: organizationFields },
}

/**
 * The sample organizations, then those of the IRS extracts in a folder, `most` in all; copies get
 * ids of their own.
 */
export async function organizations(
  folder: string | undefined,
  most: number,
): Promise<Organization[]> {
  const found = sampleOrganizations()
  const files =
    folder === undefined
      ? []
      : readdirSync(folder)
          .filter((name) => name.endsWith('.csv.gz'))
          .sort()
  for (const file of files) {
    for await (const { organization } of rowsOf(join(folder!, file))) {
      if (found.length >= most) return found.slice(0, most)
      if (organization !== undefined) found.push(organization)
    }
  }
  return found.slice(0, most)
}

export function documentsOf(list: readonly Organization[]): Document[] {
  return list.map((organization) => ({ id: organization.id, source: { ...organization } }))
}

/**
 * Mapping and documents with what organizations lack: every type, several values, odd text,
 * repeats, nothing at all.
 */
export const oddIndex: Definition = {
  mappings: {
    properties: {
      text: {
        type: 'text',
        fields: {
          keyword: { type: 'keyword', ignore_above: 40 },
          white: { type: 'text', analyzer: 'whitespace' },
        },
      },
      word: { type: 'keyword' },
      long: { type: 'long' },
      integer: { type: 'integer' },
      short: { type: 'short' },
      byte: { type: 'byte' },
      double: { type: 'double' },
      float: { type: 'float' },
      flag: { type: 'boolean' },
      date: { type: 'date' },
      day: { type: 'date', format: 'yyyy/MM/dd||epoch_second' },
      place: { type: 'geo_point' },
      kept: { type: 'object', enabled: false },
      inner: { properties: { name: { type: 'text' }, code: { type: 'keyword' } } },
    },
  },
}

const texts = [
  "O'Neil's U.S.A. office, 3.14 and 1,000.5 items: a_b c-d e/f",
  'it’s the côté naïve café Straße İstanbul ΣΊΣΥΦΟΣ σίσυφος',
  'to be or not to be that is the question to be',
  'be to',
  'red red red red blue',
  'blue red blue red green',
  'green',
  '',
  '東京都 カタカナ ひらがな 한국어 漢字とカナ',
  'ไทยคำ हिन्दी שלום "צה״ל" مرحبا 𝒳𝒴 👩‍👩‍👧 🇫🇷 1️⃣',
  'a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p q r s t ' +
    'u v w x y z',
  `long${'x'.repeat(300)} after`,
  'One sentence here. Another one follows it! Does a third? Yes: it does, e.g. this one.\nA ' +
    'new line. the end',
  'quick brown fox jumps over the lazy dog while the quick red fox sleeps near the brown dog',
]

/** A few hundred odd documents, the same every time. */
export const oddDocuments: Document[] = Array.from({ length: 300 }, (_, i) => ({
  id: `odd-${i}`,
  source: oddSource(i),
}))

function oddSource(i: number): Record<string, unknown> {
  const text = texts[i % texts.length]!
  const source: Record<string, unknown> = { n: i }
  if (i % 3 !== 0)
    source.text =
      i % 5 === 0 ? [text || 'nothing', texts[(i * 7) % texts.length] || 'none', 'red fox'] : text
  if (i % 4 !== 1)
    source.word = i % 6 === 0 ? [`w${i % 9}`, `W${i % 4}`, 'é', '𝒳', '\uFF21'] : `w${i % 13}`
  if (i % 5 !== 2) source.long = i % 7 === 0 ? [i * 1000, -i, i] : (i - 150) * 1e9
  if (i % 2 === 0) source.integer = i % 8 === 0 ? [i, String(i + 1)] : i % 50
  if (i % 3 === 0) source.short = i - 100
  if (i % 3 === 1) source.byte = (i % 200) - 100
  if (i % 4 === 0) source.double = i / 7
  if (i % 4 !== 3) source.float = [i / 3, -i / 9].slice(0, 1 + (i % 2))
  if (i % 3 !== 1) source.flag = i % 9 === 0 ? [true, false] : i % 2 === 0
  if (i % 5 !== 0)
    source.date =
      i % 10 === 1
        ? ['2001-02-03', 1e12 + i * 1e7]
        : new Date(Date.UTC(1950 + (i % 80), i % 12, 1 + (i % 28), i % 24)).toISOString()
  if (i % 7 === 0) source.day = i % 2 === 0 ? '2020/02/29' : 1_500_000_000 + i
  if (i % 2 === 1)
    source.place =
      i % 11 === 0
        ? [{ lat: i / 10, lon: i / 5 }, [-i / 2, i / 4]]
        : { lat: (i % 170) - 85, lon: ((i * 3) % 358) - 179 }
  if (i % 6 === 0) source.kept = { any: { thing: i } }
  if (i % 4 === 2)
    source.inner =
      i % 8 === 2
        ? [
            { name: 'red thing', code: 'x' },
            { name: 'blue thing', code: `y${i % 3}` },
          ]
        : { name: text, code: `z${i % 5}` }
  return source
}

import fc from 'fast-check'
import { type CsvRecord, csvRecords } from '../../../../kit/files/csv.js'

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function recordsOf(text: string, size = 7): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  for await (const record of csvRecords(inPieces(text, size))) records.push(record)
  return records
}

const row = (line: number, ...fields: string[]): CsvRecord => ({ line, fields })
const afterQuote = 'there is text after a closing quote'
const noEnd = 'a quote does not end, or the line is too long'

const cases: [string, string, CsvRecord[]][] = [
  ['nothing', '', []],
  ['plain fields', 'a,b\nc,d\n', [row(1, 'a', 'b'), row(2, 'c', 'd')]],
  ['CR LF', 'a,b\r\nc,d\r\n', [row(1, 'a', 'b'), row(2, 'c', 'd')]],
  ['CR alone', 'a,b\rc,d\r\r"x\ry",z', [row(1, 'a', 'b'), row(2, 'c', 'd'), row(4, 'x\ry', 'z')]],
  ['CR, LF and CR LF in quotes', '"a\r\nb\rc\nd"\ne', [row(1, 'a\r\nb\rc\nd'), row(5, 'e')]],
  ['empty fields', ',\n,,\n', [row(1, '', ''), row(2, '', '', '')]],
  ['empty lines', '\na\n\r\n\nb', [row(2, 'a'), row(5, 'b')]],
  ['quotes in quotes', '"say ""hi""",""""\n', [row(1, 'say "hi"', '"')]],
  ['a line break in quotes', '"a\nb",c\r\nd,e', [row(1, 'a\nb', 'c'), row(3, 'd', 'e')]],
  ['a quote within a plain field', 'a"b,c', [row(1, 'a"b', 'c')]],
  [
    'text after a quote',
    '"a"b,c\nd,e\n',
    [{ line: 1, fields: [], problem: afterQuote }, row(2, 'd', 'e')],
  ],
  [
    'a quote that never ends',
    'a,"b\nc,d\ne',
    [{ line: 1, fields: [], problem: noEnd }, row(2, 'c', 'd'), row(3, 'e')],
  ],
]

test.each(cases)('%s', async (_, text, expected) => {
  for (const size of [1, 3, 1000]) expect(await recordsOf(text, size)).toEqual(expected)
})

test('a quote that does not end costs one line, however long the file is', async () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `${i},x`)
  const records = await recordsOf(['a,"b', ...lines].join('\n'), 4096)
  expect(records.length).toBe(20_001)
  expect(records[0]).toEqual({ line: 1, fields: [], problem: noEnd })
  expect(records.at(-1)).toEqual(row(20_001, '19999', 'x'))
})

test('any fields come back as they were written, wherever the text is cut', async () => {
  const field = fc.string({
    unit: fc.constantFrom('a', ',', '"', '\n', '\r', 'é', '字'),
    maxLength: 6,
  })
  const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
      const text = rows
        .map((fields) => fields.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
        .join('\r\n')
      const records = await recordsOf(text, size)
      expect(records.map(({ fields }) => fields)).toEqual(rows)
    }),
  )
})

test('any text at all is read to its end', async () => {
  const hostile = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r'), maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(hostile, fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const lines = (await recordsOf(text, size)).map(({ line }) => line)
      expect(lines).toEqual([...lines].sort((a, b) => a - b))
      expect(await recordsOf(text, size)).toEqual(await recordsOf(text, 1000))
    }),
  )
})

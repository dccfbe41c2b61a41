import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { testFolder } from '../../../../test/support/folders.js'
import { notUtf8 } from '../../../loader/read/encoding.js'
import { type FileOptions, rowsOf } from '../../../loader/read/file.js'

const folder = testFolder()
const path = join(folder, 'file')

type Summary = [line: number, idOrReason: string | undefined, name?: string]

async function read(content: string | Buffer, reading: FileOptions = {}): Promise<Summary[]> {
  writeFileSync(path, content)
  const rows: Summary[] = []
  for await (const { line, organization, refusal } of rowsOf(path, reading)) {
    rows.push(organization ? [line, organization.id, organization.name] : [line, refusal])
  }
  return rows
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf16le = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const utf16be = (text: string) => utf16le(text).swap16()
const noNine = 'EIN must be nine digits'

const csv = 'EIN,NAME,STATE\n123456789,"A, B",RI\nX,Y,Z\n1,2\n987654321,C,RI\n'
const fromCsv: Summary[] = [
  [2, 'us-123456789', 'A, B'],
  [3, noNine],
  [4, 'it has 2 fields, the header has 3'],
  [5, 'us-987654321', 'C'],
]
const ndjson = '{"id":"1","name":"X"}\n\nnope\r\n{"id":"2","name":"Y"}'
const fromNdjson: Summary[] = [
  [1, '1', 'X'],
  [3, 'not valid JSON: column 1: a value is expected'],
  [4, '2', 'Y'],
]
const accented: Summary[] = [[2, 'us-010000001', 'FUNDACIÓN']]

describe('is read', () => {
  test.each<[string, string | Buffer, Summary[]]>([
    ['CSV', csv, fromCsv],
    ['CSV, gzip', gzipSync(csv), fromCsv],
    [
      'CSV, gzip in two members',
      Buffer.concat([gzipSync(csv.slice(0, 30)), gzipSync(csv.slice(30))]),
      fromCsv,
    ],
    ['CSV in UTF-16, little end first', utf16le(csv), fromCsv],
    ['CSV in UTF-16, big end first, gzip', gzipSync(utf16be(csv)), fromCsv],
    ['NDJSON', ndjson, fromNdjson],
    [
      'two files in one, each with its mark',
      `${ndjson}\n\ufeff{"id":"3","name":"Z"}`,
      [...fromNdjson, [5, '3', 'Z']],
    ],
    ['a header in lower case', 'ein,name\n010000001,FUNDACIÓN\n', accented],
    ['semicolons', 'EIN;NAME\n010000001;FUNDACIÓN\n', accented],
    ['rows of nothing', 'EIN,NAME\n010000001,FUNDACIÓN\n,\n\n , \n', accented],
    [
      'a line break in quotes',
      'EIN,NAME,CITY\n010000001,FUNDACIÓN,"A\r\nB"\nX,Y,Z\n',
      [...accented, [4, noNine]],
    ],
  ])('%s', async (_, content, expected) => {
    expect(await read(content)).toEqual(expected)
  })

  test.each(['windows-1252', 'latin1', 'ISO-8859-1'])('%s, where it is named', async (encoding) => {
    const content = Buffer.concat([
      latin1('EIN,NAME\n010000001,CAF\xc9 '),
      Buffer.from([0x93, 0x80, 0x94]),
      latin1('\n'),
    ])
    expect(await read(content, { encoding })).toEqual([[2, 'us-010000001', 'CAFÉ “€”']])
    expect(await read(latin1('{"id":"fr-caf\xe9","name":"A"}'), { encoding })).toEqual([
      [1, 'fr-café', 'A'],
    ])
  })

  test('a row whose bytes are not UTF-8 is refused, the others are read', async () => {
    const twoIds = latin1('{"id":"fr-caf\xe9","name":"A"}\n{"id":"fr-caf\xe8","name":"B"}\n')
    const content = Buffer.concat([twoIds, Buffer.from('{"id":"é","name":"\ufffd"}\n')])
    expect(await read(content)).toEqual([
      [1, notUtf8],
      [2, notUtf8],
      [3, 'é', '\ufffd'],
    ])
    const inQuotes = latin1('EIN,NAME,CITY\n010000001,A,"B\n\xe9"\n010000002,C,\n')
    expect(await read(inQuotes)).toEqual([
      [2, notUtf8],
      [4, 'us-010000002', 'C'],
    ])
  })

  test('characters are whole wherever the file is cut into pieces', async () => {
    const name = 'é字😀'.repeat(30_000)
    expect(await read(`{"id":"1","name":"${name}"}\n{"id":"2","name":"😀"}`)).toEqual([
      [1, '1', name],
      [2, '2', '😀'],
    ])
  })

  test('a line beyond the limit is refused, the next one is read', async () => {
    for (const length of [1_048_600, 3_000_000, 20_000_000]) {
      expect(
        await read(`{"id":"1","name":"${'x'.repeat(length)}"}\n{"id":"2","name":"Y"}\n`),
      ).toEqual([
        [1, 'it is longer than 1048576 characters'],
        [2, '2', 'Y'],
      ])
    }
  })
})

describe('is an error that names the file and what to do', () => {
  const gzip = gzipSync(csv)
  const damaged = Buffer.concat([gzip.subarray(0, -8), Buffer.alloc(8)])

  test.each<[string, string | Buffer, string, encoding?: string]>([
    ['an empty file', '', 'it is empty'],
    ['a table of something else', 'a,b\n1,2\n', 'no column EIN and no column NAME'],
    ['two columns of one name', 'EIN,NAME,Name\n', 'its first line names the column NAME twice'],
    ['a header that is not UTF-8', latin1('EIN,NAME,R\xc9GION\n'), notUtf8],
    ['a JSON array', '[{"id":"1"}]', 'one object per line'],
    ['a gzip with a wrong checksum', damaged, 'its gzip data is damaged'],
    ['a gzip in a gzip', gzipSync(gzip), 'compressed twice'],
    ['a zip archive', Buffer.from('PK\x03\x04…'), 'a zip archive: unpack it (unzip)'],
    ['an error page', '<!doctype html>', 'HTML or XML'],
    ['UTF-16 without a mark', Buffer.from(csv, 'utf16le'), 'UTF-16 without a byte order mark'],
    [
      'a mark of another encoding than was named',
      utf16le(csv),
      'its byte order mark says utf-16le',
      'latin1',
    ],
  ])('%s', async (_, content, text, ...[encoding]) => {
    await expect(read(content, { encoding })).rejects.toThrow(text)
    await expect(read(content, { encoding })).rejects.toThrow(`${path}: `)
  })
})

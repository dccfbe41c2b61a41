import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sampleOrganizations } from '../../../dev/samples/organizations.js'
import { type Row, rowsOf } from '../../../loader/file.js'
import { documentFor, families } from '../../../loader/format.js'
import { organizationFromExtract } from '../../../loader/irs-extract.js'
import { organizationFromJson } from '../../../loader/json-organization.js'
import { RefusedRow } from '../../../loader/refused-row.js'

const row = {
  EIN: '010342663',
  NAME: 'HELEN F WYLIE FOUNDATION',
  STREET: 'PO BOX 1802',
  CITY: 'PROVIDENCE',
  STATE: 'RI',
  ZIP: '02901-1802',
  SUBSECTION: '03',
  RULING: '197611',
  ORGANIZATION: '2',
  ASSET_AMT: '577261',
  INCOME_AMT: '-163418',
  REVENUE_AMT: '',
  NTEE_CD: 'T20',
}

describe('a row of the extract', () => {
  test('becomes an organization', () => {
    expect(organizationFromExtract(row)).toEqual({
      id: 'us-010342663',
      name: 'HELEN F WYLIE FOUNDATION',
      tax_code: '010342663',
      legal_status: 'trust',
      founded_year: 1976,
      registered_on: '1976-11',
      country: 'US',
      region: 'RI',
      city: 'PROVIDENCE',
      street: 'PO BOX 1802',
      zip: '02901-1802',
      activity_code: 'T20',
      subsection: '3',
      assets: 577261,
      income: -163418,
    })
  })

  test('has no year when the ruling is not known, and no field for an empty cell', () => {
    const organization = organizationFromExtract({ EIN: '123456789', NAME: 'X', RULING: '000000', CITY: ' ' })
    expect(organization).toEqual({
      id: 'us-123456789',
      name: 'X',
      tax_code: '123456789',
      legal_status: 'unknown',
      country: 'US',
    })
  })

  test.each([
    [{ EIN: '12345678' }, 'EIN'],
    [{ EIN: '12345678X' }, 'EIN'],
    [{ NAME: '  ' }, 'NAME'],
    [{ ORGANIZATION: '7' }, 'ORGANIZATION'],
    [{ ORGANIZATION: 'constructor' }, 'ORGANIZATION'],
    [{ RULING: '197613' }, 'RULING'],
    [{ RULING: '1976' }, 'RULING'],
    [{ ASSET_AMT: '1.5' }, 'ASSET_AMT'],
    [{ INCOME_AMT: '1e9' }, 'INCOME_AMT'],
  ])('%j is refused, naming the column', (cells, column) => {
    const read = () => organizationFromExtract({ ...row, ...(cells as Record<string, string>) })
    expect(read).toThrow(RefusedRow)
    expect(read).toThrow(column)
  })
})

describe('a line of NDJSON', () => {
  test('becomes an organization, with what else it holds', () => {
    for (const organization of sampleOrganizations()) {
      expect(organizationFromJson(JSON.stringify(organization))).toEqual(organization)
    }
    expect(organizationFromJson('{"id":"1","name":"X","city":null,"languages":["el","en"]}')).toEqual({
      id: '1',
      name: 'X',
      languages: ['el', 'en'],
    })
  })

  test.each([
    ['{"id":"1"', 'JSON'],
    ['["id"]', 'object'],
    ['null', 'object'],
    ['{"name":"X"}', 'id'],
    ['{"id":1,"name":"X"}', 'id'],
    ['{"id":"","name":"X"}', 'id'],
    [`{"id":"${'é'.repeat(257)}","name":"X"}`, 'id'],
    ['{"id":"1","name":" "}', 'name'],
    ['{"id":"1","name":["X"]}', 'name'],
    ['{"id":"1","__proto__":{"name":"X"}}', 'name'],
    ['{"id":"1","name":"X","founded_year":"1990"}', 'founded_year'],
    ['{"id":"1","name":"X","founded_year":1e10}', 'founded_year'],
    ['{"id":"1","name":"X","assets":0.5}', 'assets'],
    ['{"id":"1","name":"X","active":"yes"}', 'active'],
    ['{"id":"1","name":"X","registered_on":"1990-02-31"}', 'registered_on'],
    ['{"id":"1","name":"X","registered_on":"yesterday"}', 'registered_on'],
    ['{"id":"1","name":"X","location":{"lat":91,"lon":0}}', 'location'],
    ['{"id":"1","name":"X","location":"1,2"}', 'location'],
  ])('%s is refused, naming the field', (text, field) => {
    expect(() => organizationFromJson(text)).toThrow(RefusedRow)
    expect(() => organizationFromJson(text)).toThrow(field)
  })
})

test('a field is no other for being called as something that every object has', () => {
  const text = '{"id":"1","name":"X","constructor":1,"__proto__":{"a":1}}'
  for (const family of families) {
    expect(JSON.stringify(documentFor(family, organizationFromJson(text)))).toBe(text)
  }
})

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'load-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  async function read(content: string | Buffer): Promise<Row[]> {
    const path = join(folder, 'file')
    writeFileSync(path, content)
    const rows: Row[] = []
    for await (const one of rowsOf(path, () => {})) rows.push(one)
    return rows
  }
  const summary = (rows: Row[]) => rows.map(({ line, organization, refusal }) => [line, organization?.id ?? refusal])

  const csv = '\uFEFFEIN,NAME,STATE\n123456789,"A, B",RI\nX,Y,Z\n1,2\n987654321,C,RI\n'
  const fromCsv = [
    [2, 'us-123456789'],
    [3, 'EIN must be nine digits'],
    [4, 'it has 2 fields, the header has 3'],
    [5, 'us-987654321'],
  ]
  const ndjson = '{"id":"1","name":"X"}\n\nnope\r\n{"id":"2","name":"Y"}'
  const fromNdjson = [
    [1, '1'],
    [3, 'not valid JSON'],
    [4, '2'],
  ]

  test.each([
    ['CSV', csv, fromCsv],
    ['CSV, gzip', gzipSync(csv), fromCsv],
    ['NDJSON', ndjson, fromNdjson],
    ['NDJSON, gzip', gzipSync(ndjson), fromNdjson],
  ])('of %s is read by its content', async (_, content, expected) => {
    expect(summary(await read(content))).toEqual(expected)
  })

  test('a line beyond the limit is refused, the next one is read', async () => {
    const rows = await read(`{"id":"1","name":"${'x'.repeat(3_000_000)}"}\n{"id":"2","name":"Y"}\n`)
    expect(summary(rows)).toEqual([
      [1, 'it is longer than 1048576 characters'],
      [2, '2'],
    ])
  })

  test.each([
    ['an empty file', '', 'empty'],
    ['a table of something else', 'a,b\n1,2\n', 'EIN'],
    ['a JSON array', '[{"id":"1"}]', 'one object per line'],
    ['a gzip that is cut off', gzipSync(csv).subarray(0, 40), 'unexpected end of file'],
  ])('%s is an error', async (_, content, text) => {
    await expect(read(content)).rejects.toThrow(text)
  })

  test('the bytes read are told', async () => {
    const path = join(folder, 'counted')
    writeFileSync(path, csv)
    let bytes = 0
    for await (const _ of rowsOf(path, (count) => {
      bytes = count
    }));
    expect(bytes).toBe(Buffer.byteLength(csv))
  })
})

import {
  aboutData,
  type DataSource,
  parseSources,
} from '../../../../kit/elasticsearch/data-source.js'

const loadedAt = '2026-11-26T08:00:00.000Z'
const irs = { name: 'IRS', asOf: '2026-11-10', license: 'public domain' }
const register = { name: 'Register', attribution: 'Contains data of the Register', license: 'OGL' }

test.each<[Omit<DataSource, 'loadedAt'>[], object | undefined]>([
  [[], undefined],
  [[{ asOf: '2026-11-10' }], { dataAsOf: '2026-11-10' }],
  [[irs], { dataAsOf: '2026-11-10', attribution: 'IRS (public domain)' }],
  // one date is not known, so the date of all is not
  [[irs, register], { attribution: 'IRS (public domain); Contains data of the Register (OGL)' }],
  [
    [irs, { ...irs, asOf: '2026-09-01' }],
    { dataAsOf: '2026-09-01', attribution: 'IRS (public domain)' },
  ],
])('what answers say about data of %j', (sources, about) => {
  expect(aboutData(sources.map((source) => ({ ...source, loadedAt })))).toEqual(about)
})

test.each([undefined, null, 'x', {}, { sources: 'x' }, { sources: [null, 1, {}, { name: 'X' }] }])(
  '%j names no source',
  (meta) => {
    expect(parseSources(meta)).toEqual([])
  },
)

test('only texts of a source are read', () => {
  const sources = [{ loadedAt, name: 1, asOf: '2026-11-10', other: 'x' }]
  expect(parseSources({ sources })).toEqual([{ loadedAt, asOf: '2026-11-10' }])
})

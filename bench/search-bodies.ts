/** Searches that the judge is measured with. */

export const request = (body: unknown) => JSON.stringify({ index: 'organization-serp*', body })
export const repeat = <T>(count: number, of: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => of(i))

/** An everyday search, 304 bytes. */
export const typical = request({
  query: {
    bool: {
      must: [{ match: { name: { query: 'red cross', operator: 'and' } } }],
      filter: [
        { term: { region: 'Lazio' } },
        { range: { founded_year: { gte: 1990, lte: 2010 } } },
      ],
    },
  },
  sort: [{ _score: { order: 'desc' } }, { founded_year: { order: 'asc' } }],
  size: 20,
  from: 0,
})
/** 10 KB of values. */
export const codes = request({
  query: {
    bool: {
      must: { match: { name: 'red cross' } },
      filter: { terms: { tax_code: repeat(620, (i) => `IT${1e9 + i}`) } },
    },
  },
  aggs: { regions: { terms: { field: 'region', size: 20 } } },
})
/** 10 KB of all sorts. */
export const mixed = request({
  query: {
    bool: {
      should: repeat(20, (i) => ({
        multi_match: {
          query: `humanitarian aid and rescue service ${i}`,
          fields: ['name^3', 'description'],
          operator: 'and',
        },
      })),
      filter: [
        { terms: { tax_code: repeat(370, (i) => `IT${1e9 + i}`) } },
        { range: { founded_year: { gte: 1950, lte: 2020 } } },
        { geo_distance: { distance: '50km', location: { lat: 41.9, lon: 12.5 } } },
        {
          bool: {
            must_not: repeat(10, (i) => ({ term: { 'legal_status.keyword': `FORM-${i}` } })),
          },
        },
      ],
      minimum_should_match: 1,
    },
  },
  aggs: Object.fromEntries(
    repeat(12, (i) => [
      `by_field_${i}`,
      {
        terms: { field: 'region', size: 20 },
        aggs: { oldest: { min: { field: 'founded_year' } } },
      },
    ]),
  ),
  highlight: { fields: { name: {}, description: { number_of_fragments: 2 } } },
  sort: ['_score', { founded_year: 'desc' }],
  _source: ['id', 'name', 'description', 'region'],
})
/** 10 KB of nothing but clauses. */
export const clauses = request({
  query: {
    bool: {
      should: repeat(57, (i) => ({
        bool: {
          must: [
            { match: { name: { query: `red cross ${i}`, operator: 'and' } } },
            { terms: { region: ['Lazio', 'Umbria'] } },
          ],
          filter: { range: { founded_year: { gte: 1900 + i } } },
        },
      })),
    },
  },
})

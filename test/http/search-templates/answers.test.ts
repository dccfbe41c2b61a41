import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { merged, piecesOf } from '../../support/doc-configuration.js'
import { type RunningStack, startStack } from '../../support/stack.js'
import { until } from '../../support/until.js'

/** What the shipped search templates answer, over the sample organizations. */

const path = '/api/v1/organizations'
let stack: RunningStack
let key: string

/** A template of the test, besides the shipped ones. */
const own = `title: By legal form
description: Finds organizations by their legal form.
index: organization-serp*
parameters:
  form: { type: keyword, required: true, description: Legal form }
  near: { type: place, description: Place }
body:
  query:
    bool:
      filter:
        - term: { legal_status.keyword: $form }
        - { $if: $near, geo_distance: { distance: 10km, location: $near } }
fields: [id, legal_status]
`

/** One whose body every engine refuses: the field is a number. */
const refused = `title: Refused by the engine
description: Compares a number with a word.
index: organization-entity*
parameters: { explain: { type: keyword, default: many, description: A word } }
body: { query: { term: { founded_year: $explain } } }
fields: [id]
`

/** A pipeline of its own for a template. */
const pipelineLike = (shipped: string, name: string) =>
  shipped
    .replace('search-templates:', `${name}:`)
    .replace(/&search-templates \[.*\]/, `[${name}]`)
    .replace('*search-templates', `[${name}]`)
    .replace(/&template-rules[\s\S]*?(?=\n {6}#)/, '*template-rules')

beforeAll(async () => {
  const [declared, entries] = piecesOf('docs/search-templates.md').map(({ text }) => text)
  const config = {
    'search-templates/legal-forms.yml': () => declared!,
    'search-templates/forms.yml': () => own,
    'search-templates/refused.yml': () => refused,
    'gateway.config.yml': (text: string) =>
      merged(text, entries!)
        .replace(
          'apiEndpoints:\n',
          'apiEndpoints:\n  forms: { host: "*", paths: /forms, methods: [GET] }\n' +
            '  refused: { host: "*", paths: /refused, methods: [GET] }\n',
        )
        .replace('[find, suggest, organization]', '[find, suggest, organization, legal-forms]')
        .replace(
          /\n {2}search-templates:\n[\s\S]*?\*search\n/,
          (pipeline) =>
            pipeline + pipelineLike(pipeline, 'forms') + pipelineLike(pipeline, 'refused'),
        ),
  }
  stack = await startStack({ config })
  key = await stack.mintKey()
})
afterAll(() => stack?.stop())

async function ask(target: string, headers: Record<string, string> = {}) {
  const answer = await fetch(stack.url + target, { headers: { 'x-api-key': key, ...headers } })
  const text = await answer.text()
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, never>)
  const {
    data = {},
    error = {},
    meta = {},
  } = body as {
    data?: Data
    error?: { details?: Data; code?: string }
    meta?: { hints?: string[] }
  }
  return { status: answer.status, headers: answer.headers, data, error, meta, text }
}
type Data = Record<string, never>
type Cell = { value: string; count: number; box: number[] }
type Counts = Record<string, { value: string; count: number }[]>

test.each([
  `${path}?q=clen+watr&near=Providence+RI&radius=200&sort=-revenue&page=2&size=1&facets=region`,
  `${path}/suggest?q=wat`,
  `${path}/32-6868679?fields=id,name`,
  '/forms?form=trust',
])('explain=true adds the search, which finds the same: %s', async (target) => {
  const plain = await ask(target)
  const { search, ...others } = (await ask(`${target}&explain=true`)).data
  expect([plain.data, plain.data.search]).toEqual([others, undefined])
  const { body } = await stack.request.post(`${path}/search`).set('x-api-key', key).send(search)
  expect(body.error).toBeUndefined()
  const [shown] = Object.values(plain.data as Record<string, { id: string } | { id: string }[]>)
  const ids = [shown!].flat().map(({ id }) => id)
  expect(body.data.results.map(({ id }: { id: string }) => id)).toEqual(ids)
  expect(ids).not.toEqual([])
})

describe('GET /api/v1/organizations/:id', () => {
  test.each(['326868679', '32-6868679', 'org-0002', 'org%2D0002'])(
    '%s: the organization',
    async (id) => {
      const { status, data } = await ask(`${path}/${id}`)
      expect(status).toBe(200)
      expect(Object.keys(data)).toEqual(['organization'])
      expect(data.organization).toMatchObject({ id: 'org-0002', tax_code: '326868679' })
      expect(data.organization).not.toHaveProperty('_score')
    },
  )
  test('as JSON-LD to those who accept that, as JSON to all others', async () => {
    const accepting = (accept: string, id = 'org-0002', more = {}) =>
      ask(`${path}/${id}`, { accept, ...more })
    const typeOf = ({ headers }: { headers: Headers }) => headers.get('content-type')
    const linked = await accepting('application/ld+json')
    expect([linked.status, typeOf(linked)]).toEqual([200, 'application/ld+json'])
    expect(JSON.parse(linked.text)).toMatchObject({
      ...{ '@context': 'https://schema.org', '@type': 'NGO', taxID: '326868679' },
      address: { '@type': 'PostalAddress' },
    })
    const tag = linked.headers.get('etag')!
    for (const accept of ['application/json', '*/*', 'application/ld+json;q=0.5, */*']) {
      const answer = await accepting(accept)
      expect([answer.status, typeOf(answer), Object.keys(answer.data)]).toEqual([
        ...[200, 'application/json; charset=utf-8', ['organization']],
      ])
      expect(answer.headers.get('vary')).toBe('Authorization, X-API-Key, Accept, Accept-Encoding')
      expect(answer.headers.get('etag')).not.toBe(tag)
    }
    const held = await accepting('application/ld+json', 'org-0002', { 'if-none-match': tag })
    const page = await accepting('text/html')
    const unknown = await accepting('application/ld+json', 'org-9999')
    expect([held.status, page.error.code, unknown.error.code]).toEqual([
      ...[304, 'NOT_ACCEPTABLE', 'NOT_FOUND'],
    ])
  })
  test('a field that it does not have is refused by the name of the parameter', async () => {
    const { status, error } = await ask(`${path}/org-0002?fields=nam`)
    expect(status).toBe(400)
    expect(error.details).toEqual({
      fields: { _errors: [expect.stringMatching(/must be some of .*; did you mean name\?$/)] },
    })
  })
})

test('a declared body that the engine refuses is a failure, whose reason is logged', async () => {
  const { status, error } = await ask('/refused')
  expect([status, error]).toMatchObject([
    503,
    { code: 'ELASTICSEARCH_UNAVAILABLE', details: { reason: 'engine_error' } },
  ])
  expect(stack.output()).toMatch(/engine: engine_error: 400: [^"]*query_shard_exception/)
})

describe('GET /api/v1/organizations', () => {
  test('is a search result with its pages', async () => {
    const { data } = await ask(`${path}?region=rhode%20island&size=2&page=2`)
    expect(data).toMatchObject({ index: expect.any(String), version: 'v9', page: 2 })
    const { results, total, pages } = data as unknown as {
      results: { region: string }[]
      total: number
      pages: number
    }
    expect(results.length).toBeGreaterThan(0)
    expect(results.every(({ region }) => region === 'RI')).toBe(true)
    expect(pages).toBe(Math.ceil(total / 2))
    const last = await ask(`${path}?region=RI&size=2&page=${pages}`)
    expect(last.status).toBe(200)
    const beyond = await ask(`${path}?region=RI&size=2&page=${pages + 1}`)
    expect([beyond.status, beyond.error.details]).toEqual([
      400,
      { page: { _errors: [`there is no such page: the last is ${pages}`] } },
    ])
  })
  test('pages beyond what an engine counts off', async () => {
    const { status, error } = await ask(`${path}?size=100&page=101`)
    expect([status, error.details]).toEqual([
      400,
      { page: { _errors: [expect.stringMatching(/must not exceed 10000: .*search_after/)] } },
    ])
  })
  test.each([
    'near=02903&radius=5&sort=distance',
    'radius=25&sort=relevance&page=1&size=20', // the defaults, as forms fill them in
    'founded_from=2010&founded_to=2010',
    'sort=name',
  ])('parameters that go together are not: %s', async (query) =>
    expect((await ask(`${path}?${query}`)).status).toBe(200),
  )
  test('an empty value counts as none', async () => {
    const [empty, none] = [await ask(`${path}?q=&region=&size=1`), await ask(`${path}?size=1`)]
    expect(empty.data).toEqual(none.data)
  })
  describe('a box', () => {
    const totalOf = async (query: string) => (await ask(`${path}?size=1&${query}`)).data.total
    const located = '-180,-90,180,90'

    test.each([
      ['halves', ['-180,-90,-71.4,90', '-71.4,-90,180,90'], located],
      ['across the 180th meridian', ['-71.4,-90,-72,90', '-72,-90,-71.4,90'], located],
    ])('finds what is in it: %s are the whole', async (_, parts, whole) => {
      const [all, ...others] = await Promise.all(
        [whole, ...parts].map(
          (box) => totalOf(`box=${box}`) as Promise<unknown> as Promise<number>,
        ),
      )
      expect(Math.min(all!, ...others)).toBeGreaterThan(0)
      expect(others.reduce((sum, one) => sum + one)).toBe(all)
    })
    test.each([0, 5, 9, 22])(
      'the cells of zoom %d hold all of them, and the box of each what it counts',
      async (zoom) => {
        const { data } = await ask(`${path}?size=1&box=-130,20,60,60&facets=cells&zoom=${zoom}`)
        const { cells } = data.facets as unknown as Record<string, Cell[]>
        expect(cells!.reduce((sum, { count }) => sum + count, 0)).toBe(data.total)
        for (const { value, count, box } of cells!.slice(0, 5)) {
          expect(value).toMatch(new RegExp(`^${zoom}/\\d+/\\d+$`))
          expect([value, await totalOf(`box=${box}`)]).toEqual([value, count])
        }
      },
    )
    test('a view leaves out the cells beyond it, and changes nothing else', async () => {
      const cellsOf = async (view: string) => {
        const { data } = await ask(`${path}?size=1&facets=cells&zoom=6&view=${view}`)
        const { cells } = data.facets as unknown as Record<string, Cell[]>
        return { total: data.total, cells: new Map(cells!.map((cell) => [cell.value, cell])) }
      }
      const [all, west, east, across] = await Promise.all(
        [located, '-180,-90,-71.4,90', '-71.4,-90,180,90', '-71.4,-90,-80,90'].map(cellsOf),
      )
      expect(new Set([...west!.cells.keys(), ...east!.cells.keys()]).size).toBe(all!.cells.size)
      expect(across!.cells.size).toBeGreaterThan(east!.cells.size)
      for (const { total, cells } of [west!, east!, across!]) {
        expect([total, cells.size > 0, cells.size < all!.cells.size]).toEqual([
          ...[all!.total, true, true],
        ])
        for (const [name, cell] of cells) expect(cell).toEqual(all!.cells.get(name))
      }
    })
    test.each([
      ...['', '1,2,3', '1,2,3,4,5', 'a,b,c,d', '1e1,2,3,4', '0x1,2,3,4', '1 2 3 4', '[1,2,3,4]'],
      ...['-181,0,0,1', '0,-91,1,1', '0,0,181,1', '0,0,1,91', '0,1,1,0', '1,2,3,NaN', '1,2,,4'],
      ...[`0,0,1,${'1'.repeat(20)}`, `0,0,1,1${' '.repeat(100)}`],
    ])('%j is none', async (box) => {
      const { status, error } = await ask(`${path}?box=${encodeURIComponent(box)}&size=1`)
      if (box === '') expect(status).toBe(200)
      else expect([status, Object.keys(error.details!)]).toEqual([400, ['box']])
    })
  })
  test.each([
    ['city=Providnce', ['city: did you mean Providence?']],
    [
      'city=Providence&q=nothingatall',
      ['q: nothing has "nothingatall"', 'q: N without "nothingatall"'],
    ],
    [
      'q=water&city=nowhereatall&region=RI',
      ['city: nothing matches it', 'city: N without it', 'region: N with it alone'],
    ],
    ['city=nowhereatall&sort=name', ['city: nothing matches it', 'city: N without it']],
  ])('hints where nothing is found: %s', async (query, hints) => {
    const { data, meta } = await ask(`${path}?${query}`)
    // how many there are depends on what the engine holds
    const told = (meta.hints as string[]).map((hint) => hint.replace(/: [1-9]\d* with/, ': N with'))
    expect([data.total, told]).toEqual([0, hints])
  })
  test.each([
    ['radius=5', { radius: 'radius needs near' }],
    [
      'founded_from=2020&founded_to=2010',
      { founded_to: 'founded_to must not be less than founded_from' },
    ],
  ])('parameters without effect are refused: %s', async (query, problems) => {
    const { status, error } = await ask(`${path}?${query}`)
    const details = Object.entries(problems).map(([name, text]) => [name, { _errors: [text] }])
    expect([status, error.details]).toEqual([400, Object.fromEntries(details)])
  })
})

test('GET /api/v1/organizations/suggest: up to ten names', async () => {
  const { data } = await ask(`${path}/suggest?q=wat`)
  const { suggestions } = data as unknown as { suggestions: object[] }
  expect(Object.keys(data)).toEqual(['suggestions'])
  expect(suggestions.length).toBeGreaterThan(0)
  expect(suggestions.length).toBeLessThanOrEqual(10)
  for (const one of suggestions)
    expect(['id', 'name', 'city', 'region']).toEqual(expect.arrayContaining(Object.keys(one)))
  expect((await ask(`${path}/suggest`)).error.details).toEqual({
    q: { _errors: ['q is required'] },
  })
})

/** The GET of a path in the OpenAPI document. */
async function documented(path: string): Promise<Record<string, unknown>> {
  const headers = { connection: 'close' }
  const answer = await fetch(`${stack.url}/api/v1/openapi.json`, { headers })
  const { paths } = (await answer.json()) as { paths: Record<string, { get: object }> }
  return paths[path]!.get as Record<string, unknown>
}

describe('a template of the operator', () => {
  test('answers as docs/search-templates.md says, pasted as it is', async () => {
    const { data } = await ask('/api/v1/legal-forms?form=corporation&size=2&facets=region')
    const { results, facets } = data as unknown as { results: object[]; facets: Counts }
    expect(results).toHaveLength(2)
    expect(results[0]).toMatchObject({ legal_status: 'corporation', region: expect.any(String) })
    expect(facets.region!.length).toBeGreaterThan(0)
  })
  test('is answered, and takes part in the OpenAPI document', async () => {
    const { data } = await ask('/forms?form=corporation')
    const { results } = data as unknown as { results: object[] }
    expect(results[0]).toEqual({ id: expect.any(String), legal_status: 'corporation' })
    expect(data).not.toHaveProperty('page')
    expect(await documented('/forms')).toMatchObject({
      operationId: 'forms',
      summary: 'By legal form',
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'form', in: 'query', required: true }),
      ]),
    })
  })
  test.each([
    ['-33.5,151.25', -33.5, 151.25],
    ['02903', 41.82, -71.41],
    ['Providence, RI', 41.82, -71.41],
    ['S Burlington vermont', 44.44, -73.21],
  ])('near %s is a place', async (near, lat, lon) => {
    const { data } = await ask(`${path}?size=1&near=${encodeURIComponent(near)}`)
    const place: { lat: number; lon: number } = data.place!
    expect(Math.abs(place.lat - lat) + Math.abs(place.lon - lon)).toBeLessThan(0.15)
  })
  test.each(['91,0', '00000', 'here', '1,2,3', 'constructor'])(
    'near %s is refused',
    async (near) => {
      const { status, error } = await ask(`/forms?form=corporation&near=${near}`)
      expect([status, Object.keys(error.details ?? {})]).toEqual([400, ['near']])
    },
  )
  test.each([
    ['41.82,-71.41', undefined],
    ['providence ri', 'Providence, RI'],
  ])('near %s has the name %s', async (near, name) => {
    const { data } = await ask(`${path}?size=1&near=${encodeURIComponent(near)}`)
    expect(data.place).toEqual({ lat: expect.any(Number), lon: expect.any(Number), name })
  })
  test('a city of several states is the one where organizations are; others are named', async () => {
    // most ZIP codes of a Salem are in Oregon
    const { data } = await ask(`${path}?near=Salem`)
    const { name, otherPlaces } = data.place as unknown as { name: string; otherPlaces: string[] }
    const hasAny = async (region: string) =>
      (await ask(`${path}?size=1&region=${region}`)).data.total! > 0
    expect([await hasAny(name.slice(-2)), await hasAny('OR')]).toEqual([true, false])
    expect(otherPlaces).toHaveLength(5)
    const [other = ''] = otherPlaces
    const named = await ask(`${path}?near=${encodeURIComponent(other)}`)
    const point = { lat: expect.any(Number), lon: expect.any(Number) }
    expect(named.data.place).toEqual({ ...point, name: other })
  })
  test('each organization near a place has its distance, in the order of distance', async () => {
    type Near = { distance_km: number; location?: object }
    const found = async (query: string) => {
      const { data } = await ask(`${path}?sort=distance&radius=500${query}`)
      return data.results as unknown as Near[]
    }
    const all = await found('&near=02903')
    const distances = all.map(({ distance_km }) => distance_km)
    expect(distances.length).toBeGreaterThan(5)
    expect(distances).toEqual([...distances].sort((one, other) => one - other))
    expect(distances.every((km) => km <= 500 && km === Number(km.toFixed(1)))).toBe(true)
    expect(await found('&near=02903&fields=id')).toEqual(
      distances.map((distance_km) => ({ id: expect.any(String), distance_km })),
    )
    expect((await ask(`${path}?size=1`)).text).not.toContain('distance_km')
  })
  test.each([['16.09344', '10mi']])('radius=%s is radius=%s', async (km, text) => {
    const bodies = [km, text].map(async (radius) => {
      const { data } = await ask(`${path}?size=1&near=02903&explain=true&radius=${radius}`)
      return data.search
    })
    const [one, other] = await Promise.all(bodies)
    expect(JSON.stringify(one)).toContain(`"${km}km"`)
    expect(other).toEqual(one)
  })
  test.each(['0.5mi', '501', 'mi', '10 furlongs'])('radius=%s is refused', async (radius) => {
    const { status, error } = await ask(`${path}?near=02903&radius=${radius}`)
    const told =
      'radius must be a number of km from 1 to 500, or as much with its unit: m, km or mi'
    expect([status, error.details]).toEqual([400, { radius: { _errors: [told] } }])
  })
  test('coordinates that are none, unless swapped', async () => {
    const { error } = await ask(`${path}?near=-122.4,37.8`)
    expect(error.details).toEqual({
      near: { _errors: [expect.stringMatching(/; did you mean 37\.8,-122\.4\?$/)] },
    })
  })
  test('a city that is misspelt is refused with the one that may be meant', async () => {
    const { error } = await ask(`${path}?near=Sprngfield`)
    expect(error.details).toEqual({
      near: { _errors: [expect.stringMatching(/; did you mean Springfield\?$/)] },
    })
  })
  test.each([['-71.4,41.8', ['near: latitude comes first: did you mean 41.8,-71.4?']]])(
    'hints near %s, where nothing is: %j',
    async (near, hints) => {
      const { data, meta } = await ask(`${path}?near=${near}`)
      // how many there are depends on what the engine holds
      const told = (meta.hints as string[]).map((hint) =>
        hint.replace(/: [1-9]\d* with/, ': N with'),
      )
      expect([data.total, told]).toEqual([0, hints])
    },
  )
  test('is read again by a reload, and stays when its file is broken', async () => {
    const file = join(stack.configDir, 'search-templates/forms.yml')
    const title = async () => (await documented('/forms')).summary
    const text = readFileSync(file, 'utf8')
    const words = join(stack.configDir, 'words.yml')
    const found = async (q: string) => {
      const { data, meta } = await ask(`${path}?size=1&q=${q}`)
      return [data.total, meta.hints]
    }
    const [total] = await found('water')
    writeFileSync(file, text.replace('By legal form', 'By form'))
    appendFileSync(words, '  - [zzqx, water]\n')
    expect((await stack.reload()).ok).toBe(true)
    await until(async () => (await title()) === 'By form') // an ending worker may answer once more
    expect(await found('zzqx')).toEqual([total, undefined])
    appendFileSync(words, '  - [zzqx]\n')
    expect(await (await stack.reload()).text()).toMatch(
      /words\.yml:\d+:\d+ a group is a list of two to 8 terms/,
    )
    writeFileSync(file, text.replace('$form }', '$from }'))
    const refused = await stack.reload()
    expect(refused.ok).toBe(false)
    expect(await refused.text()).toMatch(/forms\.yml:\d+:\d+ no parameter .{1,3}from/)
    expect(await title()).toBe('By form')
    // what follows a search that finds nothing has the words in force, too
    expect(await found('zzqx+nothingatall')).toEqual([0, expect.any(Array)])
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { DirectoryClient } from '../../../packages/client/src/index.js'
import { clientAt, success } from './door.js'

const apiKey = 'npd_abcdefgh_secretsecretsecretsecretsecretsecret01'
const root = '/base/api/v1/organizations'
const organization = { id: 'org-0002', name: 'Water' }
const notes = {
  hints: [],
  understood: undefined,
  cost: undefined,
  requestId: 'r-1',
  dataAsOf: undefined,
  attribution: undefined,
}
const page = { results: [organization], total: 1, page: 1, pages: 1, index: 'x', version: 'v9' }

type Ask = (directory: DirectoryClient) => Promise<unknown>
const calls: [name: string, ask: Ask, path: string, data: object, result: unknown][] = [
  [
    'organization',
    (directory) => directory.organization('32-6868679'),
    ...([`${root}/32-6868679`, { organization }, organization] as const),
  ],
  [
    'an id of other letters',
    (directory) => directory.organization('a/b?c'),
    ...([`${root}/a%2Fb%3Fc`, { organization }, organization] as const),
  ],
  [
    'find',
    (directory) =>
      directory.find({
        ...{ q: 'food bank & more', near: { lat: 41.8, lon: -71.4 }, box: [-72, 41, -71, 42] },
        ...({ region: undefined } as object),
        ...{ radius: '10 mi', fields: ['id', 'name'], facets: ['region'] },
      }),
    `${root}?q=food+bank+%26+more&near=41.8%2C-71.4&box=-72%2C41%2C-71%2C42&radius=10+mi&fields=id%2Cname&facets=region`,
    ...([page, { ...page, ...notes }] as const),
  ],
  [
    'several values, with commas in one',
    (directory) => directory.find({ region: ['RI', 'a, "b"'], legal_status: 'trust' }),
    `${root}?region=RI%2C%22a%2C+%22%22b%22%22%22&legal_status=trust`,
    ...([page, { ...page, ...notes }] as const),
  ],
  [
    'a search template of the operator',
    (directory) => directory.ask('/forms', { form: 'trust', near: { lat: 1, lon: 2 } }),
    '/base/forms?form=trust&near=1%2C2',
    ...([{ results: [] }, { data: { results: [] }, ...notes }] as const),
  ],
  [
    'suggest',
    (directory) => directory.suggest('wat'),
    ...([`${root}/suggest?q=wat`, { suggestions: [organization] }, [organization]] as const),
  ],
]

test.each(calls)('%s', async (_, ask, path, data, result) => {
  const { directory, sent } = clientAt(() => success(data), { apiKey })
  expect(await ask(directory)).toEqual(result)
  const [one] = sent
  expect(one).toMatchObject({ method: 'GET', url: `https://directory.example.org${path}` })
  expect(one?.headers['x-api-key']).toBe(apiKey)
})

test('find keeps what comes with its answer', async () => {
  const meta = {
    hints: ['city: did you mean Providence?'],
    understood: { words: 'food', place: 'Providence RI' },
    dataAsOf: '2026-11-01',
    attribution: 'IRS',
  }
  const { directory } = clientAt(() => success(page, { 'x-query-cost': '12' }, meta), { apiKey })
  expect(await directory.find({})).toEqual({ ...page, ...notes, ...meta, cost: 12 })
})

test('findAll reads page by page, until the last', async () => {
  const { directory, sent } = clientAt((_, n) => success({ ...page, page: n, pages: 3 }), {
    apiKey,
  })
  const found: unknown[] = []
  for await (const one of directory.findAll({ q: 'water' })) found.push(one)
  expect(found).toEqual([organization, organization, organization])
  expect(sent.map(({ url }) => url.split('?')[1])).toEqual(
    [1, 2, 3].map((number) => `size=100&q=water&page=${number}`),
  )
})

test('a path that could be another host is refused before it is sent', async () => {
  const { directory, sent } = clientAt(() => success({}), { apiKey })
  await expect(directory.ask('@example.net/')).rejects.toThrow(TypeError)
  expect(sent).toEqual([])
})

test('find takes the parameters and sort orders of the shipped search template', () => {
  const file = join(__dirname, '../../../config/search-templates/find.yml')
  const { parameters } = parse(readFileSync(file, 'utf8'), { merge: true })
  const source = readFileSync(join(__dirname, '../../../packages/client/src/templates.ts'), 'utf8')
  const [, block = ''] = /interface FindParameters \{\n([\s\S]*?)\n\}/.exec(source)!
  const names = [...block.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name)
  expect(names).toEqual([...Object.keys(parameters), 'fields', 'facets', 'explain', 'understand'])
  const [, orders = ''] = /sort\?:([^/]*)/.exec(block)!
  const sorts = [...orders.matchAll(/'(-?\w+)'/g)].map(([, name]) => name)
  expect(sorts).toEqual(Object.keys(parameters.sort.choices))
})

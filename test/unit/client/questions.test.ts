import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { DirectoryClient } from '../../../client/src/index.js'
import { clientAt, failure, success } from './door.js'

const apiKey = 'npd_abcdefgh_secretsecretsecretsecretsecretsecret01'
const root = '/base/api/v1/organizations'
const organization = { id: 'org-0002', name: 'Water' }
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
  ['find all', (directory) => directory.find({}), root, page, page],
  [
    'find',
    (directory) =>
      directory.find({
        ...{ q: 'food bank & more', near: { lat: 41.8, lon: -71.4 } },
        ...({ region: undefined } as object),
        ...{ revenue_min: 0, fields: ['id', 'name'], facets: ['region'] },
      }),
    `${root}?q=food+bank+%26+more&near=41.8%2C-71.4&revenue_min=0&fields=id%2Cname&facets=region`,
    ...([page, page] as const),
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

test('an organization that does not exist is an ApiError', async () => {
  const { directory } = clientAt(() => failure(404, 'NOT_FOUND'), { apiKey })
  await expect(directory.organization('none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('find takes the parameters and sort orders of the shipped question', () => {
  const file = join(__dirname, '../../../config/questions/organizations.yml')
  const { parameters } = parse(readFileSync(file, 'utf8'), { merge: true })
  const source = readFileSync(join(__dirname, '../../../client/src/questions.ts'), 'utf8')
  const [, block = ''] = /interface FindQuestion \{\n([\s\S]*?)\n\}/.exec(source)!
  const names = [...block.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name)
  expect(names).toEqual([...Object.keys(parameters), 'fields', 'facets', 'explain'])
  const [, orders = ''] = /sort\?:([^/]*)/.exec(block)!
  const sorts = [...orders.matchAll(/'(-?\w+)'/g)].map(([, name]) => name)
  expect(sorts).toEqual(Object.keys(parameters.sort.choices))
})

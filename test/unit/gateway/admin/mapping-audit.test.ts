import { auditMappings, warnOfMappings } from '../../../../gateway/admin/mapping-audit.js'
import { log } from '../../../../kit/log/log.js'
import type { Backends } from '../../../../plugins/kit/policy.js'
import { ofElasticsearch } from '../../../support/fault-engine.js'
import { startService } from '../../../support/service.js'

/** What is told of fields that do more than they show, by engines that show their mappings or not. */
const text = { type: 'text', fields: { meaning: { type: 'semantic_text', inference_id: 'elser' } } }
const address = { town: { type: 'alias', path: 'city' }, city: { type: 'keyword' } }
const relation = { type: 'join', relations: { a: 'b' } }
const mappings = {
  'organization-serp-000001': {
    mappings: {
      dynamic: 'strict',
      runtime: { age: { type: 'long', script: { source: 'hunter2' } } },
      properties: {
        name: text,
        summary: { type: 'semantic_text' },
        address: { properties: address },
        members: { type: 'nested', properties: { relation } },
        alias: { type: 'keyword' },
      },
    },
  },
  'organization-serp-000002': {
    mappings: {
      dynamic: 'runtime',
      properties: { name: text, gist: { type: 'semantic' }, watch: { type: 'percolator' } },
    },
  },
}
const fields = {
  employees: { long: { type: 'long', searchable: true, aggregatable: true } },
  watch: { percolator: { type: 'percolator' } },
  summary: { text: { type: 'text' } },
  name: { text: {} },
}
const family = 'organization-serp'

/** How the engine answers `_mapping` of the first family. */
let mapping: [status: number, body: object] | undefined
let backends: Backends[]
let engine: Awaited<ReturnType<typeof startService>>
const [warn, info] = [jest.spyOn(log, 'warn'), jest.spyOn(log, 'info')]
for (const told of [warn, info]) told.mockReturnValue(undefined)

beforeAll(async () => {
  engine = await startService((req, res) => {
    if (!mapping) return void res.destroy()
    const [, asked = '', call = ''] = /^\/([\w-]+)\*\/(\w+)/.exec(req.url!) ?? []
    const ofFamily = asked === family
    const [status, body] =
      call === '_mapping' ? (ofFamily ? mapping : [mapping[0], {}]) : [200, { fields: {} }]
    res.writeHead(status, ofElasticsearch)
    res.end(JSON.stringify(call === '_field_caps' && ofFamily ? { fields } : body))
  })
  const access = { nodes: [engine.url], apiKey: 'aHVudGVyMg==' }
  backends = [{ searched: { engine: access, prefixes: [family, 'map-serp'] } }]
})
afterAll(() => engine.close())
afterEach(() => jest.clearAllMocks())

const warnings = () => warn.mock.calls as unknown[][]

test('each such field is a warning', async () => {
  mapping = [200, mappings]
  const flagged = [
    { family, field: 'name.meaning', kind: 'semantic_text' },
    { family, field: 'summary', kind: 'semantic_text' },
    { family, field: 'address.town', kind: 'alias' },
    { family, field: 'members.relation', kind: 'join' },
    { family, field: 'age', kind: 'runtime' },
    { family, field: 'gist', kind: 'semantic' },
    { family, field: 'watch', kind: 'percolator' },
    { family, field: '*', kind: 'runtime' },
  ]
  expect(await auditMappings(backends)).toEqual({ by: 'mappings', flagged })
  await warnOfMappings(backends)
  expect(warnings().map(([place]) => place)).toEqual(flagged)
  expect(warnings()[1]![1]).toMatch(
    /^summary is a semantic_text field: a plain match on it runs inference/,
  )
  expect(JSON.stringify(warnings())).not.toMatch(/hunter2|aHVudGVyMg/)
})

test('without the privilege, what the types tell, and a word on it', async () => {
  mapping = [403, { error: { type: 'security_exception' }, status: 403 }]
  const flagged = [{ family, field: 'watch', kind: 'percolator' }]
  expect(await auditMappings(backends)).toEqual({ by: 'types', flagged })
  await warnOfMappings(backends)
  expect(warnings().map(([place]) => place)).toEqual(flagged)
  expect(info).toHaveBeenCalledWith(
    expect.stringMatching(/cannot be checked .*view_index_metadata$/),
  )
})

test('an engine that tells nothing is asked again', async () => {
  mapping = undefined
  const timers = jest.spyOn(globalThis, 'setTimeout')
  await warnOfMappings(backends)
  expect(warnings()).toEqual([])
  mapping = [200, mappings]
  const [again] = timers.mock.calls.find(([, ms]) => ms === 10_000)!
  again()
  while (warnings().length < 8) await new Promise((done) => setImmediate(done))
})

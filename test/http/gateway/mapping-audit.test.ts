import { rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { startService } from '../../support/service.js'
import { configCopy, startStack, testEnvironment } from '../../support/stack.js'
import { until } from '../../support/until.js'
import { type RunningHost, startHost } from './project.js'

/**
 * What the gateway says of fields that do more than they show, before engines that show their
 * mappings, or do not.
 */
const text = { type: 'text', fields: { meaning: { type: 'semantic_text', inference_id: 'elser' } } }
const mappings = {
  'organization-serp-000001': {
    mappings: {
      dynamic: 'strict',
      runtime: { age: { type: 'long', script: { source: 'hunter2' } } },
      properties: {
        name: text,
        summary: { type: 'semantic_text' },
        address: {
          properties: { town: { type: 'alias', path: 'city' }, city: { type: 'keyword' } },
        },
        members: {
          type: 'nested',
          properties: { relation: { type: 'join', relations: { a: 'b' } } },
        },
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

/** Of a search through all documents, which takes too long. */
const slowAnswer = {
  took: 60_000,
  hits: { total: { value: 1_900_000 }, hits: [] },
  aggregations: { min0: { value: 1 }, max0: { value: 9 } },
}

type Engine = (req: IncomingMessage, res: ServerResponse) => void
const engine =
  (mapping: (family: string) => [status: number, body: object]): Engine =>
  (req, res) => {
    const [, family = '', call = ''] = /^\/([\w-]+)\*\/(\w+)/.exec(req.url!) ?? []
    const [status, body] =
      call === '_mapping'
        ? mapping(family)
        : [
            200,
            call === '_search'
              ? slowAnswer
              : { fields: call === '_field_caps' && family === 'organization-serp' ? fields : {} },
          ]
    res.writeHead(status, {
      'Content-Type': 'application/json',
      'X-Elastic-Product': 'Elasticsearch',
    })
    res.end(JSON.stringify(body))
  }
const organizationSerp = (family: string): [number, object] => [
  200,
  family === 'organization-serp' ? mappings : {},
]

/**
 * A gateway with the shipped configuration before this engine; what it warns of, and what it shows.
 */
async function audited(listener: Engine, isDone: (output: string) => boolean) {
  const service = await startService(listener)
  const folder = configCopy()
  const away = 'http://127.0.0.1:1'
  let host: RunningHost | undefined
  try {
    host = await startHost(
      testEnvironment(`${folder}/data`, folder, {
        ELASTICSEARCH_URL: service.url,
        ELASTICSEARCH_API_KEY: 'aHVudGVyMg==',
        AUTH_INTERNAL_URL: away,
        AUTH_SERVICE_URL: away,
        SERVICE_SECRET: 'the-service-secret-of-this-very-test',
      }),
    )
    await until(() => isDone(host!.output()))
    const { engine } = (await (await fetch(`${host.adminUrl}/status`)).json()) as {
      engine: { fields: unknown; warnings?: string[] }
    }
    const lines = host
      .output()
      .split('\n')
      .filter((line) => line.includes('"kind"') || line.includes('view_index_metadata'))
    return {
      told: engine.fields,
      warnings: engine.warnings,
      lines: lines.map((line) => JSON.parse(line)),
      output: host.output(),
    }
  } finally {
    await host?.stop()
    await service.close()
    rmSync(folder, { recursive: true })
  }
}

const family = 'organization-serp'

test('each such field is a warning, and stands in /status', async () => {
  const { told, lines, output } = await audited(engine(organizationSerp), (said) =>
    said.includes('percolator'),
  )
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
  expect(told).toEqual({ by: 'mappings', flagged })
  expect(lines).toEqual(
    flagged.map((field) => expect.objectContaining({ level: 'warn', ...field })),
  )
  expect(lines[1].msg).toMatch(
    /^summary is a semantic_text field: a plain match on it runs inference/,
  )
  expect(output).not.toMatch(/hunter2|aHVudGVyMg/)
})

test('without the privilege, what the types tell, and a word on it', async () => {
  const forbidden = engine(() => [403, { error: { type: 'security_exception' }, status: 403 }])
  const { told, lines } = await audited(forbidden, (said) => said.includes('view_index_metadata'))
  const flagged = [{ family, field: 'watch', kind: 'percolator' }]
  expect(told).toEqual({ by: 'types', flagged })
  expect(lines).toEqual([
    expect.objectContaining({ level: 'warn', ...flagged[0] }),
    expect.objectContaining({
      level: 'info',
      msg: expect.stringContaining('cannot be checked'),
    }),
  ])
})

test('a cost limit that lets a search take longer than its deadline is a warning, and in /status', async () => {
  const advice =
    /^a search at the cost limit of 1600 may take [\d.]+ s with 1900000 documents, longer than its deadline of 10 s: set maxCost to \d+ or less$/
  const { warnings, output } = await audited(engine(organizationSerp), (said) =>
    said.includes('cost limit'),
  )
  expect(warnings).toEqual([expect.stringMatching(advice)])
  const said = output.split('\n').filter((line) => line.includes('cost limit'))
  expect(said.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'warn', msg: warnings![0] }),
  ])
})

test('an engine that tells nothing is asked again', async () => {
  let isThere = false
  const later: Engine = (req, res) => {
    if (isThere) engine(organizationSerp)(req, res)
    else res.destroy()
    if (req.url?.includes('_field_caps')) setTimeout(() => (isThere = true), 200)
  }
  const { told, lines } = await audited(later, (said) => said.includes('"kind":"percolator"'))
  expect(told).toMatchObject({ by: 'mappings' })
  expect(lines).toHaveLength(8)
}, 60_000)

test('what the loader makes and the embedded engine holds has none of them', async () => {
  const stack = await startStack()
  const { engine } = (await (await fetch(`${stack.gateway.adminUrl}/status`)).json()) as {
    engine: { fields: object }
  }
  await stack.stop()
  expect(engine.fields).toEqual({ by: 'mappings', flagged: [] })
})

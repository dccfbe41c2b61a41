import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { families } from '../../directory/loader/record/format.js'
import { type LoadTarget, openTarget } from '../../directory/loader/write/target.js'
import { changesContract } from '../support/changes.js'
import { sourceContract, statedSource } from '../support/data-source.js'
import { madeUpOrganizations } from '../support/made-up.js'
import { ownFieldsContract } from '../support/own-fields.js'
import { built } from '../support/stack.js'
import { type Door, openDoor } from './door.js'
import { heldIndices } from './families.js'
import { ElasticsearchNode } from './node/node.js'

const run = promisify(execFile)
const all = { query: { match_all: {} }, size: 0 }

let folder: string
let file: string
let node: ElasticsearchNode
let target: LoadTarget
let door: Door
/** Organizations that `npm run load` said it loaded. */
let loaded: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'directory-indices-'))
  file = join(folder, 'sample.ndjson')
  writeFileSync(
    file,
    madeUpOrganizations()
      .map((one) => `${JSON.stringify(one)}\n`)
      .join(''),
  )
  node = await new ElasticsearchNode().start()
  target = openTarget(node.url, {})
  const env = { ...process.env, ELASTICSEARCH_URL: node.url }
  const args = [join(built, 'directory/loader/main.js'), file, ...statedSource]
  const { stdout } = await run(process.execPath, args, { env })
  loaded = Number(
    /([\d,]+) organizations loaded, 0 rows refused/.exec(stdout)![1]!.replaceAll(',', ''),
  )
  door = await openDoor({ engine: node.url })
})
afterAll(async () => {
  await door?.close()
  await target?.close()
  await node.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function expectDone(
  method: 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<void> {
  const answer = await target.send(method, path, body)
  expect(answer).toMatchObject({ status: expect.any(Number), body: {} })
  expect(answer.status).toBeLessThan(300)
}

async function total(index: string): Promise<number> {
  const { status, body } = await door.search(index, all)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data.total
}

describe.each(families)('$alias', ({ alias, index, mappings }) => {
  test('the load is whole under its bare name and its pattern', async () => {
    expect(loaded).toBeGreaterThan(500)
    for (const name of [alias, `${alias}*`, `${alias}-*`, index])
      expect([name, await total(name)]).toEqual([name, loaded])
  })

  test('a further index is mapped and ordered alike, and found under the bare name', async () => {
    const further = `${alias}-000002`
    await expectDone('PUT', `/${further}`)
    for (const name of [index, further]) {
      const { body } = await target.send('GET', `/${name}`)
      // documents lie in the order of exports
      expect((body as Record<string, object>)[name]).toMatchObject({
        ...{ mappings, aliases: { [alias]: {} } },
        settings: { index: { sort: { field: 'id' } } },
      })
    }
    const document = { id: 'new-1', name: 'Zephyrine', region: 'New Land' }
    await expectDone('PUT', `/${further}/_doc/new-1?refresh=true`, document)
    for (const query of [{ match: { name: 'zephyrine' } }, { term: { region: 'New Land' } }]) {
      const { body } = await door.search(alias, { query })
      expect(body.data.results).toEqual([expect.objectContaining({ id: 'new-1' })])
    }
    await expectDone('DELETE', `/${further}`)
  })
})

describe('an index that is not well', () => {
  test('missing: the caller’s mistake by name, an empty result by pattern', async () => {
    const { status, body } = await door.search('organization-serp-missing', all)
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      { index: { _errors: ['index does not exist'] } },
    ])
    expect(await total('organization-serp-missing*')).toBe(0)
  })

  test('closed: told by its name and by its alias, passed over by pattern', async () => {
    await expectDone('PUT', '/map-serp-closed')
    await expectDone('POST', '/map-serp-closed/_close')
    for (const name of ['map-serp-closed', 'map-serp']) {
      // the template made it one of the alias's indices
      const { status, body } = await door.search(name, all)
      expect([name, status, body.error?.details]).toEqual([
        name,
        400,
        { index: { _errors: ['index is closed'] } },
      ])
    }
    expect(await total('map-serp*')).toBe(loaded)
    await expectDone('DELETE', '/map-serp-closed')
  })

  test('red: never part of the hits as if it were all, and no harm to the other families', async () => {
    const nowhere = { 'index.routing.allocation.require._name': 'no-such-node' }
    await expectDone('PUT', '/organization-entity-red?wait_for_active_shards=0', {
      settings: nowhere,
    })
    const { body: health } = await target.send('GET', '/_cluster/health/organization-entity-red')
    expect(health).toMatchObject({ status: 'red' })
    for (const index of [
      'organization-entity-red',
      'organization-entity*',
      'organization-entity',
    ]) {
      const { status, body } = await door.search(index, all)
      expect([status, body.error.code]).toEqual([503, 'ELASTICSEARCH_UNAVAILABLE'])
    }
    expect(await total('organization-serp')).toBe(loaded)
    expect((await door.nodes()).map(({ healthy }) => healthy)).toEqual([true])
    await expectDone('DELETE', '/organization-entity-red')
    expect(await total('organization-entity')).toBe(loaded)
  })
})

test('--replace: who searches meanwhile sees all organizations, by every way to name them, and no error', async () => {
  const answers: Record<string, number> = {}
  let isOver = false
  const searching = (async () => {
    for (let i = 0; !isOver; i++) {
      const index = families[i % 3]!.alias + ['', '*', '-*'][Math.floor(i / 3) % 3]
      const path = `/${index}/_search?allow_partial_search_results=false&filter_path=hits.total.value,error.reason`
      const { status, body } = await target.send('POST', path, { ...all, track_total_hits: true })
      const told = `${status} ${JSON.stringify(body)}`
      answers[told] = (answers[told] ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  const env = { ...process.env, ELASTICSEARCH_URL: node.url }
  for (let round = 0; round < 2; round++) {
    // an index that patterns mean, then one that they do not
    const args = [join(built, 'directory/loader/main.js'), '--replace', file]
    const { stdout, stderr } = await run(process.execPath, args, { env })
    expect([stdout, stderr]).toEqual([
      expect.stringMatching(/^map-serp +[\d,]+ organizations, 0 samples among them$/m),
      '',
    ])
  }
  isOver = true
  await searching
  expect(Object.keys(answers)).toEqual([`200 {"hits":{"total":{"value":${loaded}}}}`])
  expect(Object.values(answers)[0]).toBeGreaterThan(30)
  const { status, body } = await door.search('organization-serp*', all)
  expect([status, body.data.total, (await heldIndices(target)).length]).toEqual([200, loaded, 3])
})

test('a cluster that holds organizations is left alone unless told otherwise', async () => {
  const held = await heldIndices(target)
  const env = { ...process.env, ELASTICSEARCH_URL: node.url, TEST_ENGINE_OVERWRITE: '' }
  const refusal = await run(process.execPath, [join(built, 'test/engine/run.js')], { env }).catch(
    (error) => error,
  )
  expect([refusal.code, refusal.stderr]).toEqual([
    1,
    expect.stringContaining('TEST_ENGINE_OVERWRITE=1'),
  ])
  expect(await heldIndices(target)).toEqual(held)
  expect(await total('organization-serp')).toBe(loaded)
})

sourceContract(() => ({ stack: door.stack }))

describe('fields of an organization’s own', () => {
  ownFieldsContract(() => ({ engineUrl: node.url, stack: door.stack }))
})

describe('what changed', () => {
  changesContract(() => ({ engineUrl: node.url, stack: door.stack }))
})

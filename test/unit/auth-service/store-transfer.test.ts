import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { readBackup, writeBackup } from '../../../auth-service/store/backup-file.js'
import { openStore } from '../../../auth-service/store/open.js'
import { kinds, type Store } from '../../../auth-service/store/store.js'
import { fill, type Tables } from '../../../auth-service/store/transfer.js'
import { Engine } from '../../../packages/embedded-engine/src/engine.js'
import { createEngineServer } from '../../../packages/embedded-engine/src/server.js'
import { temporaryFolder } from '../../support/auth-service.js'
import { serviceOf } from '../../support/service.js'
import { key, oddIds, samples } from '../../support/store-records.js'

/** Records of every kind, and more keys than go into one request. */
const tables: Tables = {
  users: new Map([['1', samples.users.record]]),
  emails: new Map(oddIds.map((id, userId) => [id, { userId }])),
  sessions: new Map([['s', samples.sessions.record]]),
  apiKeys: new Map(Array.from({ length: 501 }, (_, i) => [`k${i}`, key(`k${i}`)])),
  signingKeys: new Map([['k4.pid.x', samples.signingKeys.record]]),
  links: new Map([['l', samples.links.record]]),
}
const total = kinds.reduce((sum, kind) => sum + tables[kind].size, 0)

describe('a copy that is interrupted', () => {
  const engine = createEngineServer(new Engine())
  /** Writes that still get through the door in front of the engine; a read changes nothing. */
  let left = 0
  /** Whether the one after them is done, and only its answer lost. */
  let isLastDone = false
  const door = createServer((req, res) => {
    const isWrite = req.method === 'PUT' || req.url!.includes('/_bulk')
    if (isWrite) left--
    const isLost = isWrite && left === -1 && isLastDone
    if (left < 0 && !isLost) {
      req.socket.destroy()
      return
    }
    if (isLost) {
      res.end = () => {
        req.socket.destroy()
        return res
      }
    }
    engine.emit('request', req, res)
  })
  let services: Awaited<ReturnType<typeof serviceOf>>[]
  let engineUrl: string
  let doorUrl: string
  beforeAll(async () => {
    services = [await serviceOf(engine), await serviceOf(door)]
    engineUrl = services[0]!.url
    doorUrl = services[1]!.url
  })
  afterAll(() => Promise.all(services.map(({ close }) => close())))

  const copy = async (url: string, index: string) => {
    const store = await openStore({
      AUTH_STORE: 'elasticsearch',
      AUTH_ELASTICSEARCH_URL: url,
      AUTH_INDEX: index,
    })
    return using(store, (store) => fill(store, tables))
  }

  test('at any write, done or not, is whole after it was run again: nothing lost, nothing doubled', async () => {
    let point = 0
    for (let isWhole = false; !isWhole; point++) {
      const index = `auth-copy-${point}`
      left = Math.floor(point / 2)
      isLastDone = point % 2 === 1
      isWhole = await copy(doorUrl, index).then(
        () => true,
        () => false,
      )
      const rows = await copy(engineUrl, index) // which reads all of it back
      expect(rows.map(({ table, records }) => [table, records])).toEqual(
        kinds.map((kind) => [kind, tables[kind].size]),
      )
      const counted = await fetch(`${engineUrl}/${index}/_count`)
      expect(await counted.json()).toMatchObject({ count: total })
    }
    // the index, a request for each kind and one more for the keys, and the whole copy
    expect(point).toBe(2 * (1 + kinds.length + 1) + 1)
  })
})

describe('a backup', () => {
  let folder: string
  beforeEach(() => {
    folder = temporaryFolder()
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('holds every record, whatever letters are in it', async () => {
    const file = join(folder, 'backup')
    await writeBackup(file, tables)
    expect(await readBackup(file)).toEqual(tables)
  })

  const cutOff = 'it is cut off, or not JSON'
  test.each<[reason: string, damage: (text: string) => string]>([
    [cutOff, (text) => text.slice(0, -40)],
    [cutOff, () => 'hello'],
    ['it holds 0 of 1 records of signingKeys', (text) => linesOf(text).slice(0, -2).join('')],
    ['the checksum of users is wrong', (text) => text.replace('admin', 'admim')],
    ['it holds records of an unknown kind', (text) => `${text}["groups","1",{}]\n`],
    ['it holds 1 of 0 records', (text) => `{"format":1}\n${linesOf(text).slice(1).join('')}`],
    ['its format is not 1', (text) => text.replace('"format":1', '"format":2')],
  ])('is refused where %s (%#)', async (reason, damage) => {
    const file = join(folder, 'backup')
    await writeBackup(file, tables)
    writeFileSync(file, damage(readFileSync(file, 'utf8')))
    await expect(readBackup(file)).rejects.toThrow(`${file} is not a complete backup (${reason}`)
  })
})

const linesOf = (text: string) => text.split(/(?<=\n)/)

async function using<Result>(
  store: Store,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

import type { AddressInfo } from 'node:net'
import { Engine } from '../engine.js'
import { createEngineServer } from '../server.js'
import { walk } from './alias-walk.js'

test('aliases and hidden indices are as in a real node', async () => {
  const server = createEngineServer(new Engine())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  expect(await walk(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toEqual([])
  server.close()
})

import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { OwnerBackpressure } from '../../../../plugins/kit/owner-backpressure.js'

const bytes = 9 * 1024 * 1024

/** The row of a connection from local port 8080 to remote port 40000, with so many unsent bytes. */
const row = (unsent: string) => `1: 0100007F:1F90 0100007F:9C40 01 ${unsent}:00000000 00:00000000`

/** Counts an answer that Node has handed to the kernel, beside a table that a test may change. */
function held() {
  let table = row('00004000')
  const kernel = {
    set(text: string) {
      table = text
    },
  }
  const counts = new OwnerBackpressure((name) => (name === 'tcp' ? table : ''))
  const socket = Object.assign(new EventEmitter(), {
    localPort: 8080,
    remotePort: 40000,
    destroyed: false,
  }) as unknown as Socket
  const res = Object.assign(new EventEmitter(), { socket, closed: false })
  counts.add('1', bytes, res as unknown as ServerResponse)
  res.emit('close')
  return { counts, kernel, socket }
}

test('an answer that the kernel has not sent counts as unread, for its owner alone', () => {
  const { counts } = held()
  expect(() => counts.check('1')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
  expect(() => counts.check('2')).not.toThrow()
})

test.each<[string, (parts: ReturnType<typeof held>) => void]>([
  ['the kernel has sent all of it', ({ kernel }) => kernel.set(row('00000000'))],
  ['its row is gone', ({ kernel }) => kernel.set('')],
  ['its connection is closed', ({ socket }) => void socket.emit('close')],
])('it no longer counts when %s', async (_, happens) => {
  const parts = held()
  expect(() => parts.counts.check('1')).toThrow()
  happens(parts)
  await wait(150) // the table is read ten times a second at most
  expect(() => parts.counts.check('1')).not.toThrow()
})

test.each([
  ['another local port', row('00000000').replace('1F90', '1F91')],
  ['another remote port', row('00000000').replace('9C40', '9C41')],
])('rows of %s say nothing of it', (_, other) => {
  const { counts, kernel } = held()
  kernel.set(`${other}\n${row('00000001')}`)
  expect(() => counts.check('1')).toThrow()
})

import { EventEmitter } from 'node:events'
import { usageCounter } from '../../../../kit/usage/counter.js'
import { recordWhenClosed } from '../../../../plugins/envelope/access-log.js'

jest.mock('../../../../kit/usage/counter.js', () => ({ usageCounter: { count: jest.fn() } }))

const search = { cost: { total: 2.5 } }

test.each([
  ['a search', { search }, 2.5],
  ['one that a throttle refused', { search, code: 'RATE_LIMITED', limit: 'prices' }, 0],
  ['one that was refused after the throttles', { search, code: 'RATE_LIMITED' }, 2.5],
  ['one whose engine failed', { search, code: 'SERVICE_UNAVAILABLE' }, 2.5],
  ['no search', {}, 0],
])('the cost of %s', (_, members, cost) => {
  const res = Object.assign(new EventEmitter(), { writableFinished: true, statusCode: 200 })
  const caller = { kind: 'api-key', ownerId: '1', credentialId: 'a' }
  const req = { socket: { bytesWritten: 0 } }
  const context = { caller, startedAt: 0, steps: { end: () => {} }, ...members }
  recordWhenClosed(req as never, res as never, context as never, { isLogged: false } as never)
  res.emit('close')
  expect(usageCounter!.count).toHaveBeenLastCalledWith(
    caller,
    expect.objectContaining({ cost, bytes: 0 }),
  )
})

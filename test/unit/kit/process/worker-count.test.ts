import { availableParallelism } from 'node:os'
import { dividedLimits } from '../../../../edge/connection-limits.js'
import { workersSetting } from '../../../../kit/process/worker-count.js'

/** docs/processes.md: how many workers there are, and what each has of the limits of connections. */
test.each([
  [undefined, 1],
  ['3', 3],
  ['64', 64],
  ['auto', Math.min(availableParallelism(), 64)],
])('WORKERS=%s makes %i', (WORKERS, wanted) => {
  expect(workersSetting({ WORKERS })).toBe(wanted)
})

test.each(['0', '65', '-1', '1.0', '01', '1e0', '0x1', ' 1', 'AUTO', 'two'])(
  'WORKERS=%j is refused',
  (WORKERS) => {
    expect(() => workersSetting({ WORKERS })).toThrow(
      'WORKERS must be a whole number between 1 and 64, or auto',
    )
  },
)

test.each([
  [1, 10_000, 4096],
  [3, 3334, 1366],
])('each of %i workers takes its part of the connections', (processes, inAll, perAddress) => {
  const limits = { inAll: 10_000, perAddress: 4096, isTrusted: () => false }
  expect(dividedLimits(limits, processes)).toMatchObject({ inAll, perAddress })
})

import { MemoryWindows, type Windows } from '../../../../kit/rate-limit/windows.js'
import { limitsContract } from '../../../support/limits-contract.js'

const here = (limit: number, seconds: number) => new MemoryWindows({ limit, seconds, maxKeys: 10 })

/**
 * The same windows as another process would keep them: every answer is a promise. test/redis asks a
 * real one.
 */
function elsewhere(windows: MemoryWindows): Windows {
  const { limit, seconds } = windows
  return {
    limit,
    seconds,
    take: async (key, weight, now) => windows.take(key, weight, now),
    giveBack: async (taken, weight) => windows.giveBack(taken, weight),
  }
}

describe('limits in memory', () => limitsContract(here))
describe('limits elsewhere', () =>
  limitsContract((limit, seconds) => elsewhere(here(limit, seconds))))

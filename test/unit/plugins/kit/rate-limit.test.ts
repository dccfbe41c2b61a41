import type { WindowLength } from '../../../../kit/rate-limit/window-length.js'
import { MemoryWindows, type Windows } from '../../../../kit/rate-limit/windows.js'
import { limitsContract } from '../../../support/limits-contract.js'

const here = (length: WindowLength) => new MemoryWindows({ length, maxKeys: 10 })

/**
 * The same windows as another process would keep them: every answer is a promise. test/redis asks a
 * real one.
 */
function elsewhere(length: WindowLength): Windows {
  const windows = here(length)
  return { length, take: async (...taking) => windows.take(...taking) }
}

describe('limits in memory', () => limitsContract(here))
describe('limits elsewhere', () => limitsContract(elsewhere))

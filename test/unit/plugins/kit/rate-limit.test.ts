import type { WindowLength } from '../../../../kit/rate-limit/window-length.js'
import { MemoryWindows } from '../../../../kit/rate-limit/windows.js'
import { limitsContract } from '../../../support/limits-contract.js'

const here = (length: WindowLength) => new MemoryWindows({ length, maxKeys: 10 })

describe('limits in memory', () => limitsContract(here))

import { open, rm } from 'node:fs/promises'
import { openStore } from '../../../auth-service/store/open.js'
import { temporaryFolder } from '../../support/auth-service.js'
import { boundedSessions } from '../../support/bounded-sessions.js'
import { type StorePlace, storeContract } from '../../support/store-contract.js'

/** A folder; it is full while writing a file fails as on a full disk. */
async function makeFolder(): Promise<StorePlace> {
  const folder = temporaryFolder()
  return {
    open: () => openStore({ AUTH_STORE: 'lowdb', DATA_DIR: folder }),
    async fill() {
      const handle = await open(process.execPath)
      const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
        code: 'ENOSPC',
      })
      const spy = jest.spyOn(Object.getPrototypeOf(handle), 'writeFile').mockRejectedValue(full)
      await handle.close()
      return async () => spy.mockRestore()
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

describe('the lowdb store', () => storeContract(makeFolder))
describe('sessions in the lowdb store', () => boundedSessions(makeFolder))

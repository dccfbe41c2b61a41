import { randomUUID } from 'node:crypto'
import { openStore } from '../../../auth-service/store/open.js'
import { boundedSessions } from '../../support/bounded-sessions.js'
import { type StorePlace, storeContract } from '../../support/store-contract.js'

const url = process.env.TEST_ENGINE_URL!

/**
 * An index; it is full while it holds the block that Elasticsearch sets at the flood-stage
 * watermark of its disk.
 */
async function makeIndex(): Promise<StorePlace> {
  const index = `auth-test-contract-${randomUUID()}`
  const block = async (blocked: true | null) => {
    const body = JSON.stringify({ 'index.blocks.read_only_allow_delete': blocked })
    const headers = { 'content-type': 'application/json' }
    const { ok } = await fetch(`${url}/${index}-1/_settings`, { method: 'PUT', headers, body })
    if (!ok) throw new Error('the index takes no settings')
  }
  return {
    open: () =>
      openStore({ AUTH_STORE: 'elasticsearch', AUTH_ELASTICSEARCH_URL: url, AUTH_INDEX: index }),
    async fill() {
      await block(true)
      return () => block(null)
    },
    async remove() {
      await fetch(`${url}/${index}-1`, { method: 'DELETE' })
    },
  }
}

describe('the Elasticsearch store', () => storeContract(makeIndex))
describe('sessions in the Elasticsearch store', () => boundedSessions(makeIndex))

import { randomUUID } from 'node:crypto'
import { createUsed } from '../../../kit/usage/counts.js'
import { openUsageStore } from '../../../kit/usage/open.js'
import { type UsagePlace, usageContract } from '../../support/usage-contract.js'

const url = process.env.TEST_ENGINE_URL!
const env = (index: string) => ({
  AUTH_STORE: 'elasticsearch',
  AUTH_ELASTICSEARCH_URL: url,
  AUTH_INDEX: index,
})

async function indicesOf(index: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}/${index}-usage-*?expand_wildcards=all`)
  return (await answer.json()) as Record<string, unknown>
}

async function makeIndices(): Promise<UsagePlace> {
  const index = `auth-test-usage-${randomUUID()}`
  return {
    open: () => openUsageStore(env(index)),
    async remove() {
      for (const name of Object.keys(await indicesOf(index)))
        await fetch(`${url}/${name}`, { method: 'DELETE' })
    },
  }
}

describe('indices', () => usageContract(makeIndices))

test('an index is hidden, with a strict mapping, and begins with AUTH_INDEX', async () => {
  const index = `auth-test-usage-${randomUUID()}`
  const store = await openUsageStore(env(index))
  const hour = '2026-11-25T00:00:00.000Z'
  const row = { hour, owner: '1', key: null, prefix: null, ...createUsed(), requests: 1 }
  await store.write({ series: 'usage', hour, id: 'one', rows: [row] })
  const name = `${index}-usage-2026.11.25`
  expect(await indicesOf(index)).toMatchObject({
    [name]: { mappings: { dynamic: 'strict' }, settings: { index: { hidden: 'true' } } },
  })
  const part = { series: 'usage', hour, id: 'two', rows: [{ ...row, more: 1 }] } as const
  await expect(store.write(part)).rejects.toThrow('strict')
  await fetch(`${url}/${name}`, { method: 'DELETE' })
})

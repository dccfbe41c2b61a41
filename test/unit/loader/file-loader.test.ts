import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileLoader } from '../../../loader/file-loader.js'
import { LoadTotals } from '../../../loader/load-totals.js'
import type { RowRefusal } from '../../../loader/write/bulk.js'
import { until } from '../../support/until.js'

/** Batches that are sent at the same time, in an order that the test decides. */

const folder = mkdtempSync(join(tmpdir(), 'batches-'))
afterAll(() => rmSync(folder, { recursive: true }))

const idle = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** Loads a file of one organization per letter, two in a batch, three batches at a time. */
function start(letters: string, rowsLoaded = 0) {
  const path = join(folder, 'file.ndjson')
  const lines = [...letters].map((id, i) =>
    id === '-' ? 'refused' : JSON.stringify({ id, name: `${i}` }),
  )
  writeFileSync(path, lines.join('\n'))
  const sent = new Map<string, (result: RowRefusal[] | Error) => void>()
  const tally = new LoadTotals(1, () => {})
  const loader = new FileLoader(
    tally,
    (batch) => () =>
      new Promise((resolve, reject) => {
        const ids = batch.map(({ organization }) => organization.id).join('')
        sent.set(ids, (result) => (result instanceof Error ? reject(result) : resolve(result)))
      }),
    { batchSize: 2, parallel: 3, rowsLoaded, warn: () => {} },
  )
  const ended = loader.load([{ path, size: 1 }])
  ended.catch(() => {})
  return {
    ...{ tally, loader, ended },
    /** Waits until these are under way, and sees that no other one is. */
    async expectUnderWay(...batches: string[]) {
      await until(() => sent.size >= batches.length)
      await idle()
      expect([...sent.keys()]).toEqual(batches)
    },
    async answer(ids: string, result: RowRefusal[] | Error = []) {
      await until(() => sent.has(ids))
      sent.get(ids)!(result)
      sent.delete(ids)
      await idle()
    },
  }
}

test('several batches are under way, and all that comes before the first open one is done', async () => {
  const { expectUnderWay, answer, loader, ended, tally } = start('ab-cdefghi')
  await expectUnderWay('ab', 'cd', 'ef')
  await answer('cd')
  await expectUnderWay('ab', 'ef', 'gh')
  expect(loader.rowsDone).toBe(0)
  await answer('ab')
  await expectUnderWay('ef', 'gh', 'i')
  expect(loader.rowsDone).toBe(5)
  for (const ids of ['gh', 'ef', 'i']) await answer(ids)
  await ended
  expect([tally.loaded, tally.refused, tally.rows]).toEqual([9, 1, 10])
})

test.each([
  ['of another batch', 'abacde', ['ab'], ['ac', 'de']],
  ['of the same batch', 'aab', ['a'], ['ab']],
])('a row with the id of one under way, %s, waits for it', async (_, letters, before, after) => {
  const { expectUnderWay, answer, tally, ended } = start(letters)
  await expectUnderWay(...before)
  await answer(before[0]!)
  await expectUnderWay(...after)
  for (const ids of after) await answer(ids)
  await ended
  expect([tally.replaced, tally.rows]).toEqual([1, letters.length])
})

test('rows from the batch on of which the engine refuses one are not done', async () => {
  const { answer, loader, ended } = start('abcdef')
  await answer('ab')
  await answer('cd', [{ line: 3, reason: 'x' }])
  await answer('ef')
  await ended
  expect(loader.rowsDone).toBe(2)
})

test('a batch that fails ends the load when the others are answered; it is not done', async () => {
  const { answer, loader, ended, expectUnderWay } = start('abcdefgh')
  await answer('cd', new Error('broken'))
  await answer('ab')
  await expectUnderWay('ef')
  await answer('ef')
  await expect(ended).rejects.toThrow('broken')
  expect(loader.rowsDone).toBe(2)
})

test('rows that were loaded before are counted and not sent again', async () => {
  const { expectUnderWay, answer, loader, ended, tally } = start('ab-acdef', 4)
  await expectUnderWay('cd', 'ef')
  expect(loader.rowsDone).toBe(4)
  await answer('cd')
  await answer('ef')
  await ended
  expect([tally.loaded, tally.replaced, tally.refused, tally.rows]).toEqual([6, 1, 1, 8])
})

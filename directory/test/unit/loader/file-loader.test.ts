import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from '../../../../test/support/folders.js'
import { until } from '../../../../test/support/until.js'
import { FileLoader } from '../../../loader/file-loader.js'
import { LoadTotals } from '../../../loader/load-totals.js'
import type { RowRefusal } from '../../../loader/write/bulk.js'

/** Batches, whose end the test decides. */

const folder = testFolder()

const idle = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** Loads a file of one organization per letter, two in a batch. */
function start(letters: string, rowsLoaded = 0) {
  const path = join(folder, 'file.ndjson')
  const lines = [...letters].map((id, i) =>
    id === '-' ? 'refused' : JSON.stringify({ id, name: `${i}` }),
  )
  writeFileSync(path, lines.join('\n'))
  const sent = new Map<string, (result: RowRefusal[] | Error) => void>()
  const prepared: string[] = []
  const tally = new LoadTotals(1, () => {})
  const loader = new FileLoader(
    tally,
    (batch) => {
      const ids = batch.map(({ organization }) => organization.id).join('')
      prepared.push(ids)
      return () =>
        new Promise((resolve, reject) => {
          sent.set(ids, (result) => (result instanceof Error ? reject(result) : resolve(result)))
        })
    },
    { batchSize: 2, rowsLoaded, warn: () => {} },
  )
  const ended = loader.load([{ path, size: 1 }])
  ended.catch(() => {})
  return {
    ...{ tally, loader, ended, prepared },
    /** Waits until this one is being sent, and the next one is prepared. */
    async expectSending(ids: string, next: string | undefined) {
      await until(() => sent.has(ids))
      await idle()
      expect([[...sent.keys()], prepared.at(-1)]).toEqual([[ids], next ?? ids])
    },
    async answer(ids: string, result: RowRefusal[] | Error = []) {
      await until(() => sent.has(ids))
      sent.get(ids)!(result)
      sent.delete(ids)
      await idle()
    },
  }
}

test('one batch is sent while the next is prepared, and all before it is done', async () => {
  const { expectSending, answer, loader, ended, tally } = start('ab-cdefg')
  await expectSending('ab', 'cd')
  expect(loader.rowsDone).toBe(0)
  await answer('ab')
  await expectSending('cd', 'ef')
  expect(loader.rowsDone).toBe(3)
  await answer('cd')
  await expectSending('ef', 'g')
  for (const ids of ['ef', 'g']) await answer(ids)
  await ended
  expect(loader.rowsDone).toBe(8)
  expect([tally.loaded, tally.refused, tally.rows]).toEqual([7, 1, 8])
})

test('a row with the id of the same batch is sent after it', async () => {
  const { answer, tally, ended, prepared } = start('aab')
  for (const ids of ['a', 'ab']) await answer(ids)
  await ended
  expect(prepared).toEqual(['a', 'ab'])
  expect([tally.replaced, tally.rows]).toEqual([1, 3])
})

test('rows from the batch on of which the engine refuses one are not done', async () => {
  const { answer, loader, ended } = start('abcdef')
  await answer('ab')
  await answer('cd', [{ line: 3, reason: 'x' }])
  await answer('ef')
  await ended
  expect(loader.rowsDone).toBe(2)
})

test('a batch that fails ends the load, and is not done', async () => {
  const { answer, loader, ended, prepared } = start('abcdefgh')
  await answer('ab')
  await answer('cd', new Error('broken'))
  await expect(ended).rejects.toThrow('broken')
  expect([loader.rowsDone, prepared]).toEqual([2, ['ab', 'cd', 'ef']])
})

test('rows that were loaded before are counted and not sent again', async () => {
  const { expectSending, answer, loader, ended, tally } = start('ab-acdef', 4)
  await expectSending('cd', 'ef')
  expect(loader.rowsDone).toBe(4)
  await answer('cd')
  await answer('ef')
  await ended
  expect([tally.loaded, tally.replaced, tally.refused, tally.rows]).toEqual([6, 1, 1, 8])
})

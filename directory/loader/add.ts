import { Checkpoint, interruptedLoad, loadId } from './replace/checkpoint.js'
import { LoadRecord, recordedLine } from './replace/load-record.js'
import { type Load, loadInto, needSome } from './run-load.js'
import { countOf, prepareIndices, refreshIndices, removeSamples } from './write/indices.js'
import { Interrupted, interruption } from './write/interrupted.js'
import type { LoadTarget } from './write/target.js'

/**
 * Adds the organizations of the files to the existing ones.
 * @throws Error when the files or the engine are at fault, or it is interrupted.
 */
export async function add(target: LoadTarget, load: Load): Promise<void> {
  const indices = await prepareIndices(target, console.error, load.settings)
  const id = await loadId(load)
  const checkpoint = new Checkpoint(target, indices, id)
  const begun = load.resume ? await interruptedLoad(target, checkpoint.index, id) : undefined
  const record = await LoadRecord.begin(target, load.source)
  let hasSamples = true
  const tally = await loadInto(target, load, {
    checkpoint,
    rowsLoaded: begun?.rows ?? 0,
    makeReady(batch) {
      const send = record.readyBatch(indices, batch)
      return async () => {
        const refusals = await send()
        if (hasSamples && refusals.length < batch.length) {
          await removeSamples(target)
          hasSamples = false
        }
        return refusals
      }
    },
  }).catch((error) => {
    throw error instanceof Interrupted ? interruption(error, 'what is loaded remains') : error
  })
  console.log('refreshing the indices')
  await refreshIndices(target, indices)
  needSome(tally)
  console.log('comparing the counts')
  for (const index of indices.values()) {
    const held = await countOf(target, index)
    if (held < tally.loaded)
      throw new Error(`${index} holds ${held} organizations, though ${tally.loaded} were loaded`)
  }
  await checkpoint.clear()
  console.log(recordedLine(await record.end(indices, tally)))
}

import { Checkpoint, loadId } from './replace/checkpoint.js'
import { deleteReplaced } from './replace/leftovers.js'
import { LoadRecord, recordedLine } from './replace/load-record.js'
import {
  abandonReplacement,
  beginReplacement,
  begunReplacement,
  checkReplacement,
  switchTo,
} from './replace/replacement.js'
import { type Load, loadInto, needSome } from './run-load.js'
import type { WriteIndices } from './write/indices.js'
import { Interrupted, interruption } from './write/interrupted.js'
import type { LoadTarget } from './write/target.js'

/**
 * Replaces the existing organizations by those of the files.
 * @throws Error when the files or the engine are at fault, or it is interrupted.
 */
export async function replaceAll(target: LoadTarget, load: Load): Promise<void> {
  const id = await loadId(load)
  const begun = load.resume ? await begunReplacement(target, id) : undefined
  const indices = begun?.indices ?? (await beginReplacement(target, load.settings))
  const checkpoint = new Checkpoint(target, indices, id)
  if (begun?.replaced) console.log('these files are loaded already: nothing is loaded again')
  else await fill(target, load, { indices, checkpoint, rowsLoaded: begun?.rows ?? 0 })
  const replaced = begun?.replaced ?? (await switchTo(target, indices, checkpoint))
  await deleteReplaced(target, replaced)
  await checkpoint.clear() // last, so that --resume deletes what is left
}

/** New indices, and how far they are filled. */
interface Filling {
  indices: WriteIndices
  checkpoint: Checkpoint
  rowsLoaded: number
}

/** Fills the new indices. @throws Error as `replaceAll`. */
async function fill(
  target: LoadTarget,
  load: Load,
  { indices, checkpoint, rowsLoaded }: Filling,
): Promise<void> {
  try {
    const record = await LoadRecord.begin(target, load.source)
    const tally = await loadInto(target, load, {
      checkpoint,
      rowsLoaded,
      makeReady: (batch) => record.readyBatch(indices, batch),
    })
    needSome(tally)
    const kept = load.keepMissing ? await record.keepMissing(indices, tally, load.isAskedToEnd) : 0
    await checkReplacement(target, indices, tally.loaded + kept)
    console.log(recordedLine(await record.end(indices, tally)))
  } catch (error) {
    const remains = 'nothing is replaced, the earlier data remains'
    if (error instanceof Interrupted) throw interruption(error, remains)
    await abandonReplacement(target, indices).catch(() => {}) // the next load reports what is left
    throw new Error(`${(error as Error).message}; ${remains}`)
  }
}

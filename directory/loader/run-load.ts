import type { LoadArguments } from './arguments.js'
import { FileLoader } from './file-loader.js'
import { LoadTotals } from './load-totals.js'
import { ProgressLine } from './progress-line.js'
import { families } from './record/format.js'
import type { Checkpoint } from './replace/checkpoint.js'
import type { Candidate, Send } from './write/bulk.js'
import { askedToEnd, Interrupted } from './write/interrupted.js'
import type { LoadTarget } from './write/target.js'

/** How often the progress of a load is saved, in milliseconds. */
const saveEveryMs = 10_000

/** The files and options of a load. */
export interface Load extends Omit<LoadArguments, 'to' | 'dryRun'> {
  isAskedToEnd(): boolean
}

/** Where the rows of a load go. */
export interface Destination {
  /** Prepares a batch. */
  makeReady(batch: Candidate[]): Send
  checkpoint?: Checkpoint
  /** Rows of the files that were loaded before. */
  rowsLoaded?: number
  /** What happens to an organization, such as `loaded`. */
  done: string
  /** The end of the last line. */
  into: string
  /** Organizations of the batch under way that are loaded. */
  countUnderWay?(): number
}

/** Loads the files into an engine, as `runLoad` does. */
export function loadInto(
  target: LoadTarget,
  load: Load,
  destination: Omit<Destination, 'done' | 'into'>,
): Promise<LoadTotals> {
  const countUnderWay = () => Math.floor(target.countAccepted() / families.length)
  const ends = { done: 'loaded', into: `, into ${target.url}`, countUnderWay }
  return runLoad(load, { ...destination, ...ends })
}

/**
 * Loads the files, reports the progress and saves it. @throws Error as `FileLoader.load`, and
 * Interrupted when it is asked to end.
 */
export async function runLoad(load: Load, to: Destination): Promise<LoadTotals> {
  const line = new ProgressLine()
  const warn = (sentence: string) => {
    line.clear()
    console.error(sentence)
  }
  const size = load.files.reduce((sum, { size }) => sum + size, 0)
  const tally = new LoadTotals(size, warn)
  const makeReady = (batch: Candidate[]) => {
    const send = to.makeReady(batch)
    return async () => {
      if (load.isAskedToEnd()) throw askedToEnd()
      return send()
    }
  }
  const { checkpoint, rowsLoaded = 0 } = to
  const loader = new FileLoader(tally, makeReady, { ...load, rowsLoaded, warn })
  const save = () => checkpoint?.save(loader.rowsDone)
  await save()
  const reporting = setInterval(() => line.show(tally.progress(to.countUnderWay?.())), 1000)
  const saving = setInterval(() => save()?.catch(() => {}), saveEveryMs) // the next one may succeed
  try {
    await loader.load(load.files)
    await save()
  } catch (error) {
    if (error instanceof Interrupted) await save()?.catch(() => {})
    throw error
  } finally {
    clearInterval(reporting)
    clearInterval(saving)
    line.clear()
    for (const text of tally.summary(to.done, to.into)) console.log(text)
  }
  return tally
}

/** @throws Error when the files contain none. */
export function needSome({ loaded }: LoadTotals): void {
  if (loaded === 0) throw new Error('the files contain no organization')
}

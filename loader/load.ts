import type { Candidate, Send } from './bulk.js'
import { rowsOf } from './file.js'
import type { Tally } from './tally.js'

/** A file to load. */
export interface File {
  path: string
  /** Bytes. */
  size: number
}

/** Organizations of one bulk request: three documents each, about half a megabyte in all. */
const batchSize = 500

/**
 * Reads the files one after the other and sends their organizations in batches, each when the one before is answered: of two rows
 * with one id the later one stays.
 * @param makeReady Makes a batch ready to be sent.
 * @throws Error when a file cannot be read, and what `makeReady` and the sending throw.
 */
export async function loadFiles(
  files: readonly File[],
  tally: Tally,
  makeReady: (batch: Candidate[]) => Send,
): Promise<void> {
  let bytesBefore = 0
  for (const { path, size } of files) {
    const where = files.length > 1 ? `${path} ` : ''
    let sending: Promise<void> = Promise.resolve()
    const take = async (batch: Candidate[]) => {
      const send = makeReady(batch) // while the one before is under way
      await sending
      sending = send().then((refusals) => tally.took(batch, refusals, where))
      sending.catch(() => {}) // its failure is met at the next await
    }
    let batch: Candidate[] = []
    const rows = rowsOf(path, (bytes) => tally.readBytes(bytesBefore + bytes))
    try {
      for await (const { line, organization, refusal = '' } of rows) {
        if (organization === undefined) tally.refuse({ line, reason: refusal }, where)
        else batch.push({ line, organization })
        if (batch.length < batchSize) continue
        await take(batch)
        batch = []
      }
      if (batch.length > 0) await take(batch)
    } finally {
      await sending // none is under way when a file turns out to be damaged
    }
    bytesBefore += size
  }
}

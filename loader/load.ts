import type { Candidate, Refusal } from './bulk.js'
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
 * Reads the files one after the other and hands their organizations over in batches.
 * @param take Loads a batch. @returns what was refused of it
 * @throws Error when a file cannot be read, and what `take` throws.
 */
export async function loadFiles(
  files: readonly File[],
  tally: Tally,
  take: (batch: Candidate[]) => Promise<Refusal[]>,
): Promise<void> {
  let bytesBefore = 0
  for (const { path, size } of files) {
    const where = files.length > 1 ? `${path} ` : ''
    let sending: Promise<void> = Promise.resolve()
    const send = async (batch: Candidate[]) => tally.took(batch, await take(batch), where)
    let batch: Candidate[] = []
    const rows = rowsOf(path, (bytes) => tally.readBytes(bytesBefore + bytes))
    try {
      for await (const { line, organization, refusal = '' } of rows) {
        if (organization === undefined) tally.refuse({ line, reason: refusal }, where)
        else batch.push({ line, organization })
        if (batch.length < batchSize) continue
        await sending // one request is under way while the next batch is read
        sending = send(batch)
        batch = []
      }
    } finally {
      await sending // none is under way when a file turns out to be damaged
    }
    if (batch.length > 0) await send(batch)
    bytesBefore += size
  }
}

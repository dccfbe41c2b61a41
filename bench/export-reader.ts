import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { beginExport } from '../test/support/exports.js'

/** What a client got that resumes an export until it is whole. */
export interface ReadExport {
  rows: number
  bytes: number
  /** Of all bytes. */
  hash: string
  /** Rows whose id does not come after that of the row before: doubled or out of order. */
  doubled: number
  /** How often it was resumed. */
  resumed: number
  seconds: number
}

/** A row with its id, the first member that has this name; the last row of a page has a cursor. */
const idIn = /"id":"([^"]*)"/
const cursorIn = /,"_cursor":(?:null|"([^"]+)")\}$/

/**
 * Reads an export of one index, as lines sorted by `id`, to its end.
 * @param breakAfter Bytes after which the connection breaks, each time.
 */
export async function readExport(
  url: string,
  key: string,
  { index, breakAfter = Number.POSITIVE_INFINITY }: { index: string; breakAfter?: number },
): Promise<ReadExport> {
  const startedAt = performance.now()
  const hash = createHash('sha256')
  const read = { rows: 0, bytes: 0, doubled: 0, resumed: 0 }
  let lastId = ''
  let cursor: string | undefined

  /** Keeps the rows up to one with a cursor. @returns whether it was the last row of all. */
  function keep(rows: readonly string[]): boolean {
    for (const row of rows) {
      const id = idIn.exec(row)![1]!
      if (id <= lastId) read.doubled++
      lastId = id
      hash.update(`${row}\n`, 'latin1')
      read.rows++
      read.bytes += row.length + 1
    }
    cursor = cursorIn.exec(rows.at(-1)!)![1]
    return cursor === undefined
  }

  /** One answer. @returns whether the export is whole. */
  async function answer(): Promise<boolean> {
    const query = { index, ...(cursor !== undefined && { cursor }) }
    const res = await beginExport(url, key, { query })
    res.setEncoding('latin1')
    if (res.statusCode !== 200) {
      res.resume()
      await wait(1000)
      return false
    }
    let [rest, size] = ['', 0]
    let page: string[] = []
    for await (const chunk of res) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        page.push(line)
        if (!cursorIn.test(line)) continue
        if (keep(page)) return true
        page = []
      }
      size += chunk.length
      if (size >= breakAfter) break // which destroys it
    }
    return false
  }

  while (!(await answer())) read.resumed++
  const seconds = (performance.now() - startedAt) / 1000
  return { ...read, hash: hash.digest('hex').slice(0, 16), seconds }
}

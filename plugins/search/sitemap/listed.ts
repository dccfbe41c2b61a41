import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RowPage } from '../export/page.js'

/** What the sitemap tells of an organization. */
export interface Listed {
  id: string
  /** Empty where visitors may not see it. */
  name: string
  /** Milliseconds; absent if it is not known. */
  changedAt: number | undefined
}

/** Rows that are read in one turn of the event loop. */
const pieceRows = 100

/** The organizations of a page, piece by piece. */
export async function* listedIn({ text, rows }: RowPage): AsyncGenerator<Listed[]> {
  for (let from = 0; from < rows.length; from += pieceRows) {
    const piece = rows.slice(from, from + pieceRows)
    yield piece.map(({ end }, i) => {
      const start = from + i === 0 ? 0 : rows[from + i - 1]!.end
      return listedOf(JSON.parse(text.toString('utf8', start, end)))
    })
    await nextTurn()
  }
}

function listedOf({ id, name, updated_at }: Record<string, unknown>): Listed {
  const changedAt = new Date((updated_at ?? '') as string).getTime()
  return {
    ...{ id: String(id), name: String(name ?? '') },
    changedAt: Number.isNaN(changedAt) ? undefined : changedAt,
  }
}

import { type Column, type FoundHit, toColumns } from './columns.js'
import type { Body } from './query.js'

/** The most rows that the table shows. Thousands would block the browser. */
export const maxRows = 500

interface ResultTableProps {
  hits: readonly FoundHit[]
  /** The body of the search, which says what the hits are sorted by. */
  body: Body
}

/** The hits as a table. */
export function ResultTable({ hits, body }: ResultTableProps) {
  const columns = toColumns(hits, body)
  const hasHighlights = hits.some((hit) => hit._highlight)
  return (
    <section class="scroll hits" tabIndex={0} aria-label="Table of results">
      <table>
        <thead>
          <tr>
            {hasHighlights && <th scope="col">_highlight</th>}
            {columns.map((column) => (
              <ColumnHead key={column.field} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {hits.slice(0, maxRows).map((hit) => (
            <tr key={hit.id}>
              {hasHighlights && (
                <td>
                  <Highlights texts={Object.values(hit._highlight ?? {}).flat()} />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.field} class={column.isNumber ? 'number' : undefined}>
                  {column.toText(hit)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ColumnHead({ column: { field, isNumber, order } }: { column: Column }) {
  return (
    <th scope="col" class={isNumber ? 'number' : undefined} aria-sort={order}>
      {field}
      {order && <span aria-hidden="true">{order === 'ascending' ? ' ↑' : ' ↓'}</span>}
    </th>
  )
}

/** Texts of `highlight`. The engine writes their marks as tags. */
function Highlights({ texts }: { texts: readonly string[] }) {
  return (
    <>
      {texts
        .flatMap((text) => text.split(/(<em>.*?<\/em>)/g))
        .map((part, i) =>
          part.startsWith('<em>') ? <mark key={i}>{part.slice(4, -5)}</mark> : part,
        )}
    </>
  )
}

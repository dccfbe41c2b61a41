import { type Column, columnsOf, type Found } from './columns.js'
import type { PageOf } from './points.js'
import type { Body } from './query.js'

/** Rows that are shown: thousands would hold up the browser. */
export const mostRows = 500

interface ResultTableProps {
  hits: readonly Found[]
  body: Body
  pageOf: PageOf | undefined
  /** The hit that the pointer is on, here or on the map. */
  marked: string | undefined
  onMark(id: string | undefined): void
}

/** Of the row of a hit, which the map leads to. */
export const rowId = (id: string) => `hit-${id}`

/** The hits: the name, what they are sorted by, then the rest. */
export function ResultTable({ hits, body, pageOf, marked, onMark }: ResultTableProps) {
  const columns = columnsOf(hits, body)
  const isMarked = hits.some((hit) => hit._highlight)
  return (
    <section class="scroll hits" tabIndex={0} aria-label="Table of results">
      <table>
        <thead>
          <tr>
            {isMarked && <th scope="col">Match</th>}
            {columns.map((column) => (
              <Head key={column.field} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {hits.slice(0, mostRows).map((hit) => (
            <tr
              key={hit.id}
              id={rowId(hit.id)}
              class={hit.id === marked ? 'on' : undefined}
              onMouseEnter={() => onMark(hit.id)}
              onMouseLeave={() => onMark(undefined)}
            >
              {isMarked && (
                <td>
                  <Marks texts={Object.values(hit._highlight ?? {}).flat()} />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.field} class={classOf(column)}>
                  {column.field === 'name' ? (
                    <Name text={column.text(hit)} href={pageOf?.(hit)} />
                  ) : (
                    column.text(hit)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The name leads to the organization in the directory. */
function Name({ text, href }: { text: string; href: string | undefined }) {
  if (href === undefined) return <>{text}</>
  return <a href={href}>{text}</a>
}

function classOf({ field, isNumber }: Column): string | undefined {
  if (field === 'name') return 'subject'
  return isNumber ? 'number' : undefined
}

function Head({ column: { field, title, isNumber, order } }: { column: Column }) {
  return (
    <th scope="col" class={isNumber ? 'number' : undefined} aria-sort={order}>
      {title}
      {order && <span aria-hidden="true">{order === 'ascending' ? ' ↑' : ' ↓'}</span>}
      <code>{field}</code>
    </th>
  )
}

/** Texts of `highlight`, whose marks the engine writes as tags. */
function Marks({ texts }: { texts: readonly string[] }) {
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

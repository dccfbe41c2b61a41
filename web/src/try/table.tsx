import type { Hit, Organization } from '../../../packages/client/src/types.js'
import { listColumns, toCellText } from './format-json.js'

/** The most rows that the table shows. Thousands would block the browser. */
const maxRows = 500

/** The hits as a table, with a column for each field. */
export function ResultTable({ hits }: { hits: readonly Hit<Organization>[] }) {
  const columns = listColumns(hits)
  return (
    <>
      <section class="scroll hits" tabIndex={0} aria-label="Table of results">
        <table>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hits.slice(0, maxRows).map((hit) => (
              <tr key={hit.id}>
                {columns.map((name) => (
                  <td key={name} class={typeof hit[name] === 'number' ? 'number' : undefined}>
                    {toCellText(hit[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {hits.length > maxRows && <p class="hint">The table shows the first {maxRows} hits.</p>}
    </>
  )
}

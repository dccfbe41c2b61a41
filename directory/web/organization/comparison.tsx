import type { Organization } from '../../../packages/client/src/types.js'
import { useLoaded } from '../../../web/src/kit/action.js'
import { useTitle } from '../../../web/src/kit/page.js'
import { toDisplayName } from '../../fields/display.js'
import { find, readGivenPage } from '../calls.js'
import { useArrival } from '../navigation/arrival.js'
import { Link, OrganizationLink } from '../navigation/link.js'
import { useNavigation } from '../navigation/navigation.js'
import { toFindParameters } from '../navigation/view.js'
import { LoadError } from '../results/load-error.js'
import { DataNote, FactText } from '../text/elements.js'
import { toComparison } from './comparison-rows.js'

/** The page that compares organizations. */
export function Comparison() {
  const { view } = useNavigation()
  const ids = view.compare
  const { data, error, isLoading, reload } = useLoaded(
    (signal) => find(toFindParameters(view), signal, []),
    ids.join(),
    readGivenPage(),
  )
  useArrival(!isLoading)
  const found = ids.flatMap((id) => data?.results.find((one) => one.id === id) ?? [])
  useTitle(data && `Compare ${found.map(({ name }) => toDisplayName(name)).join(', ')}`)
  const back = view.show === 'list' ? 'the shortlist' : 'the results'
  return (
    <section class="comparison" aria-label="Results" aria-busy={isLoading}>
      <p>
        <Link to={{ compare: [] }}>← Back to {back}</Link>
      </p>
      <h1>Compare organizations</h1>
      {error !== undefined && <LoadError error={error} retry={reload} />}
      {data && error === undefined && <ComparisonTable organizations={found} />}
      {data && found.length < ids.length && <p class="hint">Some were not found.</p>}
      {data && <DataNote about={data.about} />}
    </section>
  )
}

function ComparisonTable({ organizations }: { organizations: Organization[] }) {
  const { view } = useNavigation()
  const columns = organizations.length + 1
  return (
    <section class="scroll comparing" tabIndex={0} aria-label="Comparison">
      <table>
        <thead>
          <tr>
            <td />
            {organizations.map(({ id, name }) => (
              <th key={id} scope="col">
                <OrganizationLink of={{ id, name }}>
                  <bdi>{toDisplayName(name)}</bdi>
                </OrganizationLink>
                <Link class="away-with" to={{ compare: view.compare.filter((one) => one !== id) }}>
                  <span class="away">Remove {toDisplayName(name)}</span>
                  <span aria-hidden="true">×</span>
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        {toComparison(organizations).map(({ title, rows }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={columns}>
                <span class="pinned">{title}</span>
              </th>
            </tr>
            {rows.map((row) => (
              <tr key={row.title} class={row.isSame ? 'same' : undefined}>
                <th scope="row">{row.title}</th>
                {row.facts.map((fact, i) => (
                  <td key={organizations[i]!.id} class={row.isNumber ? 'number' : undefined}>
                    <FactText fact={fact} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

import { ApiError } from '../../../packages/client/src/errors.js'
import { useLoaded } from '../../../web/src/kit/action.js'
import { getUser } from '../../../web/src/kit/api.js'
import { getMistakes, Problem } from '../../../web/src/kit/form.js'
import { formatCount } from '../../../web/src/kit/format.js'
import { baseUrl } from '../../../web/src/kit/where.js'
import { find } from '../calls.js'
import { Link } from '../navigation/link.js'
import { useNavigation } from '../navigation/navigation.js'
import { toWordsOfName } from '../navigation/pages.js'
import { getLastPage, newSearch, toFindParameters } from '../navigation/view.js'

/** A call that failed, and what helps. */
export function LoadError({ error, retry }: { error: unknown; retry(): void }) {
  const { shown } = useNavigation()
  const isMissing = error instanceof ApiError && error.status === 404
  if (isMissing && shown.page === 'organization') return <MissingOrganization name={shown.name} />
  if (isMissing && shown.page === 'landing') return <MissingAddress />
  if (error instanceof ApiError && error.status === 401)
    return <p class="empty">Sign in to use this directory.</p>
  if (getMistakes(error, 'page').length > 0) return <MissingPage />
  if (getMistakes(error, 'near').length > 0) return <UnknownPlace error={error} />
  return (
    <>
      <h1>Something went wrong</h1>
      <Problem error={error} />
      <div class="actions needs-script">
        <button type="button" onClick={retry}>
          Try again
        </button>
      </div>
    </>
  )
}

/** An address at which there is no page, or none of a state or a field of work. */
export function MissingAddress() {
  return (
    <div class="empty">
      <h1>There is nothing at this address</h1>
      <p>It may be mistyped, or no organization is of this state and field of work.</p>
      <ul>
        <li>
          <a href={`${baseUrl}/#region`}>Organizations by state or region</a>
        </li>
        <li>
          <Link to={newSearch}>Show all organizations</Link>
        </li>
      </ul>
    </div>
  )
}

function MissingOrganization({ name }: { name: string }) {
  const words = toWordsOfName(name)
  return (
    <div class="empty">
      <h1>There is no organization “{name}”</h1>
      <p>It may have been removed, or its number mistyped.</p>
      <ul>
        {words !== '' && (
          <li>
            <Link to={{ ...newSearch, q: words }}>Search for “{words}”</Link>
          </li>
        )}
        <li>
          <Link to={newSearch}>Show all organizations</Link>
        </li>
      </ul>
    </div>
  )
}

function MissingPage() {
  const { view } = useNavigation()
  const { data } = useLoaded((signal) => find(toFindParameters({ ...view, page: 1 }), signal), '')
  const last = data ? getLastPage(data, getUser() !== undefined) : 1
  return (
    <div class="empty">
      <h1>There is no page {formatCount(view.page)}</h1>
      <p>
        {data && data.pages > last
          ? `Pages end at ${formatCount(last)}. Filters narrow the results.`
          : data && `The last page is ${formatCount(last)}.`}
      </p>
      <ul>
        {data && last > 1 && (
          <li>
            <Link to={{ page: last }}>Go to page {formatCount(last)}</Link>
          </li>
        )}
        <li>
          <Link to={{ page: 1 }}>Go to the first page</Link>
        </li>
      </ul>
    </div>
  )
}

function UnknownPlace({ error }: { error: unknown }) {
  const { view } = useNavigation()
  const words = `${view.q} ${view.near}`.trim()
  const [, suggestion] = /did you mean (.+)\?/.exec(getMistakes(error, 'near').join()) ?? []
  return (
    <div class="empty">
      <h1>“{view.near}” is not a known place</h1>
      <p>A place is a city with its state, such as Providence RI, or a ZIP code.</p>
      <ul>
        {suggestion && (
          <li>
            <Link to={{ near: suggestion }}>Search near {suggestion}</Link>
          </li>
        )}
        <li>
          <Link to={{ q: words, near: '' }}>Search for the words “{words}”</Link>
        </li>
        <li>
          <Link to={{ near: '' }}>Search everywhere</Link>
        </li>
      </ul>
    </div>
  )
}

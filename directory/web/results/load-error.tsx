import type { ComponentChildren } from 'preact'
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

interface NothingProps {
  title: string
  text: ComponentChildren
  /** Links to go on by. */
  ways: readonly ComponentChildren[]
}

/** Says that there is nothing to show, and what to do. */
function Nothing({ title, text, ways }: NothingProps) {
  return (
    <div class="empty">
      <h1>{title}</h1>
      <p>{text}</p>
      <ul>
        {ways.filter(Boolean).map((way, i) => (
          <li key={i}>{way}</li>
        ))}
      </ul>
    </div>
  )
}

const ToAll = () => <Link to={newSearch}>Show all organizations</Link>

/** An address at which there is no page, or none of a state or a field of work. */
export function MissingAddress() {
  const states = <a href={`${baseUrl}/#region`}>Organizations by state or region</a>
  const text = 'It may be mistyped, or no organization is of this state and field of work.'
  return <Nothing title="There is nothing at this address" text={text} ways={[states, <ToAll />]} />
}

function MissingOrganization({ name }: { name: string }) {
  const q = toWordsOfName(name)
  const search = <Link to={{ ...newSearch, q }}>Search for “{q}”</Link>
  return (
    <Nothing
      title={`There is no organization “${name}”`}
      text="It may have been removed, or its number mistyped."
      ways={[q !== '' && search, <ToAll />]}
    />
  )
}

function MissingPage() {
  const { view } = useNavigation()
  const { data } = useLoaded((signal) => find(toFindParameters({ ...view, page: 1 }), signal), '')
  const last = data ? getLastPage(data, getUser() !== undefined) : 1
  const shown = formatCount(last)
  return (
    <Nothing
      title={`There is no page ${formatCount(view.page)}`}
      text={
        data && data.pages > last
          ? `Pages end at ${shown}. Filters narrow the results.`
          : data && `The last page is ${shown}.`
      }
      ways={[
        data && last > 1 && <Link to={{ page: last }}>Go to page {shown}</Link>,
        <Link to={{ page: 1 }}>Go to the first page</Link>,
      ]}
    />
  )
}

function UnknownPlace({ error }: { error: unknown }) {
  const { view } = useNavigation()
  const words = `${view.q} ${view.near}`.trim()
  const [, suggestion] = /did you mean (.+)\?/.exec(getMistakes(error, 'near').join()) ?? []
  const near = suggestion && <Link to={{ near: suggestion }}>Search near {suggestion}</Link>
  return (
    <Nothing
      title={`“${view.near}” is not a known place`}
      text="A place is a city with its state, such as Providence RI, or a ZIP code."
      ways={[
        near,
        <Link to={{ q: words, near: '' }}>Search for the words “{words}”</Link>,
        <Link to={{ near: '' }}>Search everywhere</Link>,
      ]}
    />
  )
}

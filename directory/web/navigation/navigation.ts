import { createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { baseUrl, getAddress, getPath } from '../../../web/src/kit/where.js'
import { restorePosition, savePosition, startAtTop } from './arrival.js'
import { type CurrentPage, getCurrentPage } from './pages.js'
import { emptyQuery, emptyView, parseView, toChangedQuery, toQuery, type View } from './view.js'

/** What the address shows, and the ways to change it. */
interface Navigation {
  shown: CurrentPage
  /** The search of the address. */
  view: View
  /** The address of the results from which the reader came, if any. */
  from: string | undefined
  /** The URL of this view with a change. */
  to(change: Partial<View>): string
  go(change: Partial<View>): void
  /** Goes to the page of an organization, and takes the shortlist along in the address. */
  open(href: string): void
  /** As `go`, but keeps the position and the focus of the reader. */
  stay(change: Partial<View>): void
  /** Shows results while a text is typed. All of its letters are one step in the history. */
  type(q: string): void
  /** Replaces this view, so that Back does not lead to it. */
  correct(change: Partial<View>): void
}

const context = createContext<Navigation | undefined>(undefined)
export const NavigationProvider = context.Provider

export function useNavigation(): Navigation {
  return useContext(context)!
}

/** Members of a view whose change keeps the position of the reader. */
const stays: readonly string[] = ['sort', 'shape', 'columns', 'list'] satisfies (keyof View)[]

const readAddress = () => ({
  shown: getCurrentPage(),
  view: parseView(new URLSearchParams(getAddress().query)),
  from: typeof history === 'undefined' ? undefined : (history.state?.from as string | undefined),
})

/** The address of a change, below that of the gateway. The shortlist changes on the page itself. */
function toAddress(view: View, change: Partial<View>): string {
  const { path } = getAddress()
  const query = toChangedQuery(view, change)
  const isOfPage = path !== '' && Object.keys(change).join() === 'list'
  return isOfPage ? path + (query === emptyQuery ? '' : query) : query
}

function isHere(href: string): boolean {
  const { pathname, search } = new URL(href)
  return pathname + search === getPath()
}

/** Follows the address bar. Back and Forward restore a view and the position of the reader. */
export function useAddressBar(): Navigation {
  const [now, setNow] = useState(readAddress)
  const { shown, view } = now
  const last = useRef(getPath())
  function show(): void {
    last.current = getPath()
    setNow(readAddress())
  }
  useEffect(() => {
    history.scrollRestoration = 'manual' // the browser would scroll before the results are there
    const follow = () => {
      if (getPath() === last.current) return // a link within the page
      savePosition(last.current)
      restorePosition(getPath())
      show()
    }
    addEventListener('popstate', follow)
  }, [])
  const to = (change: Partial<View>) => `${baseUrl}/${toAddress(view, change)}`
  const isTyped = () => history.state?.isTyped === true
  function push(href: string, state: object = {}): void {
    savePosition(getPath())
    const from = shown.page === 'results' && { from: getPath() }
    history.pushState({ ...state, ...from }, '', href)
  }
  const go = (change: Partial<View>) => {
    const href = to(change)
    if (isHere(href)) history.replaceState({ from: now.from }, '', href)
    else push(href)
    if (shown.page !== 'results' || Object.keys(change).some((name) => !stays.includes(name)))
      startAtTop(getPath())
    show()
  }
  const stay = (change: Partial<View>) => {
    // a change of the shortlist is no step in the history
    if ('list' in change) history.replaceState(history.state, '', to(change))
    else push(to(change))
    show()
  }
  const open = (href: string) => {
    const { list } = view
    push(list.length > 0 ? href + toQuery({ ...emptyView, list }) : href)
    startAtTop(getPath())
    show()
  }
  const type = (q: string) => {
    const href = to({ q, understand: true })
    if (isTyped()) history.replaceState(history.state, '', href)
    else push(href, { isTyped: true })
    show()
  }
  const correct = (change: Partial<View>) => {
    history.replaceState(history.state, '', to(change))
    if (!isTyped()) startAtTop(getPath()) // the focus stays in the box while someone types
    show()
  }
  return { ...now, to, go, open, stay, type, correct }
}

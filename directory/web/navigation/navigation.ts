import { createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { address, baseUrl, here } from '../../../web/src/kit/where.js'
import { restorePosition, savePosition, startAtTop } from './arrival.js'
import { type CurrentPage, getCurrentPage } from './pages.js'
import { emptyView, parseView, toChangedQuery, toQuery, type View } from './view.js'

/** What the address shows, and how to go on. */
interface Navigation {
  shown: CurrentPage
  /** The search of the address. */
  view: View
  /** The address of the results that this page was come to from, in this document. */
  from: string | undefined
  /** The address of this view with a change; a change of what is asked begins at page 1. */
  to(change: Partial<View>): string
  go(change: Partial<View>): void
  /** Goes to the page of an organization, and takes the shortlist along in the address. */
  open(href: string): void
  /** As `go`, while the reader stays where he is: the page changes around. */
  stay(change: Partial<View>): void
  /** Shows the results of a text that is being typed; all its beginnings are one step back. */
  type(q: string): void
  /** As `go`, without a way back: this view was none that anyone wanted. */
  correct(change: Partial<View>): void
}

const context = createContext<Navigation | undefined>(undefined)
export const NavigationProvider = context.Provider

export function useNavigation(): Navigation {
  return useContext(context)!
}

/** Members of a view whose change keeps readers where they are; any other leads elsewhere. */
const stays: readonly string[] = ['sort', 'shape', 'columns', 'list'] satisfies (keyof View)[]

const readAddress = () => ({
  shown: getCurrentPage(),
  view: parseView(new URLSearchParams(address().query)),
  from: typeof history === 'undefined' ? undefined : (history.state?.from as string | undefined),
})

function isHere(href: string): boolean {
  const { pathname, search } = new URL(href)
  return pathname + search === here()
}

/** Follows the address bar: Back, Forward and links restore a view, and where the reader was. */
export function useAddressBar(): Navigation {
  const [now, setNow] = useState(readAddress)
  const { shown, view } = now
  const last = useRef(here())
  function show(): void {
    last.current = here()
    setNow(readAddress())
  }
  useEffect(() => {
    history.scrollRestoration = 'manual' // results come later than the browser scrolls
    const follow = () => {
      if (here() === last.current) return // a link within the page
      savePosition(last.current)
      restorePosition(here())
      show()
    }
    addEventListener('popstate', follow)
  }, [])
  const to = (change: Partial<View>) => `${baseUrl}/${toChangedQuery(view, change)}`
  const isTyped = () => history.state?.isTyped === true
  function push(href: string, state: object = {}): void {
    savePosition(here())
    const from = shown.page === 'results' && { from: here() }
    history.pushState({ ...state, ...from }, '', href)
  }
  const go = (change: Partial<View>) => {
    const href = to(change)
    if (isHere(href)) history.replaceState({ from: now.from }, '', href)
    else push(href)
    if (shown.page !== 'results' || Object.keys(change).some((name) => !stays.includes(name)))
      startAtTop(here())
    show()
  }
  const stay = (change: Partial<View>) => {
    // the shortlist goes along: a way back leads to other results
    if ('list' in change) history.replaceState(history.state, '', to(change))
    else push(to(change))
    show()
  }
  const open = (href: string) => {
    const { list } = view
    push(list.length > 0 ? href + toQuery({ ...emptyView, list }) : href)
    startAtTop(here())
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
    if (!isTyped()) startAtTop(here()) // who types stays in the box
    show()
  }
  return { ...now, to, go, open, stay, type, correct }
}

import { createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { goTo, here, leave, returnTo } from '../kit/arrival.js'
import { addressAfter, type View, viewOf } from './view.js'

/** The view of the address, and how to go on to others. */
export interface Navigation {
  view: View
  /** The address of this view with a change; a change of what is asked begins at page 1. */
  to(change: Partial<View>): string
  go(change: Partial<View>): void
  /** As `go`, without a way back: this view was none that anyone wanted. */
  correct(change: Partial<View>): void
}

const context = createContext<Navigation | undefined>(undefined)
export const NavigationProvider = context.Provider

export function useNavigation(): Navigation {
  return useContext(context)!
}

/** Members of a view whose change leads elsewhere: readers follow. */
const leads: readonly (keyof View)[] = [
  'q',
  'understand',
  'filters',
  'near',
  'radius',
  'box',
  'page',
  'id',
]

const current = () => viewOf(new URLSearchParams(location.search))

/** Follows the address bar: Back, Forward and links restore a view, and where the reader was. */
export function useAddress(): Navigation {
  const [view, setView] = useState(current)
  const shown = useRef(here())
  function show(): void {
    shown.current = here()
    setView(current())
  }
  useEffect(() => {
    history.scrollRestoration = 'manual' // results come later than the browser scrolls
    const follow = () => {
      if (here() === shown.current) return // a link within the page
      leave(shown.current)
      returnTo(here())
      show()
    }
    addEventListener('popstate', follow)
    return () => {
      removeEventListener('popstate', follow)
      history.scrollRestoration = 'auto'
    }
  }, [])
  const to = (change: Partial<View>) => addressAfter(view, change)
  const go = (change: Partial<View>) => {
    leave(here())
    history.pushState(null, '', to(change))
    const isBack = change.id === '' && Object.keys(change).length === 1
    if (isBack) returnTo(here())
    else if (leads.some((name) => name in change)) goTo(here())
    show()
  }
  const correct = (change: Partial<View>) => {
    history.replaceState(null, '', to(change))
    goTo(here())
    show()
  }
  return { view, to, go, correct }
}

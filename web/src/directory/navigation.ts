import { createContext } from 'preact'
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { goTo, here, leave, returnTo } from '../kit/arrival.js'
import { addressAfter, understood } from './phrase.js'
import { type View, viewOf } from './view.js'

/** The view of the address, and how to go on to others. */
export interface Navigation {
  /** As it is understood. */
  view: View
  /** What was typed. */
  text: string
  /** The address of this view with a change; a change of what is asked begins at page 1. */
  to(change: Partial<View>): string
  go(change: Partial<View>): void
}

const context = createContext<Navigation | undefined>(undefined)
export const NavigationProvider = context.Provider

export function useNavigation(): Navigation {
  return useContext(context)!
}

/** Members of a view whose change leads elsewhere: readers follow. */
const leads: readonly (keyof View)[] = ['q', 'filters', 'near', 'radius', 'page', 'id']

const current = () => viewOf(new URLSearchParams(location.search))

/** Follows the address bar: Back, Forward and links restore a view, and where the reader was. */
export function useAddress(): Navigation {
  const [typed, setTyped] = useState(current)
  const shown = useRef(here())
  function show(): void {
    shown.current = here()
    setTyped(current())
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
  const to = (change: Partial<View>) => addressAfter(typed, change)
  const go = (change: Partial<View>) => {
    leave(here())
    history.pushState(null, '', to(change))
    const isBack = change.id === '' && Object.keys(change).length === 1
    if (isBack) returnTo(here())
    else if (leads.some((name) => name in change)) goTo(here())
    show()
  }
  const view = useMemo(() => understood(typed), [typed])
  return { view, text: typed.q, to, go }
}

import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { addressOf, type View, viewOf } from './view.js'

/** The view of the address, and how to go on to others. */
export interface Navigation {
  view: View
  /** The address of this view with a change; a change of what is asked begins at page 1. */
  to(change: Partial<View>): string
  go(change: Partial<View>): void
}

const context = createContext<Navigation | undefined>(undefined)
export const NavigationProvider = context.Provider

export function useNavigation(): Navigation {
  return useContext(context)!
}

/** Members of a view that decide what is found. */
const asks: readonly (keyof View)[] = ['q', 'filters', 'near', 'radius', 'sort']

const current = () => viewOf(new URLSearchParams(location.search))

/** Follows the address bar: Back, Forward and links restore a view. */
export function useAddress(): Navigation {
  const [view, setView] = useState(current)
  useEffect(() => {
    const follow = () => setView(current())
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  const to = (change: Partial<View>) =>
    addressOf({ ...view, ...(asks.some((name) => name in change) && { page: 1 }), ...change })
  const go = (change: Partial<View>) => {
    history.pushState(null, '', to(change))
    setView(current())
    scrollTo(0, 0)
  }
  return { view, to, go }
}

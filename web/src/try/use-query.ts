import { useEffect, useRef, useState } from 'preact/hooks'
import { firstQuery, fragmentOf, isObject, type Query, queryIn } from './query.js'

/** The query of the editor. */
interface QueryState {
  query: Query
  /** Grows with each text that comes from elsewhere than the editor. */
  written: number
  /** The text that was typed. */
  type(text: string): void
  /** @returns the query with the change. */
  write(part: Partial<Query>): Query
}

/**
 * The query of the page: its draft is kept for the tab, and what was searched is in the fragment
 * of the address, so that links and Back restore it.
 */
export function useQuery(onRestored: (query: Query) => void): QueryState {
  const [{ query, written }, setState] = useState(() => ({ query: begin(), written: 0 }))
  const restored = useRef(onRestored)
  restored.current = onRestored
  useEffect(() => {
    const follow = () => {
      const linked = queryIn(location.hash)
      if (!linked) return
      put(linked, 1)
      restored.current(linked)
    }
    addEventListener('popstate', follow)
  }, [])
  function put(next: Query, writes: 0 | 1): Query {
    setState((before) => ({ query: next, written: before.written + writes }))
    keepDraft(next)
    return next
  }
  return {
    query,
    written,
    type: (text) => put({ ...query, text }, 0),
    write: (part) => put({ ...query, ...part }, 1),
  }
}

/** Puts a query that is searched into the address. */
export function remember(query: Query): void {
  const fragment = fragmentOf(query)
  if (fragment !== location.hash) history.pushState(null, '', fragment)
  keepDraft(query)
}

const storageKey = 'try-draft'

/** A draft belongs to the address at which it was written: a link to another query wins. */
function keepDraft(query: Query): void {
  sessionStorage.setItem(storageKey, JSON.stringify({ at: location.hash, ...query }))
}

function begin(): Query {
  return draft() ?? queryIn(location.hash) ?? firstQuery
}

function draft(): Query | undefined {
  const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
  if (!isObject(kept) || kept.at !== location.hash) return undefined
  return { index: String(kept.index), text: String(kept.text) }
}

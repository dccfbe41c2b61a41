import { useEffect, useRef, useState } from 'preact/hooks'
import { firstQuery, isObject, parseFragment, type Query, toFragment } from './query.js'

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
  const [{ query, written }, setState] = useState(() => ({ query: readQuery(), written: 0 }))
  const restored = useRef(onRestored)
  restored.current = onRestored
  useEffect(() => {
    const follow = () => {
      const linked = parseFragment(location.hash)
      if (!linked) return
      put(linked, 1)
      restored.current(linked)
    }
    addEventListener('popstate', follow)
  }, [])
  function put(next: Query, writes: 0 | 1): Query {
    setState((before) => ({ query: next, written: before.written + writes }))
    saveDraft(next)
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
export function saveQuery(query: Query): void {
  const fragment = toFragment(query)
  if (fragment !== location.hash) history.pushState(null, '', fragment)
  saveDraft(query)
}

const storageKey = 'try-draft'

/** A draft belongs to the address at which it was written: a link to another query wins. */
function saveDraft(query: Query): void {
  sessionStorage.setItem(storageKey, JSON.stringify({ at: location.hash, ...query }))
}

function readQuery(): Query {
  return readDraft() ?? parseFragment(location.hash) ?? firstQuery
}

function readDraft(): Query | undefined {
  const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
  if (!isObject(kept) || kept.at !== location.hash) return undefined
  return { index: String(kept.index), text: String(kept.text) }
}

import { useRef, useState } from 'preact/hooks'
import { type SearchAnswer, search } from './calls.js'
import type { Query } from './query.js'

/** The last search: its query, and its answer or error. */
export interface SearchState {
  isRunning: boolean
  query?: Query
  answer?: SearchAnswer
  error?: unknown
}

/** The searches of the page. */
export interface Search extends SearchState {
  /** Searches, and aborts the search before. @throws its error, which is shown as well. */
  run(query: Query): Promise<void>
  clear(): void
}

/** Runs one search at a time. */
export function useSearch(): Search {
  const [state, setState] = useState<SearchState>({ isRunning: false })
  const abort = useRef(new AbortController())

  async function run(query: Query): Promise<void> {
    const { signal } = restart()
    setState((before) => ({ ...before, isRunning: true }))
    try {
      const answer = await search(query, signal)
      if (!signal.aborted) setState({ isRunning: false, query, answer })
    } catch (error) {
      if (signal.aborted) return
      setState({ isRunning: false, query, error })
      throw error
    }
  }

  function restart(): AbortController {
    abort.current.abort()
    abort.current = new AbortController()
    return abort.current
  }

  function clear(): void {
    restart()
    setState({ isRunning: false })
  }

  return { ...state, run, clear }
}

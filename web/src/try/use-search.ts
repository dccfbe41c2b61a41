import { useRef, useState } from 'preact/hooks'
import { type Searched, search } from './calls.js'
import type { Query } from './query.js'

/** The last search: its answer or error. */
export interface SearchState {
  isRunning: boolean
  asked?: Query
  answer?: Searched
  error?: unknown
}

export interface Searching extends SearchState {
  /** A search ends the one before it. @throws its error, which is shown as well. */
  run(query: Query): Promise<void>
  clear(): void
}

export function useSearch(): Searching {
  const [state, setState] = useState<SearchState>({ isRunning: false })
  const ending = useRef(new AbortController())

  async function run(asked: Query): Promise<void> {
    const { signal } = next()
    setState((before) => ({ ...before, isRunning: true }))
    try {
      const answer = await search(asked, signal)
      if (!signal.aborted) setState({ isRunning: false, asked, answer })
    } catch (error) {
      if (signal.aborted) return
      setState({ isRunning: false, asked, error })
      throw error
    }
  }

  function next(): AbortController {
    ending.current.abort()
    ending.current = new AbortController()
    return ending.current
  }

  function clear(): void {
    next()
    setState({ isRunning: false })
  }

  return { ...state, run, clear }
}

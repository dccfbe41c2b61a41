import { useEffect, useRef, useState } from 'preact/hooks'

/** Something that is done by a button or a form, and its state. */
export interface Action<Input extends unknown[]> {
  isRunning: boolean
  error: unknown
  run(...input: Input): Promise<void>
}

/** Runs one call at a time, and keeps its error until the next. */
export function useAction<Input extends unknown[]>(
  act: (...input: Input) => Promise<unknown>,
): Action<Input> {
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>()
  async function run(...input: Input): Promise<void> {
    if (isRunning) return
    setRunning(true)
    setError(undefined)
    try {
      await act(...input)
    } catch (reason) {
      setError(reason)
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, error, run }
}

/** Data of a call: undefined until it is there. */
export interface Loaded<Data> {
  data: Data | undefined
  error: unknown
  isLoading: boolean
  reload(): void
}

/**
 * Loads data at once, and again when the key changes. A late answer to an earlier key
 * is dropped.
 * @param known What is there already, of the first key: it is not loaded.
 */
export function useLoaded<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  key: string,
  known: { data?: Data | undefined; error?: unknown } = {},
): Loaded<Data> {
  const isKnown = known.data !== undefined || known.error !== undefined
  const [state, setState] = useState<{ data?: Data; error?: unknown; of?: string }>(() =>
    isKnown ? ({ ...known, of: `0 ${key}` } as object) : {},
  )
  const [round, setRound] = useState(0)
  const requestKey = `${round} ${key}`
  const latest = useRef(load)
  latest.current = load
  const given = useRef(state.of)
  useEffect(() => {
    if (given.current === requestKey) return undefined
    given.current = undefined
    const ending = new AbortController()
    const { signal } = ending
    latest.current(signal).then(
      (data) => !signal.aborted && setState({ data, of: requestKey }),
      (error) =>
        !signal.aborted && setState(({ data }) => ({ data: data!, error, of: requestKey })),
    )
    return () => ending.abort()
  }, [requestKey])
  return {
    data: state.data,
    error: state.error,
    isLoading: state.of !== requestKey,
    reload: () => setRound((before) => before + 1),
  }
}

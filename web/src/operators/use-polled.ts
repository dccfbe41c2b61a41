import { useEffect, useRef, useState } from 'preact/hooks'

/** What was read last, and why the last reading failed. */
export interface Polled<Data> {
  data: Data | undefined
  error: unknown
  /** Reads it now. */
  refresh(): void
}

/** Reads data repeatedly, except while it is paused or the tab is hidden. */
export function usePolled<Data>(
  read: () => Promise<Data>,
  everyMs: number,
  isPaused: boolean,
): Polled<Data> {
  const [state, setState] = useState<{ data?: Data; error?: unknown }>({})
  const [round, setRound] = useState(0)
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    async function next(): Promise<void> {
      if (!document.hidden)
        await latest.current().then(
          (data) => !isOver && setState({ data }),
          (error) => !isOver && setState(({ data }) => ({ data: data!, error })),
        )
      if (!isOver && !isPaused) timer = setTimeout(next, everyMs)
    }
    if (!isPaused || round > 0) void next()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isPaused, round, everyMs])
  return {
    data: state.data,
    error: state.error,
    refresh: () => setRound((before) => before + 1),
  }
}

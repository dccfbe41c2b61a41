/** What is done one at a time: what begins later ends what was before. */
interface OneAtATime {
  begin(act: (signal: AbortSignal) => Promise<void>): void
  end(): void
}

/** @param onFailed Called with what an act throws, unless that was ended. */
export function oneAtATime(onFailed: ((error: unknown) => void) | undefined): OneAtATime {
  let controller = new AbortController()
  return {
    begin(act) {
      controller.abort()
      controller = new AbortController()
      const { signal } = controller
      act(signal).catch((error) => signal.aborted || onFailed?.(error))
    },
    end: () => controller.abort(),
  }
}

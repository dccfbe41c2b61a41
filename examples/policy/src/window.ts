export interface Window {
  /** Seconds until its end, rounded up; 0 outside of it. */
  secondsLeft(now: number): number
}

/** @throws Error, which stops the start, for a window that never is. */
export function windowOf(from: string, until: string): Window {
  const [begin, end] = [Date.parse(from), Date.parse(until)]
  if (!(begin < end)) throw new Error('"until" must be later than "from"')
  return {
    secondsLeft: (now) => (now < begin || now >= end ? 0 : Math.ceil((end - now) / 1000)),
  }
}

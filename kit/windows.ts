/** Where a key stands after a request. */
export interface Count {
  /** Requests in the current window, this one included. */
  used: number
  /** When the window ends, in milliseconds of the clock that `now` comes from. */
  endsAt: number
}

/**
 * Counts requests by key in windows of one length, which begin with a key's first request.
 * @param maxKeys Keys that are kept; beyond that, the oldest windows are forgotten, so that a flood of addresses cannot
 * fill the memory.
 */
export function makeWindows(lengthMs: number, maxKeys: number): (key: string, now: number) => Count {
  // In the order of their ends: a window is put in when it begins, and all are equally long
  const windows = new Map<string, Count>()
  return function count(key, now) {
    let window = windows.get(key)
    if (window === undefined || window.endsAt <= now) {
      windows.delete(key)
      dropEnded(windows, now, maxKeys)
      window = { used: 0, endsAt: now + lengthMs }
      windows.set(key, window)
    }
    window.used++
    return window
  }
}

/** Two for each one that comes in: the ended ones cannot pile up, and no request pays for many. */
function dropEnded(windows: Map<string, Count>, now: number, maxKeys: number): void {
  let left = 2
  for (const [key, { endsAt }] of windows) {
    if (left-- === 0 || (endsAt > now && windows.size < maxKeys)) return
    windows.delete(key)
  }
}

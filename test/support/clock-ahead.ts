import { join } from 'node:path'

/** Settings of a process whose clock is ahead of the machine's. */
export function clockAhead(ms: number): NodeJS.ProcessEnv {
  return {
    NODE_OPTIONS: `--import ${join(__dirname, 'clock-offset.mjs')}`,
    CLOCK_OFFSET_MS: String(ms),
  }
}

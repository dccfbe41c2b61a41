import { symbols } from 'pino'
import { log } from '../../kit/log/log.js'

/** Lines of the log of this process, as JSON, from the call on. */
export interface CapturedLog {
  output(): string
  /** The audit events so far, oldest first. */
  audited(): Record<string, unknown>[]
  end(): void
}

const sinks = new Set<(line: string) => void>()

/** Nothing is written to standard output in a test file that calls this. */
export function captureLog(): CapturedLog {
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[
    symbols.streamSym
  ]!
  stream.write = (line) => {
    for (const sink of sinks) sink(line)
  }
  let text = ''
  const sink = (line: string) => {
    text += line
  }
  sinks.add(sink)
  return {
    output: () => text,
    audited: () => auditEvents(text),
    end: () => void sinks.delete(sink),
  }
}

/** The audit events among the lines of a log. */
export function auditEvents(lines: string): Record<string, unknown>[] {
  return lines
    .split('\n')
    .filter((line) => line.includes('"audit":true'))
    .map((line) => JSON.parse(line))
}

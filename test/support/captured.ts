import { AsyncLocalStorage } from 'node:async_hooks'
import { format } from 'node:util'
import type { Outcome } from './stack.js'

const running = new AsyncLocalStorage<Outcome>()

/**
 * Runs a command's function in this process. @returns its exit code and what it has written to the
 * console, also where several run at once.
 */
export async function captured(command: () => Promise<number>): Promise<Outcome> {
  if (!jest.isMockFunction(console.log)) {
    capture('log', 'out')
    capture('error', 'err')
  }
  const outcome: Outcome = { code: null, out: '', err: '' }
  outcome.code = await running.run(outcome, command)
  return outcome
}

function capture(method: 'log' | 'error', stream: 'out' | 'err'): void {
  const original = console[method].bind(console)
  jest.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
    const outcome = running.getStore()
    if (outcome) outcome[stream] += `${format(...parts)}\n`
    else original(...parts)
  })
}

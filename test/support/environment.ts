import { ChildProcess } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { TestEnvironment } from 'jest-environment-node'
import { WorkerStack } from './worker-stack.ts'

type Run = (...args: unknown[]) => void

const workerStack = new WorkerStack()

countStarts()

/**
 * Node's environment, whose timers end with the test file. What a module repeats for as long as its
 * process runs, such as the polling of revocations, would go on in Jest's process, and reach the
 * ports of later tests. Test files of a worker share its stack.
 */
export default class Environment extends TestEnvironment {
  #isOver = false

  override async setup(): Promise<void> {
    await super.setup()
    const { setTimeout, setInterval } = this.global
    const later = (run: Run, ms?: number, ...args: unknown[]) =>
      setTimeout(() => this.#isOver || run(...args), ms)
    const repeat = (run: Run, ms?: number, ...args: unknown[]) => {
      const timer = setInterval(() => (this.#isOver ? clearInterval(timer) : run(...args)), ms)
      return timer
    }
    // the original has a form for util.promisify
    Object.assign(this.global, {
      setTimeout: Object.assign(later, setTimeout),
      setInterval: repeat,
      workerStack,
    })
  }

  override async teardown(): Promise<void> {
    this.#isOver = true
    workerStack.release()
    await super.teardown()
  }
}

/** Notes each process that tests start, for `node dev/size.js`. */
function countStarts(): void {
  const prototype = ChildProcess.prototype as unknown as {
    spawn(options: { args?: string[]; envPairs?: string[] }): number
  }
  const { spawn } = prototype
  prototype.spawn = function (options) {
    const { args = [], envPairs = [] } = options
    const isGivenEngine = envPairs.some((pair) => pair.startsWith('ELASTICSEARCH_URL='))
    const line = `${args.join(' ')}${isGivenEngine ? ' with an engine' : ''}`
    appendFileSync(join(process.env.TMPDIR!, 'starts'), `${line.replaceAll('\n', ' ')}\n`)
    return spawn.call(this, options)
  }
}

import { TestEnvironment } from 'jest-environment-node'
import { WorkerStack } from './worker-stack.ts'

type Run = (...args: unknown[]) => void

const workerStack = new WorkerStack()

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

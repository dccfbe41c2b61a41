import { Ipc } from '../../kit/process/ipc.js'
import { isSupervised } from '../../kit/process/supervisor.js'
import type { Texts } from '../config/config.js'
import { Refused } from './worker-process.js'

/** How long the supervisor may take to check: it may have to load the modules for it. */
const checkMs = 20_000

/**
 * The process that has started this one with other parts (`npm start`), if any: it receives the
 * signals, and knows the other parts.
 */
export class Supervisor {
  readonly #ipc = isSupervised ? new Ipc(process) : undefined

  /** Handles the supervisor's request to read the configuration again. */
  onReload(reload: () => void): void {
    this.#ipc?.handle('reload', reload)
  }

  /**
   * Makes it check what must contain between the files of all parts, as at its start. @throws
   * Refused
   */
  async validate(texts: Texts): Promise<void> {
    const mistakes = await this.#ipc?.request<string>('validate', texts, { withinMs: checkMs })
    if (mistakes) throw new Refused(mistakes)
  }
}

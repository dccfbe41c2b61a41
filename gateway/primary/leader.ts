import { Ipc } from '../../kit/process/ipc.js'
import { isSupervised } from '../../kit/process/supervisor.js'
import type { Texts } from '../config/config.js'
import { Refused } from './worker-process.js'

/** How long the leader may take to judge: it may have to load the modules for it. */
const judgeMs = 20_000

/** Who has started this process with other parts (`npm start`), if somebody has: signals reach it, and it knows the other parts. */
export class Supervisor {
  readonly #talk = isSupervised ? new Ipc(process) : undefined

  /** What is done when the leader wants the configuration to be read again. */
  onReload(reload: () => void): void {
    this.#talk?.handle('reload', reload)
  }

  /** Has it judge what holds between the files of all parts, as at its start. @throws Refused */
  async judge(texts: Texts): Promise<void> {
    const mistakes = await this.#talk?.request<string>('judge', texts, { withinMs: judgeMs })
    if (mistakes) throw new Refused(mistakes)
  }
}

import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isObject } from '../../kit/config/objects.js'
import { requiredSetting, switchSetting } from '../../kit/config/settings.js'
import { log } from '../../kit/log/log.js'
import { StateFile } from '../../kit/process/state-file.js'
import type { Recorded } from './recorder.js'
import { type CountedText, Ring, wholeRing } from './ring.js'
import type { KeptShape } from './shape.js'

/** What is kept, for operators. */
export interface KeptDecisions {
  decisions: number
  /** Not kept, because their shapes were too long. */
  tooLong: number
  shapes: KeptShape[]
}

/**
 * The last decisions of all workers, and their file, DATA_DIR/decisions.json: written by the
 * primary, at most once a minute and at its end. With DECISIONS=off nothing is kept, and the file
 * is removed.
 */
export class Decisions {
  readonly isOn = switchSetting('DECISIONS')
  readonly #ring = new Ring(wholeRing)
  readonly #file: StateFile | undefined

  /** Continues with what an earlier process has written. */
  constructor() {
    const path = join(resolve(requiredSetting('DATA_DIR')), 'decisions.json')
    if (!this.isOn) {
      rmSync(path, { force: true })
      return
    }
    for (const [text, count] of readTexts(path)) this.#ring.add(text, count)
    this.#ring.hasNews = false
    this.#file = new StateFile(path, this.#ring, {
      pauseMs: 60_000,
      content: () => ({ format: 1, shapes: this.#ring.texts }),
      failure: 'decisions cannot be saved: a restart forgets them',
    })
  }

  /** Adds what a worker has handed over. */
  add({ texts, tooLong }: Recorded): void {
    for (const [text, count] of texts) this.#ring.add(text, count)
    this.#ring.tooLong += tooLong
  }

  /** At most a second late. */
  kept(): KeptShape[] {
    return this.#ring.kept()
  }

  /** Undefined where they are not kept. */
  report(): KeptDecisions | undefined {
    const { decisions, tooLong } = this.#ring
    return this.isOn ? { decisions, tooLong, shapes: this.kept() } : undefined
  }

  /** Writes what has changed since, and stops. */
  async close(): Promise<void> {
    await this.#file?.close()
  }
}

/** Nobody depends on them: what cannot be read is set aside. */
function readTexts(path: string): CountedText[] {
  try {
    const { format, shapes } = JSON.parse(readFileSync(path, 'utf8'))
    if (format === 1 && Array.isArray(shapes) && shapes.every(isCounted)) return shapes
    throw new Error('it has another form')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    log.warn({ path, reason: message }, 'kept decisions cannot be read: the file is set aside')
    try {
      renameSync(path, `${path}.damaged`)
    } catch {} // it will be replaced
    return []
  }
}

function isCounted(one: unknown): boolean {
  if (!Array.isArray(one) || one.length !== 2) return false
  const [text, count] = one as unknown[]
  return typeof text === 'string' && Number.isSafeInteger(count) && isShape(JSON.parse(text))
}

const isShape = (shape: unknown): boolean =>
  isObject(shape) &&
  ['method', 'url', 'body'].every((name) => typeof shape[name] === 'string') &&
  isObject(shape.headers) &&
  isObject(shape.used) &&
  typeof shape.status === 'number'

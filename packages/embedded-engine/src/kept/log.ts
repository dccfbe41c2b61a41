import {
  closeSync,
  constants,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { frameOf, readFrames } from './frames.js'

/**
 * The file of one index: the batches that it has taken, one after the other, each whole or not at
 * all.
 */
export class Log {
  readonly path: string
  readonly #file: number
  /** Where the next batch goes: a batch that could not be written whole is written over. */
  #end = 0

  /** Opens it; it is made when missing. @throws Error of the file system */
  constructor(path: string) {
    this.path = path
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  }

  /**
   * The batches that it holds; what follows the last whole one is cut off. @returns how many bytes
   * those were
   */
  read(): { batches: Buffer[]; cutBytes: number } {
    const bytes = readFileSync(this.#file)
    const { payloads, wholeBytes } = readFrames(bytes)
    ftruncateSync(this.#file, wholeBytes)
    this.#end = wholeBytes
    return { batches: payloads, cutBytes: bytes.length - wholeBytes }
  }

  /**
   * Adds a batch and leaves it to the disk. @throws Error of the file system; then the batch counts
   * as not written
   */
  append(batch: Buffer): void {
    const frame = frameOf(batch)
    for (let written = 0; written < frame.length; ) {
      written += writeSync(this.#file, frame, written, frame.length - written, this.#end + written)
    }
    fdatasyncSync(this.#file)
    this.#end += frame.length
  }

  close(): void {
    closeSync(this.#file)
  }

  /** Closes it and takes it away. */
  remove(): void {
    this.close()
    rmSync(this.path)
  }
}

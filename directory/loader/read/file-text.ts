import { createReadStream } from 'node:fs'
import { textOf } from './encoding.js'
import { unpacked } from './unpacked.js'

/** How the text of a file is read. */
export interface TextOptions {
  /**
   * Of a file without a byte order mark; a label of the WHATWG Encoding Standard, by default UTF-8.
   */
  encoding?: string | undefined
  /** Receives the number of bytes read so far. */
  onBytes?(count: number): void
}

/** The text of a file, plain or gzip. @throws Error as `unpacked` and `textOf`. */
export function fileText(path: string, reading: TextOptions = {}): AsyncGenerator<string> {
  return textOf(unpacked(readBytes(path, reading)), reading.encoding)
}

async function* readBytes(path: string, { onBytes }: TextOptions): AsyncGenerator<Buffer> {
  let count = 0
  for await (const chunk of createReadStream(path)) {
    count += (chunk as Buffer).length
    onBytes?.(count)
    yield chunk as Buffer
  }
}

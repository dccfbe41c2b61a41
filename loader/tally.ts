import type { Candidate, Refusal } from './bulk.js'

const number = new Intl.NumberFormat('en')

/** Counts what becomes of the rows, and tells of it. */
export class Tally {
  loaded = 0
  refused = 0
  /** The ids of what was loaded: a row with the id of an earlier one replaces it. */
  readonly ids = new Set<string>()
  #placed = 0
  #coded = 0
  #worded = 0
  #read = 0
  readonly #size: number
  readonly #startedAt = performance.now()

  /** @param size Bytes of all files. */
  constructor(size: number) {
    this.#size = size
  }

  /** @param bytes Read of all files so far. */
  readBytes(bytes: number): void {
    this.#read = bytes
  }

  /** @param where The file, where there are several. */
  refuse({ line, reason }: Refusal, where: string): void {
    this.refused++
    console.error(`${where}line ${line} refused: ${reason}`)
  }

  took(batch: readonly Candidate[], refusals: readonly Refusal[], where: string): void {
    for (const refusal of refusals) this.refuse(refusal, where)
    const refusedLines = new Set(refusals.map(({ line }) => line))
    for (const { line, organization } of batch) {
      if (refusedLines.has(line)) continue
      const { id, location, activity, activity_code: code } = organization
      this.loaded++
      this.ids.add(id)
      if (location !== undefined) this.#placed++
      if (code !== undefined) this.#coded++
      if (code !== undefined && activity !== undefined) this.#worded++
    }
  }

  /** One line on how far it is. */
  progress(): string {
    const share = this.#read / this.#size
    const left = Math.ceil((this.#seconds * (1 - share)) / share)
    return `${number.format(this.loaded)} loaded, ${number.format(this.refused)} refused, ${this.#rate}, ${Math.floor(100 * share)} % read, about ${left} s left`
  }

  /** What became of all rows. @param done Such as `loaded`. */
  summary(done: string, into: string): string[] {
    return [
      `${counted(this.loaded, 'organization')} ${done}, ${counted(this.refused, 'row')} refused, ${this.#seconds.toFixed(1)} s, ${this.#rate}${into}`,
      `${partOf(this.#placed, this.loaded)} have a place on the map, ${partOf(this.#worded, this.#coded)} activity codes are told in words`,
    ]
  }

  get #seconds(): number {
    return (performance.now() - this.#startedAt) / 1000
  }

  get #rate(): string {
    return `${number.format(Math.round(this.loaded / this.#seconds))}/s`
  }
}

/** `1 row`, `2,000 rows`. */
export function counted(count: number, noun: string): string {
  return `${number.format(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `1,999 of 2,000 (99.9 %)`; never rounded up. */
function partOf(part: number, whole: number): string {
  const share = whole === 0 ? '' : ` (${Math.floor((1000 * part) / whole) / 10} %)`
  return `${number.format(part)} of ${number.format(whole)}${share}`
}

import type { Candidate, RowRefusal } from './bulk.js'
import type { Organization } from './format.js'

const number = new Intl.NumberFormat('en')

/** What is counted for an organization: a sum of `bits`, for there may be millions. */
type Marks = number
const bits = { placed: 1, coded: 2, worded: 4 } as const

/** Counts the results of the rows, and reports them. */
export class LoadTotals {
  /** Rows read. */
  rows = 0
  refused = 0
  /** Rows that replaced the organization of an earlier row with the same id. */
  replaced = 0
  /** The marks of each loaded organization, by its id. */
  readonly #loaded = new Map<string, Marks>()
  #read = 0
  readonly #size: number
  readonly #startedAt = performance.now()

  /** @param size Bytes of all files. */
  constructor(size: number) {
    this.#size = size
  }

  /** Number of loaded organizations. */
  get loaded(): number {
    return this.#loaded.size
  }

  /** @param bytes Bytes read from all files so far. */
  readBytes(bytes: number): void {
    this.#read = bytes
  }

  /** @param where The file, if there are several. */
  refuse({ line, reason }: RowRefusal, where: string): void {
    this.refused++
    console.error(`${where}line ${line} refused: ${reason}`)
  }

  took(batch: readonly Candidate[], refusals: readonly RowRefusal[], where: string): void {
    for (const refusal of refusals) {
      this.refuse(refusal, where)
      if (refusal.removed !== undefined && this.#loaded.delete(refusal.removed)) this.refused++
    }
    const refusedLines = new Set(refusals.map(({ line }) => line))
    for (const { line, organization } of batch) {
      if (refusedLines.has(line)) continue
      if (this.#loaded.has(organization.id)) this.replaced++
      this.#loaded.set(organization.id, marksOf(organization))
    }
  }

  /** One line on the progress. */
  progress(): string {
    const share = this.#read / this.#size
    const left = Math.ceil((this.#seconds * (1 - share)) / share)
    return (
      `${number.format(this.loaded)} loaded, ${number.format(this.refused)} refused, ` +
      `${this.#rate}, ${Math.floor(100 * share)} % read, about ${left} s left`
    )
  }

  /** The results of all rows. @param done Such as `loaded`. */
  summary(done: string, into: string): string[] {
    const notLoaded = this.rows - this.loaded - this.refused - this.replaced
    const counts = [
      `${counted(this.loaded, 'organization')} ${done}`,
      `${counted(this.refused, 'row')} refused`,
      `${counted(this.replaced, 'row')} replaced an earlier row`,
      ...(notLoaded > 0 ? [`${counted(notLoaded, 'row')} not loaded because the load ended`] : []),
      `${counted(this.rows, 'row')} read`,
    ]
    return [
      `${counts.join(', ')}, ${this.#seconds.toFixed(1)} s, ${this.#rate}${into}`,
      `${partOf(this.#with('placed'), this.loaded)} have a place on the map, ` +
        `${partOf(this.#with('worded'), this.#with('coded'))} activity codes have a description`,
    ]
  }

  #with(mark: keyof typeof bits): number {
    let count = 0
    for (const marks of this.#loaded.values()) if ((marks & bits[mark]) !== 0) count++
    return count
  }

  get #seconds(): number {
    return (performance.now() - this.#startedAt) / 1000
  }

  get #rate(): string {
    return `${number.format(Math.round(this.loaded / this.#seconds))}/s`
  }
}

function marksOf({ location, activity, activity_code: code }: Organization): Marks {
  const worded = code !== undefined && activity !== undefined
  return (
    (location === undefined ? 0 : bits.placed) +
    (code === undefined ? 0 : bits.coded) +
    (worded ? bits.worded : 0)
  )
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

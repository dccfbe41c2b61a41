import type { Organization } from '../fields/organization.js'
import { counted, number } from './record/counted.js'
import type { Candidate, RowRefusal } from './write/bulk.js'

/** The progress is that of the last minute. */
const windowMs = 60_000

/** How far a load was at a moment. */
interface Moment {
  at: number
  organizations: number
  /** Of all files, of rows that are loaded or refused: reading is far ahead of the engine. */
  bytes: number
}

/** Counts the results of the rows, and reports them. */
export class LoadTotals {
  /** Rows read. */
  rows = 0
  /** Those of NDJSON; the others are of the IRS extract. */
  jsonRows = 0
  refused = 0
  /** Rows that replaced the organization of an earlier row with the same id. */
  replaced = 0
  /** What is counted of each loaded organization, by its id. */
  readonly #loaded = new Map<string, number>()
  /** Rows that the engine has accepted from this process. */
  #accepted = 0
  #read = 0
  readonly #size: number
  readonly #report: (sentence: string) => void
  readonly #startedAt = performance.now()
  readonly #moments: Moment[] = [{ at: this.#startedAt, organizations: 0, bytes: 0 }]

  /** @param size Bytes of all files. @param report Receives the refused rows. */
  constructor(size: number, report: (sentence: string) => void) {
    this.#size = size
    this.#report = report
  }

  /** Number of loaded organizations. */
  get loaded(): number {
    return this.#loaded.size
  }

  /** Whether an organization is loaded. */
  has(id: string): boolean {
    return this.#loaded.has(id)
  }

  /** @param bytes Bytes read from all files so far. */
  readBytes(bytes: number): void {
    this.#read = bytes
  }

  /** @param where The file, if there are several. */
  refuse({ line, reason }: RowRefusal, where: string): void {
    this.refused++
    this.#report(`${where}line ${line} refused: ${reason}`)
  }

  took(batch: readonly Candidate[], refusals: readonly RowRefusal[], where: string): void {
    for (const refusal of refusals) {
      this.refuse(refusal, where)
      if (refusal.removed !== undefined && this.#loaded.delete(refusal.removed)) this.refused++
    }
    const refusedLines = new Set(refusals.map(({ line }) => line))
    this.#accepted += batch.length - refusedLines.size
    for (const { line, organization } of batch) if (!refusedLines.has(line)) this.#add(organization)
  }

  /** Counts an organization that an earlier process has loaded. */
  skip(organization: Organization): void {
    this.#add(organization)
  }

  #add(organization: Organization): void {
    if (this.#loaded.has(organization.id)) this.replaced++
    this.#loaded.set(organization.id, marksOf(organization))
  }

  /**
   * One line on the progress, to be asked for each second.
   * @param underWay Organizations of the batch under way that are loaded.
   */
  progress(underWay = 0): string {
    const done = this.rows === 0 ? 0 : (this.rows - this.#notLoaded + underWay) / this.rows
    const bytes = this.#read * done
    const now = { at: performance.now(), organizations: this.#accepted + underWay, bytes }
    while (this.#moments.length > 1 && this.#moments[0]!.at < now.at - windowMs)
      this.#moments.shift()
    const [first] = this.#moments as [Moment]
    this.#moments.push(now)
    const seconds = (now.at - first.at) / 1000
    const left = Math.ceil((seconds * (this.#size - now.bytes)) / (now.bytes - first.bytes))
    return [
      `${number.format(this.loaded + underWay)} loaded`,
      `${number.format(this.refused)} refused`,
      perSecond(now.organizations - first.organizations, seconds),
      `${Math.floor((100 * now.bytes) / this.#size)} % done`,
      ...(Number.isFinite(left) ? [`about ${left} s left`] : []),
    ].join(', ')
  }

  /** The results of all rows. @param done Such as `loaded`. */
  summary(done: string, into: string): string[] {
    const notLoaded = this.#notLoaded
    const counts = [
      `${counted(this.loaded, 'organization')} ${done}`,
      `${counted(this.refused, 'row')} refused`,
      `${counted(this.replaced, 'row')} replaced an earlier row`,
      ...(notLoaded > 0 ? [`${counted(notLoaded, 'row')} not loaded because the load ended`] : []),
      `${counted(this.rows, 'row')} read`,
    ]
    return [
      `${counts.join(', ')}, ${this.#seconds.toFixed(1)} s, ${perSecond(this.#accepted, this.#seconds)}${into}`,
      `${partOf(this.#count('placed'), this.loaded)} have a place on the map, ` +
        `${partOf(this.#count('worded'), this.#count('coded'))} activity codes have a description`,
    ]
  }

  #count(mark: keyof typeof marks): number {
    let count = 0
    for (const sum of this.#loaded.values()) if (sum & marks[mark]) count++
    return count
  }

  /** Rows that were read, and wait. */
  get #notLoaded(): number {
    return this.rows - this.loaded - this.refused - this.replaced
  }

  get #seconds(): number {
    return (performance.now() - this.#startedAt) / 1000
  }
}

function perSecond(count: number, seconds: number): string {
  return `${number.format(Math.round(count / seconds))}/s`
}

/** What is counted of an organization, as a sum. */
const marks = { placed: 1, coded: 2, worded: 4 } as const

function marksOf({ location, activity, activity_code: code }: Organization): number {
  return (
    (location === undefined ? 0 : marks.placed) +
    (code === undefined ? 0 : marks.coded) +
    (code === undefined || activity === undefined ? 0 : marks.worded)
  )
}

/** `1,999 of 2,000 (99.9 %)`; never rounded up. */
function partOf(part: number, whole: number): string {
  const share = whole === 0 ? '' : ` (${Math.floor((1000 * part) / whole) / 10} %)`
  return `${number.format(part)} of ${number.format(whole)}${share}`
}

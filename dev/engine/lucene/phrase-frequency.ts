/** Where the terms of one place of a phrase stand in a document. */
export interface PhrasePlace {
  /** Positions ascending. */
  positions: readonly number[]
  /** Words after the first place of the phrase. */
  offset: number
  terms: readonly string[]
}

/** How often the places stand in a row. */
export function exactFrequency(places: readonly PhrasePlace[]): number {
  const [first, ...others] = places
  const sets = others.map(({ positions }) => new Set(positions))
  let frequency = 0
  for (const position of first!.positions) {
    const start = position - first!.offset
    if (others.every(({ offset }, i) => sets[i]!.has(start + offset))) frequency++
  }
  return frequency
}

/** A place's pointer into its positions; `at` counts from the start of the phrase, so that a row has equal ones. */
class Pointer {
  readonly place: PhrasePlace
  readonly order: number
  group: Pointer[] = []
  at = 0
  #index = 0

  constructor(place: PhrasePlace, order: number) {
    this.place = place
    this.order = order
    this.at = place.positions[0]! - place.offset
  }

  /** The position in the document. */
  get position(): number {
    return this.at + this.place.offset
  }

  /** Moves to the next position; false when there is none. */
  advance(): boolean {
    const next = this.place.positions[++this.#index]
    if (next === undefined) return false
    this.at = next - this.place.offset
    return true
  }

  isBefore(other: Pointer): boolean {
    if (this.at !== other.at) return this.at < other.at
    if (this.place.offset !== other.place.offset) return this.place.offset < other.place.offset
    return this.order < other.order
  }
}

/**
 * The frequency of a phrase whose terms may be `slop` moves out of their places; a match counts 1 / (1 + moves).
 * Walks the positions as Lucene does (always moving the least pointer, terms that occur twice never on one position),
 * because which matches are met, and so the score, depends on the walk.
 */
export function sloppyFrequency(places: readonly PhrasePlace[], slop: number): number {
  const pointers = places.map((place, order) => new Pointer(place, order))
  const groups = repeats(pointers)
  if (!groups.every(separate)) return 0
  let end = Math.max(...pointers.map(({ at }) => at))
  const queue = [...pointers]

  const step = (pointer: Pointer): boolean => {
    if (!pointer.advance()) return false
    end = Math.max(end, pointer.at)
    return true
  }
  const stepApart = (moved: Pointer): boolean => {
    let pointer = moved
    for (let other = collision(pointer); other !== undefined; other = collision(pointer)) {
      pointer = lesser(pointer, other)
      if (!step(pointer)) return false
    }
    return true
  }

  let frequency = 0
  let pointer = pop(queue)
  let length = end - pointer.at
  let next = least(queue).at
  while (step(pointer) && stepApart(pointer)) {
    if (pointer.at > next) {
      queue.push(pointer)
      if (length <= slop) frequency = Math.fround(frequency + Math.fround(1 / (1 + length)))
      pointer = pop(queue)
      next = least(queue).at
      length = end - pointer.at
    } else {
      length = Math.min(length, end - pointer.at)
    }
  }
  return length <= slop ? Math.fround(frequency + Math.fround(1 / (1 + length))) : frequency
}

function least(queue: readonly Pointer[]): Pointer {
  return queue.reduce((best, pointer) => (pointer.isBefore(best) ? pointer : best))
}

function pop(queue: Pointer[]): Pointer {
  const best = least(queue)
  queue.splice(queue.indexOf(best), 1)
  return best
}

/** Groups of pointers whose places share a term. */
function repeats(pointers: readonly Pointer[]): Pointer[][] {
  const groups: Pointer[][] = []
  for (const pointer of pointers) {
    const shares = (other: Pointer) => other.place.terms.some((term) => pointer.place.terms.includes(term))
    const touching = groups.filter((group) => group.some(shares))
    const merged = [...touching.flat(), pointer]
    for (const group of touching) groups.splice(groups.indexOf(group), 1)
    groups.push(merged)
  }
  const repeated = groups.filter((group) => group.length > 1)
  for (const group of repeated) {
    group.sort((a, b) => a.place.offset - b.place.offset)
    for (const pointer of group) pointer.group = group
  }
  return repeated
}

/** Moves the pointers of a group to different positions; false when there are too few. */
function separate(group: readonly Pointer[]): boolean {
  if (group.every(({ place }) => place.terms.length === 1)) {
    return group.every((pointer, times) => Array.from({ length: times }).every(() => pointer.advance()))
  }
  for (const pointer of group) {
    for (let other = collision(pointer); other !== undefined; other = collision(pointer)) {
      if (!lesser(pointer, other).advance()) return false
    }
  }
  return true
}

/** Another pointer of the group on the same position of the document. */
function collision(pointer: Pointer): Pointer | undefined {
  return pointer.group.find((other) => other !== pointer && other.position === pointer.position)
}

function lesser(a: Pointer, b: Pointer): Pointer {
  return a.at < b.at || (a.at === b.at && a.place.offset < b.place.offset) ? a : b
}

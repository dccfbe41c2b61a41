/** Where the terms of one place of a phrase are in a document. */
export interface PhrasePlace {
  /** Positions ascending. */
  positions: readonly number[]
  /** Words after the first place of the phrase. */
  offset: number
  terms: readonly string[]
}

/** One occurrence of a phrase. */
export interface PhraseMatch {
  /** How far the words are from being in a row. */
  moves: number
  /** Position of its first word and of its last. */
  start: number
  end: number
}

/** How much the occurrences count: each 1 / (1 + moves), in 32-bit floats. */
export function frequencyOf(matches: readonly PhraseMatch[]): number {
  return matches.reduce((sum, { moves }) => Math.fround(sum + Math.fround(1 / (1 + moves))), 0)
}

/** The occurrences of a phrase whose terms may be `slop` moves out of their places. */
export function phraseMatches(places: readonly PhrasePlace[], slop: number): PhraseMatch[] {
  return slop === 0 ? exactMatches(places) : [...sloppyMatches(places, slop)]
}

function exactMatches(places: readonly PhrasePlace[]): PhraseMatch[] {
  const [first, ...others] = places
  const sets = others.map(({ positions }) => new Set(positions))
  const length = Math.max(...places.map(({ offset }) => offset))
  return first!.positions
    .map((position) => position - first!.offset)
    .filter((start) => others.every(({ offset }, i) => sets[i]!.has(start + offset)))
    .map((start) => ({ moves: 0, start, end: start + length }))
}

/**
 * A place's pointer into its positions; `at` counts from the start of the phrase, so that a row has
 * equal ones.
 */
class Pointer {
  readonly place: PhrasePlace
  readonly order: number
  group: Pointer[] = []
  at: number
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
 * Walks the positions as Lucene does: the least pointer moves on until it has passed the next one,
 * and terms that occur twice in the phrase never share a position. Which matches are met, and
 * so the score, depends on the walk.
 */
function* sloppyMatches(places: readonly PhrasePlace[], slop: number): Iterable<PhraseMatch> {
  const pointers = places.map((place, order) => new Pointer(place, order))
  if (!repeats(pointers).every(separate)) return
  const queue = [...pointers]
  let end = Math.max(...pointers.map(({ at }) => at))
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

  let lead = pop(queue)
  let leadPosition = lead.position
  let moves = end - lead.at
  let next = least(queue).at
  const match = (): PhraseMatch => {
    const others = pointers.filter((pointer) => pointer !== lead).map(({ position }) => position)
    return {
      moves,
      start: Math.min(leadPosition, ...pointers.map(({ position }) => position)),
      end: Math.max(leadPosition, ...others),
    }
  }
  while (step(lead) && stepApart(lead)) {
    if (lead.at > next) {
      if (moves <= slop) yield match()
      queue.push(lead)
      lead = pop(queue)
      next = least(queue).at
      moves = end - lead.at
    } else {
      moves = Math.min(moves, end - lead.at)
    }
    leadPosition = lead.position
  }
  if (moves <= slop) yield match()
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
    const shares = (other: Pointer) =>
      other.place.terms.some((term) => pointer.place.terms.includes(term))
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
    return group.every((pointer, times) =>
      Array.from({ length: times }).every(() => pointer.advance()),
    )
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

import { breaksOf } from './breaks.js'
import type { Occurrence } from './occurrences.js'
import type { FieldHighlight } from './request.js'

/** Between two values of a field: no passage reaches over it. */
export const valueSeparator = '\0'

/** A piece of the text that holds occurrences. */
interface Passage {
  start: number
  end: number
  score: number
  found: Occurrence[]
}

/** The fragments of a text with what was found in it marked. */
export function fragmentsOf(text: string, found: readonly Occurrence[], options: FieldHighlight): string[] {
  if (found.length === 0) return noMatch(text, options)
  const passages = passagesOf(text, found, options)
  const limit = options.fragments === 0 ? passages.length : options.fragments
  const best = [...passages].sort((a, b) => b.score - a.score || a.start - b.start).slice(0, limit)
  if (!options.byScore) best.sort((a, b) => a.start - b.start)
  return best.map((passage) => render(text, passage, options))
}

function noMatch(text: string, options: FieldHighlight): string[] {
  const { noMatchSize } = options
  const start = [...text].findIndex((letter) => letter !== valueSeparator)
  if (noMatchSize === 0 || start < 0) return []
  const separator = text.indexOf(valueSeparator, start)
  const valueEnd = separator < 0 ? text.length : separator
  const end = start + noMatchSize < valueEnd ? breaksOf(text, 'word').following(start + noMatchSize) : valueEnd
  return [render(text, { start, end, score: 0, found: [] }, options)]
}

function passagesOf(text: string, found: readonly Occurrence[], options: FieldHighlight): Passage[] {
  const counts = new Map<string, number>()
  for (const { term } of found) counts.set(term, (counts.get(term) ?? 0) + 1)
  const bounds = boundsOf(text, options)
  const passages: Passage[] = []
  let passage: Passage | undefined
  for (const occurrence of found) {
    if (passage === undefined || occurrence.start >= passage.end) {
      passage = { ...bounds(occurrence.start), score: 0, found: [] }
      passages.push(passage)
    }
    passage.found.push(occurrence)
  }
  for (const one of passages) one.score = scoreOf(one, text.length, counts)
  return passages
}

type Bounds = (at: number) => { start: number; end: number }

/** Where the passage around an offset starts and ends; never beyond one value. Offsets must be asked in ascending order. */
function boundsOf(text: string, { fragments, fragmentSize, boundary }: FieldHighlight): Bounds {
  let value = { start: 0, end: -1, bounds: undefined as Bounds | undefined }
  return (at) => {
    if (at >= value.end || value.bounds === undefined) {
      const start = text.lastIndexOf(valueSeparator, at) + 1
      const next = text.indexOf(valueSeparator, at)
      const end = next < 0 ? text.length : next
      const whole = () => ({ start: 0, end: end - start })
      const inner = text.slice(start, end)
      const bounds = fragments === 0 ? whole : boundary === 'word' ? words(inner) : sentences(inner, fragmentSize)
      value = { start, end, bounds }
    }
    const { start, end } = value.bounds!(at - value.start)
    return { start: start + value.start, end: end + value.start }
  }
}

function words(text: string): Bounds {
  const breaks = breaksOf(text, 'word')
  return (at) => ({ start: breaks.preceding(at + 1), end: breaks.following(at) })
}

/** Sentences of about `size` letters; a longer one is cut between words, a run of shorter ones is one passage. */
function sentences(text: string, size: number): Bounds {
  const main = breaksOf(text, 'sentence')
  if (size === 0) return (at) => ({ start: main.preceding(at + 1), end: main.following(at) })
  const inner = breaksOf(text, 'word')
  let window = { start: -1, end: -1 }
  let last = { start: -1, end: 0 }
  return (at) => {
    const offset = at + 1
    if (offset > window.start && offset < window.end) {
      last = { start: last.end, end: window.end }
    } else {
      const start = main.preceding(offset)
      const target = offset + Math.max(0, size - (offset - start))
      let end = target + 1 > text.length ? text.length : main.preceding(target + 1)
      if (end === start) end = target >= text.length ? text.length : main.following(target)
      window = { start, end }
      last = { start, end }
    }
    if (last.end - last.start > size) {
      if (offset - size > last.start) last.start = Math.max(last.start, inner.preceding(offset - size))
      const remaining = Math.max(0, size - (offset - last.start))
      if (offset + remaining < window.end) last.end = Math.min(window.end, inner.following(offset + remaining))
    }
    return { ...last }
  }
}

/** Constants of Lucene's PassageScorer: BM25 with passages for documents. */
const k1 = 1.2
const b = 0.75
const pivot = 87

function scoreOf({ start, end, found }: Passage, length: number, counts: ReadonlyMap<string, number>): number {
  const inPassage = new Map<string, number>()
  for (const { term } of found) inPassage.set(term, (inPassage.get(term) ?? 0) + 1)
  const norm = k1 * (1 - b + (b * (end - start)) / pivot)
  const documents = 1 + Math.trunc(length / pivot)
  let score = 0
  for (const [term, frequency] of inPassage) {
    const weight = (k1 + 1) * Math.log(1 + (documents + 0.5) / (counts.get(term)! + 0.5))
    score += (frequency / (frequency + norm)) * weight
  }
  return score * (1 + 1 / Math.log(pivot + start))
}

function render(text: string, { start, end, found }: Passage, { preTag, postTag, escapes }: FieldHighlight): string {
  const part = (from: number, to: number) => (escapes ? escaped(text.slice(from, to)) : text.slice(from, to))
  let shown = ''
  let at = start
  for (const [i, occurrence] of found.entries()) {
    if (occurrence.end <= at) continue
    if (occurrence.start > at) shown += part(at, occurrence.start)
    let last = occurrence.end
    for (const other of found.slice(i + 1)) if (other.start < last) last = Math.max(last, other.end)
    shown += preTag + part(Math.max(at, occurrence.start), last) + postTag
    at = last
  }
  return shown + part(at, Math.max(at, end))
}

function escaped(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#x27;',
    '/': '&#x2F;',
  }
  return text.replace(/[&<>"'/]/g, (letter) => names[letter]!)
}

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

/**
 * The fragments of a text with what was found in it marked. @param isWhole each value is one
 * fragment
 */
export function fragmentsOf(
  text: string,
  found: readonly Occurrence[],
  options: FieldHighlight,
  isWhole: boolean,
): string[] {
  if (found.length === 0) return noMatch(text, options)
  const passages = passagesOf(text, found, options, isWhole)
  const limit = options.fragments === 0 ? passages.length : options.fragments
  const best = [...passages].sort((a, b) => b.score - a.score || b.start - a.start).slice(0, limit)
  if (!options.byScore) best.sort((a, b) => a.start - b.start)
  return best
    .map((passage) => render(text, passage, options))
    .filter((fragment) => fragment.trim() !== '')
}

function noMatch(text: string, options: FieldHighlight): string[] {
  const { noMatchSize } = options
  const start = text.search(/[^\0]/)
  if (noMatchSize === 0 || start < 0) return []
  const separator = text.indexOf(valueSeparator, start)
  const valueEnd = separator < 0 ? text.length : separator
  const end =
    start + noMatchSize < valueEnd
      ? breaksOf(text, 'word').following(start + noMatchSize)
      : valueEnd
  return [render(text, { start, end, score: 0, found: [] }, options)]
}

function passagesOf(
  text: string,
  found: readonly Occurrence[],
  options: FieldHighlight,
  isWhole: boolean,
): Passage[] {
  const counts = new Map<string, number>()
  if (!options.requireFieldMatch)
    for (const { term } of found) counts.set(term, (counts.get(term) ?? 0) + 1)
  const bounds = boundsOf(text, isWhole ? undefined : options)
  const passages: Passage[] = []
  let passage: Passage | undefined
  for (const occurrence of found) {
    if (passage === undefined || occurrence.start >= passage.end) {
      passage = { ...bounds(occurrence, passage?.end ?? 0), score: 0, found: [] }
      passages.push(passage)
    }
    passage.found.push(occurrence)
  }
  for (const one of passages) one.score = scoreOf(one, text.length, counts)
  return passages
}

/**
 * Where the passage of an occurrence starts and ends, the passage before it having ended at `last`.
 */
type Bounds = (occurrence: Occurrence, last: number) => { start: number; end: number }

/** Passages never reach beyond one value. Occurrences must be asked for in ascending order. */
function boundsOf(text: string, options: FieldHighlight | undefined): Bounds {
  let value = { start: 0, end: -1, window: undefined as Window | undefined }
  return ({ start, end }, last) => {
    if (start >= value.end || value.window === undefined) {
      const from = text.lastIndexOf(valueSeparator, start) + 1
      const next = text.indexOf(valueSeparator, start)
      const to = next < 0 ? text.length : next
      value = { start: from, end: to, window: windowOf(text.slice(from, to), options) }
    }
    const center = start + Math.trunc((end - start) / 2)
    const found = value.window!(
      Math.max(start + 1, center) - value.start,
      Math.min(end - 1, center) - value.start,
    )
    return {
      start: Math.min(start, Math.max(found.start + value.start, last)),
      end: Math.max(end, found.end + value.start),
    }
  }
}

/** The start of the passage before one offset and its end after the other. */
type Window = (before: number, after: number) => { start: number; end: number }

function windowOf(text: string, options: FieldHighlight | undefined): Window {
  if (options === undefined || options.fragments === 0)
    return () => ({ start: 0, end: text.length })
  if (options.boundary === 'sentence' && options.fragmentSize > 0)
    return sentences(text, options.fragmentSize)
  const breaks = breaksOf(text, options.boundary)
  return (before, after) => ({ start: breaks.preceding(before), end: breaks.following(after) })
}

/**
 * Sentences of about `size` letters; a longer one is cut between words, a run of shorter ones is
 * one passage.
 */
function sentences(text: string, size: number): Window {
  const main = breaksOf(text, 'sentence')
  const inner = breaksOf(text, 'word')
  let window = { start: -1, end: -1 }
  let last = { start: -1, end: 0 }
  return (offset) => {
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
      if (offset - size > last.start)
        last.start = Math.max(last.start, inner.preceding(offset - size))
      const remaining = Math.max(0, size - (offset - last.start))
      if (offset + remaining < window.end)
        last.end = Math.min(window.end, inner.following(offset + remaining))
    }
    return { ...last }
  }
}

/** Constants of Lucene's PassageScorer: BM25 with passages for documents. */
const k1 = 1.2
const b = 0.75
const pivot = 87

function scoreOf(
  { start, end, found }: Passage,
  length: number,
  counts: ReadonlyMap<string, number>,
): number {
  const inPassage = new Map<string, number>()
  for (const { term } of found) inPassage.set(term, (inPassage.get(term) ?? 0) + 1)
  const norm = k1 * (1 - b + (b * (end - start)) / pivot)
  const documents = 1 + Math.trunc(length / pivot)
  let score = 0
  for (const [term, frequency] of inPassage) {
    const weight = (k1 + 1) * Math.log(1 + (documents + 0.5) / ((counts.get(term) ?? 1) + 0.5))
    score += (frequency / (frequency + norm)) * weight
  }
  return score * (1 + 1 / Math.log(pivot + start))
}

/** An occurrence that reaches into the next value is marked to the end of the passage. */
function render(
  text: string,
  { start, end, found }: Passage,
  { preTag, postTag, escapes, fragments }: FieldHighlight,
): string {
  const part = (from: number, to: number) =>
    escapes ? escaped(text.slice(from, to)) : text.slice(from, to)
  let shown = ''
  let at = start
  for (let i = 0; i < found.length; i++) {
    const from = found[i]!.start
    let to = found[i]!.end
    while (i + 1 < found.length && found[i + 1]!.start < to) to = Math.max(to, found[++i]!.end)
    to = Math.min(to, end)
    shown += part(at, from) + preTag + part(from, to) + postTag
    at = to
  }
  shown += part(at, Math.max(at, end))
  const spaced = shown.replaceAll(valueSeparator, ' ')
  return fragments === 0 ? spaced : spaced.trim()
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

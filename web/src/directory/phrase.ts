import { kilometre, mile, usualRadius } from './distance.js'
import { addressOf, emptyView, type View, widest } from './view.js'

const nearPlace =
  /^(?:(?:an?|the)\s+)?(?<words>.*?)\s*(?<!\S)(?:near|close to|around|within (?<far>\d+(?:\.\d+)?) ?(?<unit>km|kilomet(?:er|re)s?|mi|miles?) (?:of|from|around))\s+(?<place>\S.*)$/i

/** One word with six digits or more, such as an EIN, a charity number or an id; no ZIP+4. */
const number =
  /^(?:EIN\b:?\s*)?(?!\d{5}-\d{4}$)(?<number>[\p{L}-]*\d(?:[\p{L}-]*\d){5}[\p{L}\d-]*)$/iu

/**
 * A view as it is understood. The text `a food bank near Providence RI` is words and a place to be
 * near to; the number of an organization passes all filters.
 */
export function understood(view: View): View {
  const text = view.q.trim()
  const found = number.exec(text)?.groups
  if (found) return { ...view, q: found.number!, filters: {}, near: '' }
  const { words, place, far, unit } = nearPlace.exec(text)?.groups ?? {}
  if (place === undefined) return { ...view, q: text }
  const km = Number(far) * (/^m/i.test(unit ?? '') ? mile : kilometre).km
  const bounded = Math.min(Math.max(1, Number(km.toFixed(1))), widest)
  const radius = far === undefined ? view.radius : bounded
  return { ...view, q: words!, near: place, radius }
}

/** What a typed text changes: it replaces the one before it, with the place that that one named. */
export function searchFor(text: string): Partial<View> {
  const q = text.trim()
  const isPlaced = understood({ ...emptyView, q }).near !== ''
  return { q, ...(isPlaced && { radius: usualRadius() }) }
}

/** Whether a text is the number of an organization. */
export const isNumber = (text: string): boolean => number.test(text.trim())

/** Members of a view that decide what is found. */
const asks: readonly (keyof View)[] = ['q', 'filters', 'near', 'radius', 'sort']

/** The address of a view with a change; a change of what is asked begins at page 1. */
export function addressAfter(typed: View, change: Partial<View>): string {
  const { q, near, radius } = understood(typed)
  // a place of the text gives way to another one, and to none
  const isOther = !('q' in change) && ('near' in change || 'radius' in change)
  const place = isOther && { q, near, radius }
  const next = {
    ...typed,
    ...place,
    ...(asks.some((name) => name in change) && { page: 1 }),
    ...change,
  }
  const isPlaced = understood(next).near !== ''
  return addressOf(isPlaced ? next : { ...next, radius: emptyView.radius })
}

import type { View } from './view.js'

const nearPlace =
  /^(?:(?:an?|the)\s+)?(?<words>.*?)\s*(?<!\S)(?:near|close to|around)\s+(?<place>\S.*)$/i

/**
 * What a typed text asks for: `a food bank near Providence RI` is words, and a place to be near to.
 */
export function askedBy(text: string): Pick<View, 'q'> & Partial<View> {
  const { words, place } = nearPlace.exec(text.trim())?.groups ?? {}
  return place === undefined ? { q: text.trim() } : { q: words!, near: place }
}

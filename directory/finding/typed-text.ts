import { findIdentifier, type Identifier } from './identifiers.js'
import { parseSentence, type Sentence } from './sentences.js'

/** What a typed text is understood as; what is not in it is absent. */
export interface Understood extends Sentence {
  /** A number of an organization: then there are no words. */
  identifier?: string
}

/** A typed text and what it says. */
export interface TypedText {
  text: string
  /** Whether the last word may be a beginning: someone is typing it. */
  isTyping?: boolean
  understood: Understood
  identifier?: Identifier
  /** Words that may have typos, as nothing was found with all of them: their places among all. */
  doubtful?: readonly number[]
}

/** Reads a text as words alone. */
export const asWords = (text: string): TypedText => ({ text, understood: { words: text.trim() } })

/**
 * Reads a text as a number, or as words and a place.
 * @param isPlace Whether a text is a place on Earth; without it no text names a place.
 */
export function parseTypedText(text: string, isPlace?: (text: string) => boolean): TypedText {
  const identifier = findIdentifier(text)
  if (identifier)
    return { text, identifier, understood: { words: '', identifier: identifier.number } }
  const sentence = isPlace && parseSentence(text, isPlace)
  return sentence ? { text, understood: sentence } : asWords(text)
}

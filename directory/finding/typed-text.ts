import { type Amounts, parseAmounts } from './amounts.js'
import { leaveOutAsking } from './asking.js'
import { findIdentifier, type Identifier } from './identifiers.js'
import { parsePlaceBehind, parseSentence, readWords, type Somewhere } from './sentences.js'

/** What a typed text is understood as; what is not in it is absent. */
export interface Understood extends Somewhere, Amounts {
  /** What is looked for; empty for organizations of any kind. */
  words: string
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
  /** Terms that only ask, which are not looked for. */
  leftOut?: readonly string[]
  /** The same as words and a place behind them: more than words, where both hold. */
  placed?: Omit<Understood, 'identifier'> | undefined
  /** Words that may have typos, as nothing was found with all of them: their places among all. */
  doubtful?: readonly number[]
  /** The words of the only unit that must be there: the others make the order. */
  rarest?: string
}

/** Reads a text as words alone. */
export const asWords = (text: string): TypedText => ({ text, understood: { words: text.trim() } })

/**
 * Reads a text as a number, or as words, a place and amounts, without those that only ask.
 * @param isPlace Whether a text is a place on Earth; without it a text is words, as it is typed.
 * @param asking Terms of words.yml. @param hasAmounts Whether it may name amounts.
 */
export function parseTypedText(
  text: string,
  isPlace?: (text: string) => boolean,
  asking: ReadonlySet<string> = new Set(),
  hasAmounts = false,
): TypedText {
  const identifier = findIdentifier(text)
  if (identifier)
    return { text, identifier, understood: { words: '', identifier: identifier.number } }
  if (!isPlace) return asWords(text)
  const { rest, ...amounts } = (hasAmounts && parseAmounts(text)) || { rest: undefined }
  const said = rest ?? text
  const bare = leaveOutAsking(said, asking) ?? { words: said.trim(), leftOut: [] }
  const sentence =
    parseSentence(said, isPlace, asking) ?? parseSentence(bare.words, isPlace, asking)
  const ofKind = rest === undefined ? bare : readWords(said, asking)
  const { leftOut: without, ...others } = sentence ?? ofKind
  const understood = { ...others, ...amounts }
  const leftOut = without.length > 0 ? without : bare.leftOut
  return {
    ...{ text, understood },
    ...(leftOut.length > 0 && { leftOut }),
    // looked for when it is asked: a start reads texts, and needs no cities for them
    get placed() {
      return sentence ? undefined : parsePlaceBehind(understood.words)
    },
  }
}

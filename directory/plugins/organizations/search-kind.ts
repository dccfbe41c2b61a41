import { makeText } from '../../../plugins/kit/templates/parameters/kinds.js'
import type {
  Declared,
  Kind,
  TextUnderstanding,
} from '../../../plugins/kit/templates/parameters/parameter.js'
import {
  maxLength,
  maxWords,
  optional,
  text,
} from '../../../plugins/kit/templates/parameters/parameter-schema.js'
import { checkQueryPlace } from '../../../plugins/kit/templates/parameters/placeholder-places.js'
import { readPlace } from '../../../plugins/kit/templates/parameters/places.js'
import { correctText } from '../../finding/correction.js'
import { makeQuery, ofIdentifier, placeQueries } from '../../finding/query.js'
import { findDoubtful, findRarest, unitQueries } from '../../finding/similar.js'
import { asWords, parseTypedText, type TypedText } from '../../finding/typed-text.js'
import { readWordGroups, type WordGroups } from '../../finding/word-groups.js'
import { splitWords } from '../../finding/words.js'

/** What a file says of a typed text, besides its bounds. */
interface SearchDeclared extends Declared {
  typing?: boolean
  near?: string
  radius?: string
  least?: string
  most?: string
}

/** A text as people type it: a number, or words and a place (docs/finding.md). */
export const searchKind: Kind = {
  keys: {
    ...{ ...optional, maxLength, maxWords },
    typing: {
      type: 'boolean',
      description: 'Whether the last word may be a beginning: someone is typing it.',
    },
    near: text('The parameter that gets the place which the text names, unless it is sent.'),
    radius: text('The parameter that gets the distance from it, unless it is sent.'),
    least: text(
      'The parameter that gets the least revenue which the text names, unless it is sent.',
    ),
    most: text('The parameter that gets the greatest one, unless it is sent.'),
  },
  isQuery: true,
  checkPlace: checkQueryPlace,
  findMistakes: () => readWordGroups().mistakes,
  make(declared: SearchDeclared) {
    const { typing: isTyping = false, near, least, most } = declared
    const { read, schema } = makeText(declared)
    const { groups, asking } = readWordGroups()
    const isPlace = near === undefined ? undefined : (text: string) => 'value' in readPlace(text)
    const hasAmounts = (least && most) !== undefined
    return {
      schema,
      read(text) {
        const reading = read(text)
        return 'problem' in reading
          ? reading
          : { value: { ...parseTypedText(text, isPlace, asking, hasAmounts), isTyping } }
      },
      placeholder: (value) => makeQuery(value as TypedText, groups),
      understands: understandBy(declared, groups),
    }
  },
}

function understandBy(
  { near, radius, least, most }: SearchDeclared,
  groups: WordGroups,
): TextUnderstanding {
  return {
    description:
      'Whether the text may be a number or name a place or a revenue, as in ' +
      'food bank near Providence RI; false: it is words.',
    getText: (value) => (value as TypedText).text,
    getWords: (value) => (value as TypedText).understood.words,
    asWords(value) {
      const { text, isTyping } = value as TypedText
      return { ...asWords(text), isTyping }
    },
    describe: (value) => (value as TypedText).understood,
    findImplied(value) {
      const { place, radius: far, revenue_min, revenue_max } = (value as TypedText).understood
      const implied = [
        [near, place],
        [radius, far],
        [least, revenue_min],
        [most, revenue_max],
      ] as const
      return implied.flatMap(([parameter, found]) =>
        parameter === undefined || found === undefined ? [] : [[parameter, String(found)] as const],
      )
    },
    hint: (value) => hintFor(value as TypedText),
    findConditions(value) {
      const typed = value as TypedText
      if (typed.identifier)
        return [{ word: typed.identifier.number, query: ofIdentifier(typed.identifier) }]
      const words = unitQueries(typed, groups).map(([{ words }, query]) => ({
        word: words.join(' '),
        query,
      }))
      return [...words, ...placeQueries(typed, groups).map(([place, query]) => ({ place, query }))]
    },
    tolerate(value, isKnown) {
      const typed = value as TypedText
      const doubtful = typed.identifier ? [] : findDoubtful(typed, groups, isKnown)
      return doubtful.length === 0 ? undefined : ({ ...typed, doubtful } satisfies TypedText)
    },
    lessen(value, counts) {
      const typed = value as TypedText
      const rarest = typed.identifier ? undefined : findRarest(typed, groups, counts)
      if (rarest === undefined) return undefined
      return { value: { ...typed, rarest } satisfies TypedText, word: rarest }
    },
    similarFields: ['name', 'alternate_names', 'city'],
    correct: (value, texts) => correctText(value as TypedText, groups, texts),
  }
}

function hintFor({ identifier, leftOut, understood }: TypedText): string | undefined {
  if (identifier) return identifier.hint
  const { words, ...somewhere } = understood
  const isEmpty = splitWords(words).length === 0 && Object.keys(somewhere).length === 0
  if (isEmpty) return 'nothing to look for: it has no letter or digit'
  return leftOut && `looked for without ${leftOut.map((term) => JSON.stringify(term)).join(', ')}`
}

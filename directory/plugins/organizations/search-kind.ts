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
import { makeQuery, placeQueries } from '../../finding/query.js'
import { findDoubtful, unitQueries } from '../../finding/similar.js'
import { asWords, parseTypedText, type TypedText } from '../../finding/typed-text.js'
import { readWordGroups, type WordGroups } from '../../finding/word-groups.js'

/** What a file says of a typed text, besides its bounds. */
interface SearchDeclared extends Declared {
  typing?: boolean
  near?: string
  radius?: string
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
  },
  isQuery: true,
  checkPlace: checkQueryPlace,
  findMistakes: () => readWordGroups().mistakes,
  make(declared: SearchDeclared) {
    const { typing: isTyping = false, near } = declared
    const { read, schema } = makeText(declared)
    const { groups } = readWordGroups()
    const isPlace = near === undefined ? undefined : (text: string) => 'value' in readPlace(text)
    return {
      schema,
      read(text) {
        const reading = read(text)
        return 'problem' in reading
          ? reading
          : { value: { ...parseTypedText(text, isPlace), isTyping } }
      },
      placeholder: (value) => makeQuery(value as TypedText, groups),
      understands: understandBy(declared, groups),
    }
  },
}

function understandBy({ near, radius }: SearchDeclared, groups: WordGroups): TextUnderstanding {
  return {
    description:
      'Whether the text may be a number or name a place, as in food bank near Providence RI; ' +
      'false: it is words.',
    getText: (value) => (value as TypedText).text,
    getWords: (value) => (value as TypedText).understood.words,
    asWords(value) {
      const { text, isTyping } = value as TypedText
      return { ...asWords(text), isTyping }
    },
    describe: (value) => (value as TypedText).understood,
    findImplied(value) {
      const { place, radius: far } = (value as TypedText).understood
      const implied = [
        [near, place],
        [radius, far],
      ] as const
      return implied.flatMap(([parameter, text]) =>
        parameter === undefined || text === undefined ? [] : [[parameter, text] as const],
      )
    },
    hint(value) {
      const { text, identifier } = value as TypedText
      return /[\p{L}\p{N}]/u.test(text) ? identifier?.hint : 'has no letter and no digit'
    },
    findConditions(value) {
      const typed = value as TypedText
      if (typed.identifier) return []
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
    similarFields: ['name', 'alternate_names', 'city'],
    correct: (value, texts) => correctText(value as TypedText, groups, texts),
  }
}

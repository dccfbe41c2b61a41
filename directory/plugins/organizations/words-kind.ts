import { makeText } from '../../../plugins/kit/templates/parameters/kinds.js'
import type { Declared, Kind } from '../../../plugins/kit/templates/parameters/parameter.js'
import {
  fieldPattern,
  maxLength,
  maxWords,
  optional,
  texts,
} from '../../../plugins/kit/templates/parameters/parameter-schema.js'
import { checkQueryPlace } from '../../../plugins/kit/templates/parameters/placeholder-places.js'
import { allOf } from '../../finding/clauses.js'
import { splitUnits } from '../../finding/units.js'
import { readWordGroups } from '../../finding/word-groups.js'
import { splitWords } from '../../finding/words.js'
import { similarNames } from './normalizers.js'

/** What a file says of words, besides their bounds. */
interface WordsDeclared extends Declared {
  fields: string[]
  names?: keyof typeof similarNames
}

/** Words that must all be in some fields, or terms that mean the same (docs/finding.md). */
export const wordsKind: Kind = {
  keys: {
    ...{ ...optional, maxLength, maxWords },
    fields: texts({ type: 'string', pattern: fieldPattern }, 'Fields that the words are in.'),
    names: {
      enum: Object.keys(similarNames),
      description: 'Names of which a similar one is a hint where nothing is found.',
    },
  },
  needs: ['fields'],
  isQuery: true,
  checkPlace: checkQueryPlace,
  make(declared) {
    const { fields, names } = declared as WordsDeclared
    const { groups } = readWordGroups()
    const meant = names && similarNames[names]
    return {
      ...makeText(declared),
      ...(meant && { meant: (value) => meant(String(value)) }),
      placeholder(value) {
        const units = splitUnits(splitWords(String(value)), groups)
        return units.length === 0 ? { match_none: {} } : allOf(units, fields)
      },
    }
  },
}

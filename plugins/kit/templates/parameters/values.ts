import { vocabulary } from '../../vocabulary.js'
import { type Declared, defaultLength, type Kind, type Made } from './parameter.js'
import { fieldPattern, maxLength, optional, texts } from './parameter-schema.js'
import { checkQueryPlace } from './placeholder-places.js'

/** Values of a parameter, at most: so many hits fit on a page. */
const mostValues = 50

/** Stands for no value; documents whose value is this word are meant too. */
const unknown = /^unknown$/i
const unknownWords = ['unknown', 'Unknown']

/** Commas separate values, except in quotes and before a space: `RI,VT`, `Arts, Culture`. */
const value = /"((?:[^"]|"")*)"(?=,|$)|(?:[^,]|,(?=\s))+/g

/** The values in a text, as they are written. */
export function splitValues(text: string): string[] {
  return [...text.matchAll(value)]
    .map(([plain, quoted]) => (quoted?.replaceAll('""', '"') ?? plain).trim())
    .filter((one) => one !== '')
}

/** The text of some values, which `splitValues` reads. */
export const joinValues = (values: readonly string[]): string =>
  values.map((one) => (/[",]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one)).join(',')

/** Several values of some fields, of which a hit must have one. */
export const values: Kind = {
  get keys() {
    return {
      required: optional.required!,
      maxLength,
      normalize: {
        enum: Object.keys(vocabulary.normalizers ?? {}),
        description: 'Form of the values in documents.',
      },
      fields: texts(
        { type: 'string', pattern: fieldPattern },
        'Fields of which one must have one of the values, as a whole.',
      ),
      unknown: {
        type: 'boolean',
        description: 'Whether the value `unknown` finds those without a value of the first field.',
      },
    }
  },
  needs: ['fields'],
  isQuery: true,
  checkPlace: checkQueryPlace,
  make: makeValues,
}

function makeValues(declared: Declared): Made {
  const { maxLength = defaultLength, normalize, fields = [], unknown: mayBeUnknown } = declared
  const { normalize: toForm = (one: string) => one, meant } =
    vocabulary.normalizers?.[normalize ?? ''] ?? {}
  return {
    ...(meant && {
      meant: (all) => (all as string[]).map((one) => meant(one)).find((one) => one !== undefined),
    }),
    read(text) {
      if (text.length > mostValues * (maxLength + 3)) return { problem: tooMany }
      const all = [...new Set(splitValues(text).map(toForm))]
      if (all.length === 0) return { problem: 'must be values that commas separate' }
      if (all.length > mostValues) return { problem: tooMany }
      if (all.some((one) => one.length > maxLength))
        return { problem: `must not exceed ${maxLength} characters each` }
      return { value: all }
    },
    placeholder: (all) => queryOf(fields, all as string[], mayBeUnknown ?? false),
    schema: {
      type: 'array',
      items: { type: 'string', maxLength },
      minItems: 1,
      maxItems: mostValues,
    },
  }
}

const tooMany = `must not be more than ${mostValues} values`

/** Those that have one of the values in one of the fields, or none where that is asked for. */
function queryOf(fields: readonly string[], all: readonly string[], mayBeUnknown: boolean): object {
  const isUnknown = mayBeUnknown && all.some((one) => unknown.test(one))
  const values = isUnknown ? [...new Set([...all, ...unknownWords])] : all
  const queries: object[] = fields.map((field) =>
    // of one value the engine has the list of documents
    values.length === 1 ? { term: { [field]: values[0] } } : { terms: { [field]: values } },
  )
  if (isUnknown) queries.push({ bool: { must_not: [{ exists: { field: fields[0] } }] } })
  return queries.length === 1 ? queries[0]! : { bool: { should: queries } }
}

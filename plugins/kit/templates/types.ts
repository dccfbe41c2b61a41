import { queryOf } from '../../../directory/finding/query.js'
import { type TypedText, typedText } from '../../../directory/finding/typed-text.js'
import { readWordGroups } from '../../../directory/finding/word-groups.js'
import { isDay } from '../../../kit/api/dates.js'
import { countWords, parseUtcInstant } from '../../../packages/query-guard/src/index.js'
import { type Box, cornersOf, longestBox, readBox } from './box.js'
import { isLength, type LengthUnit, lengthIn, lengthPattern, lengthUnits } from './lengths.js'
import { knownNames, normalizers } from './normalizers.js'
import {
  type Declared,
  defaultLength,
  type JsonSchema,
  type Made,
  type TypeName,
} from './parameter.js'
import { longestPlace, type NamedPlace, pointOf, readPlace, swappedIn } from './place.js'
import { values } from './values.js'

const defaultWords = 10

/** How each type reads a text, and the values that its parameters may have. */
export const types: Readonly<Record<TypeName, (declared: Declared) => Made>> = {
  text(declared) {
    const meant = knownNames[declared.names ?? '']
    return { ...bounded(declared), ...(meant && { meant: (value) => meant(String(value)) }) }
  },

  search(declared) {
    const { typing: isTyping = false, near, radius } = declared
    const { read, ...others } = bounded(declared)
    const { groups } = readWordGroups()
    const isPlace = near === undefined ? undefined : (text: string) => 'value' in readPlace(text)
    return {
      ...others,
      read(text) {
        const reading = read(text)
        return 'problem' in reading ? reading : { value: { ...typedText(text, isPlace), isTyping } }
      },
      placeholder: (value) => queryOf(value as TypedText, groups),
      understands: { near, radius, groups },
    }
  },

  keyword({ maxLength = defaultLength, enum: words, normalize }) {
    const { of = (value: string) => value, meant, placeholder } = normalizers[normalize ?? ''] ?? {}
    return {
      ...(placeholder && { placeholder }),
      ...(meant && { meant: (value) => meant(String(value)) }),
      read(text) {
        if (text.length > maxLength) return { problem: `must not exceed ${maxLength} characters` }
        const value = of(text.trim())
        if (words && !words.includes(value)) return { problem: `must be ${listed(words)}` }
        return { value }
      },
      schema: { type: 'string', ...(words ? { enum: words } : { maxLength }) },
    }
  },

  values,

  integer: (declared) => numeric(declared, 'an integer', /^-?\d{1,15}$/),
  number: (declared) =>
    isLength(declared.unit)
      ? length(declared, declared.unit)
      : numeric(declared, 'a number', decimal),

  date: () => ({
    read: (text) => (isDay(text) ? { value: text } : { problem: 'must be a day, as YYYY-MM-DD' }),
    schema: { type: 'string', format: 'date' },
  }),

  time: () => ({
    read(text) {
      const time = dayOrTime.test(text) ? parseUtcInstant(text) : undefined
      if (time === undefined)
        return { problem: 'must be a day or a time in UTC, as YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ' }
      return { value: new Date(time).toISOString() }
    },
    // not of a format: there is none for a day or a time
    schema: { type: 'string', maxLength: longestTime },
  }),

  boolean: () => ({
    read: (text) =>
      /^(true|false)$/.test(text)
        ? { value: text === 'true' }
        : { problem: 'must be true or false' },
    schema: { type: 'boolean' },
  }),

  place: () => ({
    read: readPlace,
    placeholder: (value) => pointOf(value as NamedPlace),
    meant: (value) => swappedIn(value as NamedPlace),
    schema: { type: 'string', maxLength: longestPlace },
  }),

  box: () => ({
    read: readBox,
    placeholder: (value) => cornersOf(value as Box),
    schema: { type: 'string', maxLength: longestBox },
  }),

  choice({ choices = {} }) {
    const names = Object.keys(choices)
    return {
      read: (text) =>
        names.includes(text) ? { value: text } : { problem: `must be ${listed(names)}` },
      schema: { type: 'string', enum: names },
    }
  },

  page: () => ({
    read: (text) =>
      /^[1-9]\d{0,8}$/.test(text)
        ? { value: Number(text) }
        : { problem: 'must be an integer of at least 1' },
    schema: { type: 'integer', format: 'int32', minimum: 1 },
  }),
}

const boundsOf = ({ maxLength = defaultLength, maxWords = defaultWords }: Declared) => ({
  maxLength,
  maxWords,
})

function bounded(declared: Declared): Made {
  const { maxLength, maxWords } = boundsOf(declared)
  return {
    read(text) {
      if (text.length > maxLength) return { problem: `must not exceed ${maxLength} characters` }
      if (countWords(text) > maxWords)
        return { problem: `must not have more than ${maxWords} words` }
      return { value: text }
    },
    schema: { type: 'string', maxLength },
  }
}

function numeric({ minimum = 0, maximum = 0, unit }: Declared, what: string, form: RegExp): Made {
  const bounds = `must be ${what} from ${minimum} to ${maximum}`
  const shown = (value: number) => (unit === undefined ? value : `${value}${unit}`)
  return {
    read(text) {
      const value = form.test(text) ? Number(text) : Number.NaN
      return value >= minimum && value <= maximum ? { value: shown(value) } : { problem: bounds }
    },
    schema: { ...widthOf(what === 'a number', maximum), minimum, maximum },
  }
}

const decimal = /^-?\d{1,15}(\.\d{1,15})?$/

/** A number of a unit of length, which texts may give in another one. */
function length(declared: Declared, unit: LengthUnit): Made {
  const { read, schema } = numeric(declared, 'a number', decimal)
  const { minimum = 0, maximum = 0 } = declared
  const problem =
    `must be a number of ${unit} from ${minimum} to ${maximum}, or as much with its unit: ` +
    listed(lengthUnits)
  const text = { type: 'string', pattern: lengthPattern }
  return {
    read(text) {
      const { number, factor } = lengthIn(text, unit)
      if (!decimal.test(number)) return { problem }
      const reading = read(factor === 1 ? number : inDigits(Number(number) * factor))
      return 'value' in reading ? reading : { problem }
    },
    // one type, for Go and Python have none for a number or a text: a URL has texts alone
    schema: text,
    argument: { anyOf: [schema, text] },
  }
}

/** A number of at most six decimals as its digits, without those that rounding has added. */
const inDigits = (value: number) => String(Number(value.toFixed(6)))

/** Without a format, clients in Go and Java take 32 bits. */
function widthOf(isFraction: boolean, maximum: number): JsonSchema {
  if (isFraction) return { type: 'number', format: 'double' }
  return { type: 'integer', format: maximum < 2 ** 31 ? 'int32' : 'int64' }
}

const dayOrTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z)?$/
const longestTime = '2026-11-26T00:00:00.000Z'.length

/** `a, b or c` */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}

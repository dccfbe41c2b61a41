import { isDay } from '../../kit/api/dates.js'
import { closest } from '../../kit/config/suggest.js'
import { cityCentre, cityMeant } from '../../kit/places/cities.js'
import { zipCentre } from '../../kit/places/zip-centres.js'
import { utcInstantOf, wordsIn } from '../../packages/query-guard/src/index.js'
import { costliestTexts } from '../finding/extremes.js'
import { queryOf } from '../finding/query.js'
import { type TypedText, typedText } from '../finding/typed-text.js'
import { readWordGroups } from '../finding/word-groups.js'
import { knownNames, normalizers } from './normalizers.js'
import type { Declared, JsonSchema, Parameter, Reading, TypeName } from './parameter.js'

/** What a type makes of a declaration. */
type Made = Pick<
  Parameter,
  'read' | 'schema' | 'extremes' | 'meant' | 'placeholder' | 'understands'
>

const defaultLength = 100
const defaultWords = 10

/** How each type reads a text, and the values that its parameters may have. */
export const types: Readonly<Record<TypeName, (declared: Declared) => Made>> = {
  text(declared) {
    const meant = knownNames[declared.names ?? '']
    return { ...bounded(declared), ...(meant && { meant }) }
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
        return 'problem' in reading ? reading : { value: typedText(text, isPlace) }
      },
      placeholder: (value) => queryOf(value as TypedText, { groups, isTyping }),
      understands: { near, radius },
      extremes: costliestTexts(boundsOf(declared), groups),
    }
  },

  keyword({ maxLength = defaultLength, enum: words, normalize }) {
    const { of = (value: string) => value, meant } = normalizers[normalize ?? ''] ?? {}
    return {
      ...(meant && { meant }),
      read(text) {
        if (text.length > maxLength) return { problem: `must not exceed ${maxLength} characters` }
        const value = of(text.trim())
        if (words && !words.includes(value)) return { problem: `must be ${listed(words)}` }
        return { value }
      },
      schema: { type: 'string', ...(words ? { enum: words } : { maxLength }) },
      extremes: words ?? ['x'.repeat(maxLength)],
    }
  },

  integer: (declared) => numeric(declared, 'an integer', /^-?\d{1,15}$/),
  number: (declared) => numeric(declared, 'a number', /^-?\d{1,15}(\.\d{1,15})?$/),

  date: () => ({
    read: (text) => (isDay(text) ? { value: text } : { problem: 'must be a day, as YYYY-MM-DD' }),
    schema: { type: 'string', format: 'date' },
    extremes: ['0000-01-01', '9999-12-31'],
  }),

  time: () => ({
    read(text) {
      const time = dayOrTime.test(text) ? utcInstantOf(text) : undefined
      if (time === undefined)
        return { problem: 'must be a day or a time in UTC, as YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ' }
      return { value: new Date(time).toISOString() }
    },
    // not of a format: there is none for a day or a time
    schema: { type: 'string', maxLength: longestTime },
    extremes: ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  }),

  boolean: () => ({
    read: (text) =>
      /^(true|false)$/.test(text)
        ? { value: text === 'true' }
        : { problem: 'must be true or false' },
    schema: { type: 'boolean' },
    extremes: [true, false],
  }),

  place: () => ({
    read: readPlace,
    schema: { type: 'string', maxLength: longestPlace },
    extremes: [origin],
  }),

  choice({ choices = {} }) {
    const names = Object.keys(choices)
    return {
      read: (text) =>
        names.includes(text) ? { value: text } : { problem: `must be ${listed(names)}` },
      schema: { type: 'string', enum: names },
      extremes: names,
    }
  },

  page: () => ({
    read: (text) =>
      /^[1-9]\d{0,8}$/.test(text)
        ? { value: Number(text) }
        : { problem: 'must be an integer of at least 1' },
    schema: { type: 'integer', format: 'int32', minimum: 1 },
    extremes: [1],
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
      if (wordsIn(text) > maxWords) return { problem: `must not have more than ${maxWords} words` }
      return { value: text }
    },
    schema: { type: 'string', maxLength },
    extremes: [longestOf(maxWords, maxLength)],
  }
}

/** A text of the most words and the most characters: ideographs, each a word, and a long word. */
function longestOf(words: number, length: number): string {
  const ideographs = Math.min(words, length) - 1
  return '\u4e00'.repeat(ideographs) + 'x'.repeat(length - ideographs)
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
    extremes: [shown(maximum), shown(minimum)],
  }
}

/** Without a format, clients in Go and Java take 32 bits. */
function widthOf(isFraction: boolean, maximum: number): JsonSchema {
  if (isFraction) return { type: 'number', format: 'double' }
  return { type: 'integer', format: maximum < 2 ** 31 ? 'int32' : 'int64' }
}

const dayOrTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z)?$/
const longestTime = '2026-11-26T00:00:00.000Z'.length

/** Longer names of cities are cut. */
const longestPlace = 100
const origin = { lat: 0, lon: 0 }
const degrees = '(-?\\d{1,3}(?:\\.\\d{1,15})?)'
const coordinates = new RegExp(`^${degrees} ?, ?${degrees}$`)

const country = /(^|[\s,]+)(u\.?s\.?(a\.?)?|united states( of america)?)\s*$/i

function readPlace(text: string): Reading {
  const [, lat, lon] = (coordinates.exec(text.trim()) ?? []).map(Number)
  if (lat !== undefined && lon !== undefined) {
    return Math.abs(lat) <= 90 && Math.abs(lon) <= 180
      ? { value: { lat, lon } }
      : { problem: 'must have a latitude from -90 to 90 and a longitude from -180 to 180' }
  }
  const name = text.slice(0, longestPlace).replace(country, '')
  const [, before = '', zip] = /^(.*?)(?:^|[\s,])(\d{5})(?:-\d{4})?$/.exec(name.trim()) ?? []
  const value = (zip === undefined ? undefined : zipCentre(zip)) ?? cityCentre(before || name)
  if (value) return { value }
  if (zip !== undefined && before === '')
    return { problem: 'is not a known ZIP code of the United States' }
  const meant = cityMeant(name, closest)
  return {
    problem:
      'must be latitude,longitude, a ZIP code or a city of the United States, such as ' +
      `41.82,-71.41, 02903 or Providence RI${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  }
}

/** `a, b or c` */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}

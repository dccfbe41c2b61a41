import { isDay } from '../../../../kit/api/dates.js'
import { countWords, parseUtcInstant } from '../../../../packages/query-guard/src/index.js'
import { vocabulary } from '../../vocabulary.js'
import { isLength, type LengthUnit, lengthPattern, lengthUnits, parseLength } from './lengths.js'
import { type Declared, defaultLength, type JsonSchema, type Kind, type Made } from './parameter.js'
import { bounds, fallback, maxLength, maxWords, optional, text, texts } from './parameter-schema.js'
import { checkTextPlace } from './placeholder-places.js'
import { box, place } from './places.js'
import { values } from './values.js'

const defaultWords = 10
const anywhere = () => undefined

/** The kinds that need no plugin, and how each reads a text. */
const ownKinds: Readonly<Record<string, Kind>> = {
  text: {
    keys: { ...optional, ...fallback, maxLength, maxWords },
    make: (declared) => makeText(declared),
  },

  keyword: {
    get keys() {
      return {
        ...{ ...optional, ...fallback, maxLength },
        enum: texts({ type: 'string', minLength: 1 }, 'Allowed values.'),
        normalize: {
          enum: Object.keys(vocabulary.normalizers ?? {}),
          description: 'Form of the values in documents.',
        },
      }
    },
    make({ maxLength = defaultLength, enum: words, normalize: form }) {
      const {
        normalize = (value: string) => value,
        meant,
        placeholder,
      } = vocabulary.normalizers?.[form ?? ''] ?? {}
      return {
        ...(placeholder && { placeholder }),
        ...(meant && { meant: (value) => meant(String(value)) }),
        read(text) {
          if (text.length > maxLength) return { problem: `must not exceed ${maxLength} characters` }
          const value = normalize(text.trim())
          if (words && !words.includes(value)) return { problem: `must be ${listed(words)}` }
          return { value }
        },
        schema: { type: 'string', ...(words ? { enum: words } : { maxLength }) },
      }
    },
  },

  values,

  integer: {
    keys: { ...optional, ...fallback, ...bounds },
    needs: ['minimum', 'maximum'],
    checkPlace: anywhere,
    make: (declared) => numeric(declared, 'an integer', /^-?\d{1,15}$/),
  },

  number: {
    keys: { ...optional, ...fallback, ...bounds },
    needs: ['minimum', 'maximum'],
    checkPlace: anywhere,
    make: (declared) =>
      isLength(declared.unit)
        ? length(declared, declared.unit)
        : numeric(declared, 'a number', decimal),
  },

  date: {
    keys: { ...optional, ...fallback },
    checkPlace: (keys) => checkTextPlace('date', keys, true),
    make: () => ({
      read: (text) => (isDay(text) ? { value: text } : { problem: 'must be a day, as YYYY-MM-DD' }),
      schema: { type: 'string', format: 'date' },
    }),
  },

  time: {
    keys: { ...optional, ...fallback },
    checkPlace: (keys) => checkTextPlace('time', keys, true),
    make: () => ({
      read(text) {
        const time = dayOrTime.test(text) ? parseUtcInstant(text) : undefined
        if (time === undefined)
          return {
            problem: 'must be a day or a time in UTC, as YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ',
          }
        return { value: new Date(time).toISOString() }
      },
      // not of a format: there is none for a day or a time
      schema: { type: 'string', maxLength: longestTime },
    }),
  },

  boolean: {
    keys: { ...optional, ...fallback },
    checkPlace: anywhere,
    make: () => ({
      read: (text) =>
        /^(true|false)$/.test(text)
          ? { value: text === 'true' }
          : { problem: 'must be true or false' },
      schema: { type: 'boolean' },
    }),
  },

  place,
  box,

  choice: {
    keys: {
      ...{ ...optional, ...fallback },
      choices: {
        type: 'object',
        minProperties: 1,
        description: 'The part of the body for each of its values.',
      },
    },
    needs: ['choices'],
    checkPlace: anywhere,
    make({ choices = {} }) {
      const names = Object.keys(choices)
      return {
        read: (text) =>
          names.includes(text) ? { value: text } : { problem: `must be ${listed(names)}` },
        schema: { type: 'string', enum: names },
      }
    },
  },

  page: {
    keys: {},
    checkPlace(keys) {
      if (keys.length === 1 && keys[0] === 'from') return undefined
      return ['a page may only be the value of "from"', 'write from: $page at the top of the body']
    },
    make: () => ({
      read: (text) =>
        /^[1-9]\d{0,8}$/.test(text)
          ? { value: Number(text) }
          : { problem: 'must be an integer of at least 1' },
      schema: { type: 'integer', format: 'int32', minimum: 1 },
    }),
  },
}

const kinds = () => ({ ...ownKinds, ...vocabulary.kinds })

/** The names of all kinds: those of the gateway, and those of its plugins. */
export const kindNames = (): string[] => Object.keys(kinds())

/** The kind of a name that the schema of the file has accepted. */
export const findKind = (name: string): Kind => kinds()[name]!

/** Keys that a parameter of any kind may have. */
export const common = (): Readonly<Record<string, JsonSchema>> => ({
  type: {
    enum: kindNames(),
    description: 'Type of its values; more come from the plugins of system.config.yml.',
  },
  description: text('Description for callers.'),
  example: { type: ['string', 'number', 'boolean'], description: 'Example for callers.' },
})

/** JSON Schema of a parameter of a kind. */
export function parameterSchema(type: string): JsonSchema {
  const { keys, needs = [] } = findKind(type)
  return {
    type: 'object',
    properties: { ...common(), ...keys },
    required: ['type', 'description', ...needs],
    additionalProperties: false,
  }
}

const boundsOf = ({ maxLength = defaultLength, maxWords = defaultWords }: Declared) => ({
  maxLength,
  maxWords,
})

/** A text within its bounds, for kinds of texts. */
export function makeText(declared: Declared): Made {
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
      const { number, factor } = parseLength(text, unit)
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

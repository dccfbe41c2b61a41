/** One value of a body in another form. */
export interface Form {
  name: string
  value: unknown
}

/** A body that differs from a legitimate one in the form of one value. */
export interface Variant {
  /** The path of the value; positions of lists are left out. */
  path: string
  form: string
  body: object
}

const number = /^-?\d+(\.\d+)?$/

function* formsOfNumber(value: number): Generator<Form> {
  yield { name: 'string', value: String(value) }
  yield { name: 'string with an exponent', value: `${value}e0` }
  yield { name: 'string with a sign', value: `+${value}` }
  yield { name: 'string with a fraction', value: `${value}.0` }
  yield { name: 'string with spaces', value: ` ${value} ` }
  yield { name: 'string without its zero', value: `.${value}` }
  yield { name: 'hexadecimal string', value: `0x${Math.trunc(value).toString(16)}` }
  yield { name: 'fraction', value: value + 0.5 }
  yield { name: 'negative', value: -1 }
  yield { name: 'zero', value: 0 }
  yield { name: 'large', value: 1e15 }
}

function* formsOfString(value: string): Generator<Form> {
  if (number.test(value)) yield { name: 'number', value: Number(value) }
  yield { name: 'upper case', value: value.toUpperCase() }
  yield { name: 'lower case', value: value.toLowerCase() }
  yield { name: 'spaces around', value: ` ${value} ` }
  yield { name: 'empty string', value: '' }
  yield { name: 'number instead of a string', value: 1 }
  yield { name: 'boolean instead of a string', value: true }
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s?([a-z]+)$/i.exec(value) ?? []
  if (unit === undefined) return
  yield { name: 'unit after a space', value: `${digits} ${unit}` }
  yield { name: 'quantity without its zero', value: `.${digits}${unit}` }
  yield { name: 'quantity with a sign', value: `+${digits}${unit}` }
  yield { name: 'quantity with an exponent', value: `${digits}e0${unit}` }
  yield { name: 'quantity with a point at its end', value: `${digits}.${unit}` }
}

function* formsOfBoolean(value: boolean): Generator<Form> {
  yield { name: 'string', value: String(value) }
  yield { name: 'string in capitals', value: String(value).toUpperCase() }
  yield { name: 'number', value: Number(value) }
  yield { name: 'empty string', value: '' }
}

/** Forms in which people send a value, whether Elasticsearch takes them or not. */
export function* formsOf(value: unknown): Generator<Form> {
  yield { name: 'null', value: null }
  yield { name: 'empty object', value: {} }
  yield { name: 'empty list', value: [] }
  if (Array.isArray(value)) {
    if (value.length === 1) yield { name: 'element without its list', value: value[0] }
    yield { name: 'list of null', value: [null] }
    return
  }
  yield { name: 'list of one', value: [value] }
  if (typeof value === 'number') yield* formsOfNumber(value)
  else if (typeof value === 'string') yield* formsOfString(value)
  else if (typeof value === 'boolean') yield* formsOfBoolean(value)
}

/** The body in each other form of each of its values. */
export function* variantsOf(body: object): Generator<Variant> {
  for (const { path, steps, value } of placesOf(body, [])) {
    for (const form of formsOf(value))
      yield { path, form: form.name, body: replaced(body, steps, form.value) as object }
  }
}

type Steps = readonly string[]

/** The first elements of a list stand for all. */
const elements = 2

function* placesOf(
  value: unknown,
  steps: Steps,
): Generator<{ path: string; steps: Steps; value: unknown }> {
  if (steps.length > 0)
    yield { path: steps.filter((step) => !/^\d+$/.test(step)).join('.'), steps, value }
  if (typeof value !== 'object' || value === null) return
  const entries = Object.entries(value)
  for (const [key, inner] of Array.isArray(value) ? entries.slice(0, elements) : entries) {
    yield* placesOf(inner, [...steps, key])
  }
}

function replaced(value: unknown, [step, ...rest]: Steps, by: unknown): unknown {
  if (step === undefined) return by
  if (Array.isArray(value)) return value.with(Number(step), replaced(value[Number(step)], rest, by))
  return {
    ...(value as object),
    [step]: replaced((value as Record<string, unknown>)[step], rest, by),
  }
}

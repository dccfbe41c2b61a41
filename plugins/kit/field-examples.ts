import { isObject } from '../../kit/config/objects.js'

/** Maximum length of an example, in characters. */
const mostCharacters = 32

/**
 * A value of a field in some documents, as an example: the first short one, else a text cut after a
 * word.
 * @param name Its name; the steps to a field inside objects are separated by dots.
 */
export function exampleIn(documents: readonly unknown[], name: string): unknown {
  const path = name.split('.')
  const values = documents.map((document) => valueAt(document, path))
  const short = values.find(
    (value) => value !== undefined && JSON.stringify(value).length <= mostCharacters + 2,
  )
  return short ?? cut(values.find((value) => typeof value === 'string'))
}

/** The first value at the end of a path; a pair of numbers, which is a point, is one value. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const isPlace =
      path.length === 0 && value.length === 2 && value.every((part) => typeof part === 'number')
    return isPlace ? value : valueAt(value[0], path)
  }
  const [step, ...rest] = path
  if (step === undefined) return value ?? undefined
  return isObject(value) ? valueAt(value[step], rest) : undefined
}

function cut(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const start = [...text.slice(0, 2 * mostCharacters)].slice(0, mostCharacters - 1).join('')
  return `${start.replace(/(?<=\S)\s+\S*$/, '')}…`
}

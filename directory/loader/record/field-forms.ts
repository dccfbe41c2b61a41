import { isObject } from '../../../kit/config/objects.js'
import { fieldMappings } from '../../fields/mapping.js'

/** Elasticsearch's default limit on the fields of an index: it refuses rows with more. */
const mostFields = 1000

type Form = 'an object' | 'a value'

/**
 * Whether each custom field has one form in all rows. An index takes the form of its first row, and
 * refuses rows with the other one: which rows those are would depend on their order.
 */
export class FieldForms {
  readonly #first = new Map<string, { form: Form; place: string }>()

  /**
   * @param place The file and the line, for the error.
   * @throws Error when a field is an object in one row and a value in another.
   */
  check(organization: object, place: string): void {
    for (const [field, form] of formsOf(organization)) {
      const first = this.#first.get(field)
      if (first === undefined) {
        if (this.#first.size < mostFields) this.#first.set(field, { form, place })
      } else if (first.form !== form) {
        throw new Error(
          `${place}: ${JSON.stringify(field)} is ${form}, but ${first.form} in ${first.place}: ` +
            'give it one form in all rows, and load them with --replace',
        )
      }
    }
  }
}

function* formsOf(organization: object): Generator<[field: string, form: Form]> {
  for (const [name, value] of Object.entries(organization))
    if (!Object.hasOwn(fieldMappings, name)) yield* formsAt(name, value)
}

/** Names with dots are objects too, as Elasticsearch reads them. */
function* formsAt(path: string, value: unknown): Generator<[string, Form]> {
  if (value === null) return
  if (Array.isArray(value)) {
    for (const one of value) yield* formsAt(path, one)
    return
  }
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1))
    yield [path.slice(0, dot), 'an object']
  yield [path, isObject(value) ? 'an object' : 'a value']
  if (!isObject(value)) return
  for (const [name, inner] of Object.entries(value)) yield* formsAt(`${path}.${name}`, inner)
}

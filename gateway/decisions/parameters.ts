import type { Known, KnownParameter } from './known.js'
import { formOf, isPlain } from './text.js'

/** A call whose parameters are named, of an endpoint or a tool. */
export interface Called {
  name: string
  /** Whether its parameters were taken as they are. */
  isValid: boolean
}

/** Parameters that say how much of an answer is wanted, in which form. */
const ofForm = /^(size|page|from|zoom|by|all)$/

/** Parameters of calls that are no search templates; a cursor leads to what was found. */
const names = ['index', 'body', 'from', 'to', 'by', 'all']

/** Masks parameters by what a search template says of them. */
export class ParameterMask {
  readonly #known: Known

  constructor(known: Known) {
    this.#known = known
  }

  /** Whether a call of this name takes such a parameter. */
  isNamed(call: string, parameter: string): boolean {
    const declared = this.#known.templates.get(call)
    return declared ? Object.hasOwn(declared, parameter) : names.includes(parameter)
  }

  /** Arguments by name. */
  given({ name: call, isValid }: Called, all: Readonly<Record<string, unknown>>): object {
    return Object.fromEntries(
      Object.entries(all).map(([name, value], i) => [
        this.isNamed(call, name) ? name : `x${i}`,
        this.#argument({ name: call, isValid }, name, value),
      ]),
    )
  }

  #argument(called: Called, name: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#argument(called, name, one))
    if (typeof value === 'string') return this.text(called, name, value)
    if (typeof value === 'number') return Number(this.text(called, name, String(value)))
    return typeof value === 'object' && value !== null ? {} : value
  }

  /** A text that the parameter takes if it has taken the given one. */
  text({ name: call, isValid }: Called, name: string, text: string): string {
    const declared = this.#known.templates.get(call)?.[name]
    const words = [...(declared?.enum ?? []), ...Object.keys(declared?.choices ?? {})]
    if (words.includes(text) || /^(true|false|)$/.test(text)) return text
    if (ofForm.test(name) && isSetting(text)) return text
    if (declared === undefined || isOfText(declared))
      return text.replace(/[^,]+/g, (one) => (words.includes(one) ? one : formOf(one)))
    // what is refused has to be refused again, in the one of several that were wrong
    return isValid ? validOf(declared) : 'x'
  }
}

const isSetting = (text: string) =>
  /^\d{1,15}$/.test(text) ? isPlain(Number(text)) : /^(day|hour|key)$/.test(text)

/** Whether a parameter takes any text of the form of one that it takes. */
const isOfText = ({ type }: KnownParameter) =>
  ['text', 'search', 'keyword', 'values'].includes(type ?? '')

/** A value that a parameter of the type takes. */
function validOf({ type, minimum = 1 }: KnownParameter): string {
  if (type === 'date' || type === 'time') return '1111-11-11'
  if (type === 'place') return '1.1,1.1'
  if (type === 'box') return '1,1,2,2'
  return String(minimum)
}

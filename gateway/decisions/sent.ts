import { parseUnambiguous } from '../../kit/api/json.js'
import { isObject } from '../../kit/config/objects.js'
import { BodyMask } from './body.js'
import type { Known } from './known.js'
import { type Called, ParameterMask } from './parameters.js'
import { formOf } from './text.js'

/** A text that no step reads as JSON: what stands for one that is none, or is too deep. */
const unreadable = '{'

const methods = /^(initialize|ping|server\/discover|tools\/(list|call)|notifications\/\w+)$/
const messageKeys = `jsonrpc id method params name arguments protocolVersion capabilities clientInfo
  version title _meta`.split(/\s+/)

/** Masks what is sent as JSON: searches, and messages of MCP clients. */
export class SentMask {
  readonly #known: Known
  readonly #body: BodyMask
  readonly #parameters: ParameterMask

  constructor(known: Known) {
    this.#known = known
    this.#body = new BodyMask(known)
    this.#parameters = new ParameterMask(known)
  }

  /** A text that is refused as the given one is, or passes as it does. */
  text(text: string, isValid: boolean): string {
    const parsed = parseUnambiguous(text)
    if ('problem' in parsed) return unreadable
    try {
      return JSON.stringify(this.#whole(parsed.value, isValid))
    } catch (error) {
      if (error instanceof RangeError) return unreadable
      throw error
    }
  }

  /** The text of a body alone, as a URL has it. */
  ofUrl(text: string): string {
    const parsed = parseUnambiguous(text)
    return 'problem' in parsed ? unreadable : JSON.stringify(this.#body.search(parsed.value))
  }

  /** Letters that it has in common with a known prefix stay: they decide which rules hold. */
  index(index: string): string {
    const common = this.#known.prefixes.map((prefix) => sharedBeginning(prefix, index))
    const length = Math.max(0, ...common)
    return index.slice(0, length) + formOf(index.slice(length))
  }

  #whole(value: unknown, isValid: boolean): unknown {
    if (!isObject(value)) return this.#body.any(value)
    if (!('jsonrpc' in value)) return this.#request(value)
    const name = isObject(value.params) ? String(value.params.name) : ''
    return this.#message(value, '', { name, isValid })
  }

  #request({ index, body, ...others }: Record<string, unknown>): unknown {
    const rest = this.#body.any(others) as Record<string, unknown>
    return {
      ...(index !== undefined && {
        index: typeof index === 'string' ? this.index(index) : this.#body.any(index),
      }),
      ...(body !== undefined && { body: this.#body.search(body) }),
      ...rest,
    }
  }

  /** @param tool The tool that a message calls, and whether its arguments are taken. */
  #message(value: unknown, key: string, tool: Called): unknown {
    if (!isObject(value))
      return isOfProtocol(key, value, this.#known) ? value : this.#body.any(value)
    if (key === 'arguments')
      return 'index' in value ? this.#request(value) : this.#parameters.given(tool, value)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner], i) =>
        messageKeys.includes(name)
          ? [name, this.#message(inner, name, tool)]
          : [`x${i}`, this.#body.any(inner)],
      ),
    )
  }
}

function isOfProtocol(key: string, value: unknown, { templates }: Known): boolean {
  const text = String(value)
  if (key === 'jsonrpc') return text === '2.0'
  if (key === 'method') return methods.test(text)
  if (key === 'protocolVersion') return /^\d{4}-\d\d-\d\d$/.test(text)
  return key === 'name' && templates.has(text)
}

/** How many letters two texts begin with alike. */
function sharedBeginning(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

import { isScalar, parseDocument, stringify, visit } from 'yaml'
import { isObject } from '../objects.js'

/** What of a configuration may be shown: all but secrets, which are known by the names of their keys, and credentials in URLs. */
const secretName = /(secret|password|passphrase|api_?key|cipherkey|privatekey|credential|token)$/i
const inUrl = /(?<=:\/\/)[^/\s"']*(?=@)/g
const isVariable = (text: string) => /^["']?\$\{\w+(:-)?\}["']?$/.test(text)

/**
 * A text of YAML with `*` in place of every letter of a secret, so that all else keeps its place. What is no valid YAML is
 * judged line by line: there all behind such a name is hidden.
 */
export function maskedText(text: string): string {
  const document = parseDocument(text, { prettyErrors: false, merge: true })
  let masked = text
  const hide = (start: number, end: number) => {
    const part = masked.slice(start, end)
    if (!isVariable(part)) masked = masked.slice(0, start) + part.replace(/\S/g, '*') + masked.slice(end)
  }
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !secretName.test(String(key.value)) || !isScalar(value)) return
      if (typeof value.value === 'string' && value.range) hide(value.range[0], value.range[1])
    },
  })
  if (document.errors.length > 0) {
    const hidden = new RegExp(`(?<=${secretName.source.slice(0, -1)}["']?[ \\t]*:)[^\\r\\n]+`, 'gi')
    for (const { index, 0: found } of masked.matchAll(hidden)) hide(index, index + found.length)
  }
  return masked.replace(inUrl, (part) => '*'.repeat(part.length))
}

/** A value of a configuration with `***` in place of its secrets. @param secrets Further texts that are secrets wherever they stand. */
export function maskedValue(value: unknown, secrets: Iterable<string>): unknown {
  const known = [...secrets].filter(Boolean)
  const mask = (inner: unknown, name = ''): unknown => {
    if (Array.isArray(inner)) return inner.map((item) => mask(item, name))
    if (isObject(inner)) return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, mask(item, key)]))
    if (typeof inner !== 'string' || inner === '') return inner
    if (secretName.test(name) || known.some((secret) => inner.includes(secret))) return '***'
    return inner.replace(inUrl, '***')
  }
  return mask(value)
}

/** A value as YAML. */
export function yamlOf(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
}

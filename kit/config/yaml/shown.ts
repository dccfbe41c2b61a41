import { isMap, isScalar, type Node, parseDocument, stringify, visit } from 'yaml'
import { isObject } from '../objects.js'
import { secretName } from '../secret-forms.js'

/**
 * The parts of a configuration that may be shown: all but secrets, which are identified by the
 * names of their keys, credentials in URLs, and all values of headers that are set.
 */
/** The mapping of headers that `upstream` sets. */
const headersName = 'set'
/** `user:password@` of a URL, and its query. */
const inUrl = /(?<=:\/\/)[^/\s"']*(?=@)|(?<=:\/\/[^\s"'?]*\?)[^\s"']+/g
/** `Bearer …`, at any position. */
const scheme = /(?<=\b(Bearer|Basic|ApiKey|Token|Digest)[ \t]+)[\w+/=.~:-]{8,}/gi
const isVariable = (text: string) => /^["']?\$\{\w+(:-)?\}["']?$/.test(text)

/**
 * A text of YAML with `*` in place of every letter of a secret, so that positions do not change.
 * Invalid YAML is checked line by line: there everything after a secret name is hidden.
 */
export function maskText(text: string): string {
  const document = parseDocument(text, { prettyErrors: false, merge: true })
  let masked = text
  const hide = (start: number, end: number) => {
    const part = masked.slice(start, end)
    if (!isVariable(part))
      masked = masked.slice(0, start) + part.replace(/\S/g, '*') + masked.slice(end)
  }
  const hideAll = (within: Node) =>
    visit(within, {
      Scalar(key, { value, range }) {
        if (key !== 'key' && typeof value === 'string' && range) hide(range[0], range[1])
      },
    })
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key)) return
      const name = String(key.value)
      if (name === headersName && isMap(value)) hideAll(value)
      else if (secretName.test(name) && isScalar(value)) hideAll(value)
    },
  })
  if (document.errors.length > 0) {
    const hidden = new RegExp(`(?<=${secretName.source.slice(0, -1)}["']?[ \\t]*:)[^\\r\\n]+`, 'gi')
    for (const { index, 0: found } of masked.matchAll(hidden)) hide(index, index + found.length)
  }
  const stars = (part: string) => '*'.repeat(part.length)
  return masked.replace(inUrl, stars).replace(scheme, stars)
}

/**
 * A value of a configuration with `***` in place of its secrets. @param secrets Further texts to
 * hide everywhere. @param masked What to write in place of a secret.
 */
export function maskValue(
  value: unknown,
  secrets: Iterable<string>,
  masked: (secret: string) => string = () => '***',
): unknown {
  const known = [...secrets].filter(Boolean)
  const mask = (inner: unknown, name = ''): unknown => {
    if (Array.isArray(inner)) return inner.map((item) => mask(item, name))
    if (isObject(inner)) return maskEntries(inner, name)
    if (typeof inner !== 'string' || inner === '') return inner
    if (secretName.test(name) || known.some((secret) => inner.includes(secret)))
      return masked(inner)
    return inner.replace(inUrl, masked).replace(scheme, masked)
  }
  const maskEntries = (inner: Record<string, unknown>, name: string) =>
    Object.fromEntries(
      Object.entries(inner).map(([key, item]) => {
        const isHeader = name === headersName && typeof item === 'string' && item !== ''
        return [key, isHeader ? masked(item) : mask(item, key)]
      }),
    )
  return mask(value)
}

/** A value as YAML. */
export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
}

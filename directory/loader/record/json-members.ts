import { RefusedRow } from './refused-row.js'
import { isUnreadable } from './unreadable.js'

/** Elasticsearch's limit on objects within objects (`index.mapping.depth.limit`). */
const deepest = 20

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|-?\d[\d.eE+-]*/g

/**
 * The members of a JSON object, each with the text of its value as it is written: a number that was
 * parsed and serialized again may have lost digits.
 * @param text JSON that `JSON.parse` accepts, an object.
 * @throws RefusedRow for what an engine would change or refuse: a name twice in one object, an
 *   empty name, a number outside the range of a double, half a surrogate pair, and deep nesting.
 */
export function membersOf(text: string): Map<string, string> {
  const members = new Map<string, string>()
  /** The names of each open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = []
  let isName = false
  let name = ''
  let valueAt = 0
  const endMember = (at: number) => {
    if (open.length === 1 && valueAt > 0) members.set(name, text.slice(valueAt, at).trim())
    if (open.length === 1) valueAt = 0
  }
  for (const { 0: found, index } of text.matchAll(token)) {
    switch (found[0]) {
      case '{':
      case '[':
        if (open.length === deepest) throw new RefusedRow(`it is nested more than ${deepest} deep`)
        open.push(found === '{' ? new Set() : undefined)
        isName = found === '{'
        break
      case '}':
      case ']':
        endMember(index)
        open.pop()
        isName = false
        break
      case ',':
        endMember(index)
        isName = open.at(-1) !== undefined
        break
      case ':':
        if (open.length === 1) valueAt = index + 1
        isName = false
        break
      case '"': {
        const read = readString(found)
        if (!isName) break
        checkName(read, open.at(-1)!)
        if (open.length === 1) name = read
        break
      }
      default:
        checkNumber(found, name)
    }
  }
  return members
}

function readString(written: string): string {
  if (!written.includes('\\')) return written.slice(1, -1)
  const text = JSON.parse(written) as string
  if (isUnreadable(text))
    throw new RefusedRow('it contains an escape of half a surrogate pair (\\ud800 to \\udfff)')
  return text
}

function checkName(name: string, names: Set<string>): void {
  if (names.has(name)) throw new RefusedRow(`${JSON.stringify(name)} is there twice in one object`)
  if (name.split('.').some((part) => part.trim() === '')) {
    throw new RefusedRow(
      `${JSON.stringify(name)} is an empty name, or has an empty part between dots`,
    )
  }
  names.add(name)
}

function checkNumber(written: string, name: string): void {
  const value = Number(written)
  const isLost =
    !Number.isFinite(value) || (value === 0 && /[1-9]/.test(written.replace(/[eE].*/, '')))
  if (isLost)
    throw new RefusedRow(
      `${name} contains a number outside the range of a double: write it as text`,
    )
}

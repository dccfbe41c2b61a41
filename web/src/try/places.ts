import { jsonLanguage } from '@codemirror/lang-json'

type Node = ReturnType<typeof jsonLanguage.parser.parse>['topNode']

/** A part of a text. */
export interface Span {
  from: number
  to: number
}

/** A mistake in a text, and where it is, if that is known. */
export interface Mistake {
  text: string
  span?: Span
}

/** Why and where a text is not JSON; undefined if it is. */
export function faultIn(text: string): Mistake | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return { text: `Invalid JSON: ${plain((error as Error).message)}`, span: brokenPlace(text) }
  }
}

/** The message of a browser without its own prefix and position. */
function plain(message: string): string {
  return message
    .replace(/^JSON\.? ?parse(?: error)?: /i, '')
    .replace(/(?: in JSON)?(?: at (?:position|line) .*|, (?:\.{3})?".*)$/s, '')
    .replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
}

function brokenPlace(text: string): Span {
  let place: Span | undefined
  jsonLanguage.parser.parse(text).iterate({
    enter({ type, from, to }) {
      if (type.isError) place ??= { from, to }
    },
  })
  return place ?? { from: 0, to: text.length }
}

/** Mistakes that the API has found in a body, such as `query.mach: …`, at their places. */
export function placed(text: string, mistakes: readonly string[]): Mistake[] {
  const [whole] = childrenOf(jsonLanguage.parser.parse(text).topNode)
  return mistakes.flatMap((mistake): Mistake[] => {
    const spans = whole ? pathsIn(mistake).map((path) => placeOf(text, whole, path)) : []
    return spans.length > 0 ? spans.map((span) => ({ text: mistake, span })) : [{ text: mistake }]
  })
}

/** The paths that a mistake begins with: `sort[0] or aggs.a.terms.field: …`. */
function pathsIn(mistake: string): string[] {
  const [head, paths] =
    /^((?:[\p{L}\p{N}_.@*-]|\[\d+\]|\["(?:[^"\\]|\\.)*"\])+(?: or [^\s:]+)*): /u.exec(mistake) ?? []
  return head ? paths!.split(' or ').map((path) => path.replace(/^body(\.|$)/, '')) : []
}

/** The part that a path names; where it leads nowhere, the nearest part around it. */
function placeOf(text: string, value: Node, path: string, from = value.from): Span {
  const rest = path.replace(/^\./, '')
  const here = { from, to: value.to }
  if (rest === '') return here
  const [head, position] = /^\[(\d+)\]/.exec(rest) ?? []
  const item = head && value.name === 'Array' ? childrenOf(value)[Number(position)] : undefined
  if (item) return placeOf(text, item, rest.slice(head!.length))
  const member = memberFor(text, value, rest)
  return member ? placeOf(text, member.value, rest.slice(member.length), member.from) : here
}

/** The member that a path begins with: names of fields contain dots, so the longest name wins. */
function memberFor(text: string, object: Node, path: string) {
  return object
    .getChildren('Property')
    .flatMap((property) => {
      const [name, value] = [property.getChild('PropertyName'), childrenOf(property).at(-1)]
      if (!name || !value) return []
      const length = lengthOf(JSON.parse(text.slice(name.from, name.to)) as string, path)
      return length === 0 ? [] : [{ value, length, from: name.from }]
    })
    .sort((one, other) => other.length - one.length)[0]
}

/** How much of a path is this name; 0 when it begins with another one. */
function lengthOf(name: string, path: string): number {
  const word = [`[${JSON.stringify(name)}]`, name].find(
    (form) => path.startsWith(form) && /^([.[]|$)/.test(path.slice(form.length)),
  )
  return word?.length ?? 0
}

const values = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'])

/** The values directly inside a node. */
function childrenOf(node: Node): Node[] {
  const found: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (values.has(child.name)) found.push(child)
  return found
}

export function lineOf(text: string, { from }: Span): number {
  return text.slice(0, from).split('\n').length
}

import { jsonLanguage } from '@codemirror/lang-json'

type Node = ReturnType<typeof jsonLanguage.parser.parse>['topNode']

/** A part of a text. */
export interface Span {
  from: number
  to: number
}

/** A mistake in a text, and where it is, if that is known. */
export interface Mistake {
  message: string
  span?: Span
}

/** Why and where a text is not JSON; undefined if it is. */
export function findSyntaxError(text: string): Mistake | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return {
      message: `Invalid JSON: ${shorten((error as Error).message)}`,
      span: findBrokenSpan(text),
    }
  }
}

/** The message of a browser without its own prefix and position. */
function shorten(message: string): string {
  return message
    .replace(/^JSON\.? ?parse(?: error)?: /i, '')
    .replace(/(?: in JSON)?(?: at (?:position|line) .*|, (?:\.{3})?".*)$/s, '')
    .replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
}

function findBrokenSpan(text: string): Span {
  let place: Span | undefined
  jsonLanguage.parser.parse(text).iterate({
    enter({ type, from, to }) {
      if (type.isError) place ??= { from, to }
    },
  })
  return place ?? { from: 0, to: text.length }
}

/** Mistakes that the API has found in a body, such as `query.mach: …`, at their places. */
export function locateMistakes(text: string, mistakes: readonly string[]): Mistake[] {
  const [whole] = listValues(jsonLanguage.parser.parse(text).topNode)
  return mistakes.flatMap((message): Mistake[] => {
    const spans = whole ? parsePaths(message).map((path) => findSpan(text, whole, path)) : []
    return spans.length > 0 ? spans.map((span) => ({ message, span })) : [{ message }]
  })
}

/** The paths that a mistake begins with: `sort[0] or aggs.a.terms.field: …`. */
function parsePaths(mistake: string): string[] {
  const [head, paths] =
    /^((?:[\p{L}\p{N}_.@*-]|\[\d+\]|\["(?:[^"\\]|\\.)*"\])+(?: or [^\s:]+)*): /u.exec(mistake) ?? []
  return head ? paths!.split(' or ').map((path) => path.replace(/^body(\.|$)/, '')) : []
}

/** The part that a path names; where it leads nowhere, the nearest part around it. */
function findSpan(text: string, value: Node, path: string, from = value.from): Span {
  const rest = path.replace(/^\./, '')
  const here = { from, to: value.to }
  if (rest === '') return here
  const [head, position] = /^\[(\d+)\]/.exec(rest) ?? []
  const item = head && value.name === 'Array' ? listValues(value)[Number(position)] : undefined
  if (item) return findSpan(text, item, rest.slice(head!.length))
  const member = findMember(text, value, rest)
  return member ? findSpan(text, member.value, rest.slice(member.length), member.from) : here
}

/** The member that a path begins with: names of fields contain dots, so the longest name wins. */
function findMember(text: string, object: Node, path: string) {
  return object
    .getChildren('Property')
    .flatMap((property) => {
      const [name, value] = [property.getChild('PropertyName'), listValues(property).at(-1)]
      if (!name || !value) return []
      const length = matchName(JSON.parse(text.slice(name.from, name.to)) as string, path)
      return length === 0 ? [] : [{ value, length, from: name.from }]
    })
    .sort((one, other) => other.length - one.length)[0]
}

/** How much of a path is this name; 0 when it begins with another one. */
function matchName(name: string, path: string): number {
  const word = [`[${JSON.stringify(name)}]`, name].find(
    (form) => path.startsWith(form) && /^([.[]|$)/.test(path.slice(form.length)),
  )
  return word?.length ?? 0
}

const values = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'])

/** The values directly inside a node. */
function listValues(node: Node): Node[] {
  const found: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (values.has(child.name)) found.push(child)
  return found
}

export function toLineNumber(text: string, { from }: Span): number {
  return text.slice(0, from).split('\n').length
}

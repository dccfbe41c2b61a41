/** Numbers by name, such as durations of the steps: two parallel lists of names and numbers. */
export interface Numbers {
  readonly names: readonly string[]
  readonly numbers: readonly number[]
}

/**
 * Ids of the request and of its trace, only letters, digits and `._-` (`kit/http/client-ip.ts`):
 * JSON as they are.
 */
export interface RequestIds {
  readonly requestId: string
  readonly traceId: string
}

/** Further members of a request line; undefined ones are left out. No number is negative. */
export type RequestMembers = Readonly<Record<string, string | number | true | Numbers | undefined>>

/**
 * Texts as JSON: names of the YAML, callers and addresses repeat. Cleared when there are too many.
 */
const texts = new Map<string, string>()
const maxTexts = 1000
const maxTextLength = 100

/** The hundredths of a number, as written after it. */
const hundredths = Array.from({ length: 100 }, (_, i) => String(i / 100).slice(1))

/**
 * Ids and members as JSON, each after a comma; numbers with two decimals. By hand, because pino
 * takes twice as long for them as for the rest of a line.
 */
export function jsonMembers({ requestId, traceId }: RequestIds, members: RequestMembers): string {
  let json = `,"requestId":"${requestId}","traceId":"${traceId}"`
  for (const name in members) {
    const value = members[name]
    if (value !== undefined) json += `,"${name}":${toJson(value)}`
  }
  return json
}

function toJson(value: string | number | true | Numbers): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return rounded(value)
  if (value === true) return 'true'
  let json = ''
  for (let i = 0; i < value.names.length; i++) {
    json += `${i > 0 ? ',' : ''}${quoted(value.names[i]!)}:${rounded(value.numbers[i]!)}`
  }
  return `{${json}}`
}

function quoted(text: string): string {
  let json = texts.get(text)
  if (json === undefined) {
    json = JSON.stringify(text)
    if (texts.size === maxTexts) texts.clear()
    if (text.length <= maxTextLength) texts.set(text, json)
  }
  return json
}

/** V8 searches for the shortest form of a fraction, which takes as long as the rest of a member. */
function rounded(value: number): string {
  const inHundredths = Math.round(value * 100)
  const rest = inHundredths % 100
  return `${(inHundredths - rest) / 100}${hundredths[rest]}`
}

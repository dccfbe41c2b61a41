import type { Random } from '../../dev/samples/random.js'

/** A good request, taken apart. */
export interface Good {
  method: 'GET' | 'POST'
  path: string
  /** The header that carries the credential, if it has one. */
  credential?: { header: 'Authorization' | 'X-API-Key'; value: string }
  body?: object
}

/** A request with something wrong or odd in it, as it goes over the wire. */
export interface Mutant {
  kind: string
  wire: Buffer
  /** Its credential is no longer the one that was given out: it must not succeed. */
  isForged: boolean
}

const oddCharacters = [
  '',
  '\0',
  '\r\n',
  ':',
  ' ',
  '%',
  '"',
  '\\',
  '{',
  '[',
  '0',
  '-1',
  '1e309',
  'é',
  '💣',
  '../',
  '*',
  'null',
  '\t',
  'A'.repeat(300),
]
const oddValues = [
  null,
  true,
  -1,
  0,
  1e308,
  9007199254740992,
  '',
  '*',
  ' ',
  [],
  {},
  [[]],
  { a: {} },
  'x'.repeat(5000),
  '__proto__',
]
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ '

/** Makes a mutant of a good request. */
export function mutantOf(good: Good, random: Random): Mutant {
  const kinds = [
    bytes,
    headers,
    ...(good.body ? [json, json] : []),
    ...(good.credential ? [credential] : []),
  ]
  return random.pick(kinds)(good, random)
}

function bytes(good: Good, random: Random): Mutant {
  const wire = wireOf(good)
  const changed = [...wire]
  for (let i = random.below(6); i >= 0; i--) {
    const at = random.below(changed.length)
    const what = random.below(3)
    if (what === 0) changed[at] = random.below(256)
    else if (what === 1) changed.splice(at, 1 + random.below(4))
    else changed.splice(at, 0, ...Buffer.from(random.pick(oddCharacters)))
  }
  return { kind: 'bytes', wire: Buffer.from(changed), isForged: false }
}

function headers(good: Good, random: Random): Mutant {
  const [head = '', body = ''] = split(wireOf(good).toString())
  const lines = head.split('\r\n')
  const at = 1 + random.below(lines.length - 1)
  const what = random.below(5)
  if (what === 0) lines.splice(at, 1)
  else if (what === 1) lines.splice(at, 0, lines[at]!)
  else if (what === 2)
    lines[at] = lines[at]!.replace(
      ':',
      random.pick([' :', ';', '', '::', `: ${random.pick(oddCharacters)}`]),
    )
  else if (what === 3)
    lines.splice(at, 0, `${random.pick(hostileNames)}: ${random.pick(oddCharacters)}`)
  else
    lines[0] = lines[0]!.replace(
      / .*$/,
      ` ${random.pick(['/', '*', '//x', `/%${random.pick(oddCharacters)}`, 'http://x/'])} HTTP/1.1`,
    )
  return {
    kind: 'headers',
    wire: Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`),
    isForged: false,
  }
}

const hostileNames = [
  'Transfer-Encoding Content-Length Content-Encoding Content-Type Expect Upgrade Connection Host',
  'TE Trailer X-Forwarded-For X-Request-Id X-API-Key Authorization Accept Origin Range',
].flatMap((line) => line.split(' '))

/** One letter of the credential is another one, or there is one more or less. */
function credential(good: Good, random: Random): Mutant {
  const { header, value } = good.credential!
  const at = random.below(value.length)
  const letter = random.pick([...letters].filter((one) => one !== value[at]))
  const what = random.below(3)
  const forged =
    value.slice(0, at) +
    (what === 0 ? letter : what === 1 ? '' : letter + value[at]) +
    value.slice(at + 1)
  return {
    kind: 'credential',
    wire: wireOf({ ...good, credential: { header, value: forged } }),
    isForged: forged.trim() !== value,
  }
}

/** A value or a key of the body is another one. */
function json(good: Good, random: Random): Mutant {
  const body = structuredClone(good.body) as Record<string, unknown>
  const places: [Record<string, unknown>, string][] = []
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const key of Object.keys(value)) {
      places.push([value as Record<string, unknown>, key])
      walk((value as Record<string, unknown>)[key])
    }
  }
  walk(body)
  for (let i = random.below(3); i >= 0; i--) {
    const [holder, key] = random.pick(places)
    const what = random.below(3)
    if (what === 0) holder[key] = random.pick(oddValues)
    else if (what === 1) delete holder[key]
    else holder[random.pick(oddCharacters)] = holder[key]
  }
  return { kind: 'JSON', wire: wireOf({ ...good, body }), isForged: false }
}

/** The request as it goes over the wire. */
export function wireOf({ method, path, credential, body }: Good): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: directory']
  if (credential)
    lines.push(
      `${credential.header}: ` +
        `${credential.header === 'Authorization' ? 'Bearer ' : ''}${credential.value}`,
    )
  if (body)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`)
}

function split(wire: string): string[] {
  const end = wire.indexOf('\r\n\r\n')
  return [wire.slice(0, end), wire.slice(end + 4)]
}

import { BlockList, isIP } from 'node:net'

/** A network as written, such as `203.0.113.0/24`. */
interface Network {
  /** Its canonical form, with the length of the prefix: an address alone has all of its bits. */
  text: string
  address: string
  length: number
  family: 'ipv4' | 'ipv6'
}

/** Networks of clients, IPv4 and IPv6. */
export class Networks {
  /** Two lists, because one would find IPv4 addresses in ::/0. */
  readonly #lists = { ipv4: new BlockList(), ipv6: new BlockList() }

  /** @throws Error for a text that is no network. */
  constructor(networks: readonly string[]) {
    for (const text of networks) {
      const network = parseNetwork(text)
      if (!network) throw new Error('this is not a network')
      const { address, length, family } = network
      this.#lists[family].addSubnet(address, length, family)
    }
  }

  /** Whether an address is in one of them; what is no address is in none. */
  has(address: string): boolean {
    const family = getFamily(address)
    return family !== undefined && this.#lists[family].check(address, family)
  }
}

/**
 * A network or single address in its canonical form, with the bits after the prefix cleared:
 * `203.0.113.0/24`, `2001:db8::/32`, `192.0.2.1/32`.
 * @returns undefined for any other text, and for IPv4 in the form of IPv6: clients' addresses never
 *   have it.
 */
export function canonicalNetwork(text: string): string | undefined {
  return parseNetwork(text)?.text
}

/** Whether a text is a network whose bits after the prefix are all zero. */
export function isNetwork(text: string): boolean {
  const network = parseNetwork(text)
  const [address = ''] = text.split('/')
  return network !== undefined && network.address === canonicalAddress(address)
}

function parseNetwork(text: string): Network | undefined {
  const [, written = '', digits] = /^([\d.]+|[\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? []
  const family = getFamily(written)
  const all = family === 'ipv6' ? 128 : 32
  const length = digits === undefined ? all : Number(digits)
  if (!family || length > all) return undefined
  const whole = canonicalAddress(written)
  if (whole.startsWith('::ffff:')) return undefined
  const address = family === 'ipv6' ? maskedIPv6(whole, length) : maskedIPv4(whole, length)
  return { text: `${address}/${length}`, address, length, family }
}

function getFamily(address: string): Network['family'] | undefined {
  const version = isIP(address)
  return version === 0 ? undefined : version === 6 ? 'ipv6' : 'ipv4'
}

/** IPv6 as URLs write it: small letters, the longest run of zeros left out. */
function canonicalAddress(address: string): string {
  return getFamily(address) === 'ipv6'
    ? new URL(`http://[${address}]`).hostname.slice(1, -1)
    : address
}

function maskedIPv4(address: string, length: number): string {
  return masked(address.split('.').map(Number), 8, length).join('.')
}

function maskedIPv6(address: string, length: number): string {
  const [head = [], tail = []] = address.split('::').map((side) => side.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  const groups = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
  const hex = masked(groups, 16, length).map((group) => group.toString(16))
  return canonicalAddress(hex.join(':'))
}

/** Groups of `bits` bits each, with the bits after the prefix cleared. */
function masked(groups: readonly number[], bits: number, length: number): number[] {
  return groups.map((group, i) => {
    const cleared = 2 ** (bits - Math.min(bits, Math.max(0, length - i * bits)))
    return group - (group % cleared)
  })
}

import { createHash } from 'node:crypto'
import type { Organization } from '../../directory/fields/organization.js'
import { isNear, keyOf, respelled, wordsOf } from './words.js'

/** All organizations, to draw questions from, and to find all that a question means. */
export class Register {
  /** By the hash of the id; one of the fixture, one of all, and so on. */
  readonly inTurns: readonly Organization[]
  readonly all: readonly Organization[]
  readonly #names: ReadonlyMap<Organization, readonly string[]>
  readonly #keys = new Map<string, string[]>()
  readonly #respelled = new Map<string, string[]>()

  /** @param inFixture ids of those that a test without the extracts has */
  constructor(all: readonly Organization[], inFixture: ReadonlySet<string>) {
    this.all = all
    const hashed = all
      .map((one) => ({ one, hash: createHash('sha256').update(one.id).digest('hex') }))
      .sort((a, b) => (a.hash < b.hash ? -1 : 1))
      .map(({ one }) => one)
    const kept = hashed.filter(({ id }) => inFixture.has(id))
    this.inTurns = [...new Set(hashed.flatMap((one, i) => (kept[i] ? [kept[i], one] : [one])))]
    this.#names = new Map(all.map((one) => [one, wordsOf(one.name)]))
    for (const { name, id } of all) {
      add(this.#keys, keyOf(name), id)
      add(this.#respelled, respelled(name), id)
    }
  }

  /** Those of this name. */
  bearing(name: string): string[] {
    return this.#keys.get(keyOf(name)) ?? []
  }

  /** Those of this name in any spelling. */
  bearingRespelled(name: string): string[] {
    return this.#respelled.get(respelled(name)) ?? []
  }

  /** Those that have all these words in their names, or in other texts too. */
  holding(words: readonly string[], others = (_: Organization): string[] => []): string[] {
    return this.all
      .filter((one) => {
        const texts = [one.name, ...(one.alternate_names ?? []), ...others(one)]
        const held = new Set(texts.flatMap(wordsOf))
        return words.every((word) => held.has(word))
      })
      .map(({ id }) => id)
  }

  /** Those whose names have words that begin so; with a typo in one of them or none. */
  beginning(typed: readonly string[], withTypo = false): string[] {
    const begins = (names: readonly string[], at: number) =>
      typed.every((word, i) =>
        names.some((name) => name.startsWith(word) || (i === at && nearStart(name, word))),
      )
    const places = withTypo ? typed.map((_, i) => i) : [-1]
    return [...this.#names]
      .filter(([, names]) => places.some((at) => begins(names, at)))
      .map(([{ id }]) => id)
  }
}

const nearStart = (name: string, word: string) =>
  [-1, 0, 1].some((more) => isNear(word, name.slice(0, word.length + more)))

function add(map: Map<string, string[]>, key: string, id: string): void {
  const known = map.get(key)
  if (known) known.push(id)
  else map.set(key, [id])
}

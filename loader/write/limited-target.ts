import type { EngineResponse, LoadTarget } from './target.js'

/**
 * The same engine, which gets a limited number of bulk requests at the same time: half as many each
 * time it is overloaded, and one more after each round without an overload.
 * @param most The number at first, which is never exceeded.
 */
export function limitedTarget(target: LoadTarget, most: number): LoadTarget {
  const slots = new Slots(most)
  return {
    url: target.url,
    get isEmbedded() {
      return target.isEmbedded
    },
    send(method, path, body) {
      const send = () => target.send(method, path, body)
      return path.startsWith('/_bulk') ? slots.use(send, isOverload) : send()
    },
    close: () => target.close(),
  }
}

function isOverload({ status, body }: EngineResponse): boolean {
  const { items = [] } = (body ?? {}) as { items?: Record<string, { status: number }>[] }
  const refused = (item: object) => Object.values(item).some(({ status }) => status === 429)
  return status === 429 || items.some(refused)
}

/** Additive increase, multiplicative decrease, as TCP controls congestion. */
class Slots {
  readonly #most: number
  #open: number
  #inUse = 0
  #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#most = most
    this.#open = most
  }

  async use<Answer>(
    send: () => Promise<Answer>,
    isOverload: (answer: Answer) => boolean,
  ): Promise<Answer> {
    while (this.#inUse >= Math.floor(this.#open))
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#inUse++
    try {
      const answer = await send()
      this.#open = isOverload(answer)
        ? Math.max(1, this.#open / 2)
        : Math.min(this.#most, this.#open + 1 / this.#open)
      return answer
    } finally {
      this.#inUse--
      for (const wake of this.#waiting.splice(0)) wake()
    }
  }
}

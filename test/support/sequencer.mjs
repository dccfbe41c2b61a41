import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const Sequencer = createRequire(import.meta.url)('@jest/test-sequencer').default

/** How a test file asks for the stack of its Jest worker (stack.ts). */
const asks = /\bstart(?:Stack|Gateway)\((?:\{[^[]*?)?\)/

/**
 * Jest's order, the longest first; but files that ask for the stack in the same words, and so for
 * the same configuration, follow each other: between others it starts a gateway worker.
 */
export default class extends Sequencer {
  sort(tests) {
    const groups = new Map()
    for (const test of super.sort(tests)) {
      const [words = test.path] = asks.exec(readFileSync(test.path, 'utf8')) ?? []
      groups.set(words, [...(groups.get(words) ?? []), test])
    }
    return [...groups.values()].flat()
  }
}

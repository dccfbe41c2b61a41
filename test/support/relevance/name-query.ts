import { readFileSync } from 'node:fs'

const template = readFileSync('test/support/relevance/name-query.json', 'utf8')

/**
 * The query by which an organization is found by what someone types of its name
 * (docs/queries.md). Each word also matches longer words that begin with it, and may contain
 * a typo; of more than two, a quarter may be wrong. What is written as in the name, or has the same
 * stem, or begins a word without a typo, comes first.
 */
export function nameQuery(typed: string): object {
  return JSON.parse(template.replaceAll('"TYPED"', () => JSON.stringify(typed))) as object
}

import { base } from './jest.config.js'

/** HTTP tests whose answers depend on the engine: they run on the embedded one too. */
const http = [
  'mcp/free-search',
  'mcp/tools',
  'paging',
  'queries',
  'questions/answers',
  'search/hints',
  'search/refusals',
  'spec-examples',
]

/** The tests on a real Elasticsearch; test/engine/run.ts starts it and calls Jest. */
export default {
  ...base,
  testMatch: ['**/test/engine/**/*.test.ts', ...http.map((name) => `**/test/http/${name}.test.ts`)],
  testPathIgnorePatterns: [],
  maxWorkers: 2,
  testTimeout: 300_000, // nodes start slowly on a busy machine
}

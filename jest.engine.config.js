import base from './jest.config.js'

/** The tests on a real Elasticsearch; test/engine/run.ts starts it and calls Jest. */
export default {
  ...base,
  testMatch: ['**/test/http/**/*.test.ts', '**/test/engine/**/*.test.ts'],
  testPathIgnorePatterns: [],
  maxWorkers: 2,
  testTimeout: 300_000, // nodes start slowly on a busy machine
}

import base from './jest.config.js'

/** The tests on a real Elasticsearch; test/engine/run.ts starts it and calls Jest. */
export default {
  ...base,
  testMatch: [
    '**/test/engine/**/*.test.ts',
    '**/test/http/**/*.test.ts',
    // these start no engine, so that a real one changes nothing of them; `npm test` runs them
    '!**/test/http/gateway/**',
    '!**/test/http/plugins/**',
    '!**/test/http/auth/process.test.ts',
    '!**/test/http/deploy/**',
    '!**/test/http/{check,schema,adding-an-upstream,compression}.test.ts',
    // these would learn nothing from it: the document and the client are the same on both
    '!**/test/http/openapi.test.ts',
    '!**/test/http/client/**',
    // these are about commands and the gateway's own answers
    '!**/test/http/{commands,routes}.test.ts',
    // these are about the embedded engine as a process
    '!**/test/http/start.test.ts',
    '!**/test/http/end.test.ts',
    '!**/test/http/kept.test.ts',
  ],
  testPathIgnorePatterns: [],
  maxWorkers: 2,
  testTimeout: 300_000, // nodes start slowly on a busy machine
}

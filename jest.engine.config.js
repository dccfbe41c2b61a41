import { base } from './jest.config.js'

/** The tests on a real Elasticsearch; test/engine/run.ts starts it and calls Jest. */
export default {
  ...base,
  testMatch: [
    '**/test/engine/**/*.test.ts',
    '**/test/http/**/*.test.ts',
    // these start no engine, or one of their own: `npm test` runs them
    '!**/test/http/{gateway,plugins,deploy,client,search-rules}/**',
    '!**/test/http/{check,schema,adding-an-upstream,compression,openapi}.test.ts',
    '!**/test/http/{before-rooms,dependencies,error-codes,check-order}.test.ts',
    '!**/test/http/{commands,routes,secrets,start,end}.test.ts',
    '!**/test/http/search/{cache,export}.test.ts',
    // what they prove does not depend on the engine
    '!**/test/http/anonymous.test.ts',
    '!**/test/http/mcp/{limits,misbehaving}.test.ts',
    '!**/test/http/search/cost-throttle.test.ts',
    // what the others use of the store, test/engine/auth/store-contract asks of it
    '!**/test/http/auth/!(api-keys|sessions).test.ts',
    '!**/test/http/{people,usage}.test.ts',
    // these are about the embedded engine
    '!**/test/http/{embedded-bounds,embedded-engine,kept}.test.ts',
    '!**/test/http/{load,loaded-stays,own-fields,replace}.test.ts',
  ],
  testPathIgnorePatterns: [],
  maxWorkers: 2,
  testTimeout: 300_000, // nodes start slowly on a busy machine
}

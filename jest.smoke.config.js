import base from './jest.config.js'

/** The smoke test on real organizations: .ci/run and `npm run test:smoke`. */
export default {
  ...base,
  testMatch: ['**/test/smoke/*.test.ts'],
  testPathIgnorePatterns: [],
  testTimeout: 120_000,
}

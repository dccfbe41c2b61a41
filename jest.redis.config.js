import base from './jest.config.js'

/**
 * The tests on a real Redis, one after the other: `npm run test:redis`, where a redis-server is on
 * the PATH.
 */
export default {
  ...base,
  testMatch: ['**/test/redis/*.test.ts'],
  testPathIgnorePatterns: [],
  maxWorkers: 1,
}

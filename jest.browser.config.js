import base from './jest.config.js'

/**
 * The pages in a real browser: `npm run test:browser`, where chromium is
 * on the PATH.
 */
export default {
  ...base,
  testMatch: ['*.test', ...(process.env.SCREENSHOTS ? ['*screenshots'] : [])].map(
    (name) => `**/test/browser/${name}.ts`,
  ),
  testPathIgnorePatterns: [],
  maxWorkers: 2, // a browser and a product each
  testTimeout: 180_000, // a page is slow on a busy machine
}

import base from './jest.config.js'

/** The pages in a real browser, one file after the other: `npm run test:browser`, where chromium is on the PATH. */
export default {
  ...base,
  testMatch: [`**/test/browser/${process.env.SCREENSHOTS ? 'screenshots' : '*.test'}.ts`],
  testPathIgnorePatterns: [],
  maxWorkers: 1,
  testTimeout: 180_000, // a page is slow on a busy machine
}

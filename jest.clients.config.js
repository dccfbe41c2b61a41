import base from './jest.config.js'

/**
 * Clients that generators make of the OpenAPI document: `npm run test:clients`, which installs
 * openapi-typescript.
 */
export default {
  ...base,
  testMatch: ['**/test/clients/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
}

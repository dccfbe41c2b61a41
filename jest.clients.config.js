import base from './jest.config.js'

/** Clients that generators make of the OpenAPI document: `npm run test:clients`. The setup installs openapi-typescript. */
export default {
  ...base,
  globalSetup: '<rootDir>/test/clients/setup.ts',
  testMatch: ['**/test/clients/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
}

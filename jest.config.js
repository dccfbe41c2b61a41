import { availableParallelism } from 'node:os'

/**
 * Jest: TypeScript by SWC; the ESM-only packages are transformed too, as Jest loads ES modules by a
 * flag only.
 */
export default {
  testEnvironment: '<rootDir>/test/support/environment.ts',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  roots: ['<rootDir>/test', '<rootDir>/dev/engine/test'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['clients', 'engine', 'redis', 'smoke', 'browser'].map(
    (folder) => `<rootDir>/test/${folder}/`,
  ),
  moduleNameMapper: {
    // they read files that the build writes next to them
    '^\\..*/kit/places/(zip-centres|cities)\\.js$': `${process.env.TEST_DIST ?? '<rootDir>/dist'}/kit/places/$1.js`,
    // the real ones take 30 ms of the processor for each login
    '^\\.{1,2}/(.*/)?hash-threads\\.js$': '<rootDir>/test/support/fast-hash.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.(ts|js|mjs)$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
    ],
  },
  transformIgnorePatterns: [
    '/node_modules/(?!(lowdb|steno|paseto|@noble|@zxcvbn-ts|supercluster|kdbush|marked)/)',
  ],
  // most tests wait for the processes that they start
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testTimeout: 60_000,
}

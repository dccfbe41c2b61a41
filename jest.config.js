import { availableParallelism } from 'node:os'

/** TypeScript by SWC; the ESM-only packages too, as Jest loads ES modules by a flag only. */
export const base = {
  testEnvironment: '<rootDir>/test/support/environment.ts',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  roots: ['<rootDir>/test', '<rootDir>/dev/engine/test'],
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
}

const project = (displayName, ...testMatch) => ({
  ...base,
  displayName,
  testMatch: testMatch.map((pattern) => `<rootDir>/${pattern}`),
})

/** `npm test` runs unit and http; each of the others has a script of its own. */
export default {
  projects: [
    project('unit', 'test/unit/**/*.test.ts', 'dev/engine/test/**/*.test.ts'),
    project('http', 'test/http/**/*.test.ts'),
    project('smoke', 'test/smoke/*.test.ts'),
    project('redis', 'test/redis/*.test.ts'),
    project('clients', 'test/clients/*.test.ts'),
    project(
      'browser',
      'test/browser/*.test.ts',
      ...(process.env.SCREENSHOTS ? ['test/browser/*screenshots.ts'] : []),
    ),
  ],
  // most tests wait for the processes that they start
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testTimeout: 120_000, // means never: a busy machine is slow
}

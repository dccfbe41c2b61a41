import { availableParallelism } from 'node:os'

/** TypeScript by SWC; the ESM-only packages too, as Jest loads ES modules by a flag only. */
const base = {
  testEnvironment: '<rootDir>/test/support/environment.ts',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/'],
  moduleNameMapper: {
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
  transformIgnorePatterns: ['/node_modules/(?!(lowdb|steno|paseto|@noble|@zxcvbn-ts|marked)/)'],
}

const project = (displayName, ...testMatch) => ({
  ...base,
  displayName,
  testMatch: testMatch.map((pattern) => `<rootDir>/${pattern}`),
})

/** HTTP tests whose answers depend on the engine: they run on a real one too. */
const onEngine = [
  'discovery',
  'mcp/tools',
  'paging',
  'queries',
  'search-templates/answers',
  'search/shipped',
  'spec-examples',
]

/** `npm test` runs unit and http; each of the others has a script of its own. */
export default {
  projects: [
    project(
      'unit',
      'test/unit/**/*.test.ts',
      'directory/test/unit/**/*.test.ts',
      'packages/query-guard/test/**/*.test.ts',
    ),
    project('embedded-engine', 'packages/embedded-engine/test/**/*.test.ts'),
    project('http', 'test/http/**/*.test.ts'),
    project('process', 'test/process/**/*.test.ts'),
    project(
      'engine', // test/engine/run.ts starts it
      'test/engine/**/*.test.ts',
      ...onEngine.map((name) => `test/http/${name}.test.ts`),
    ),
    project('smoke', 'test/smoke/*.test.ts'),
    project('redis', 'test/redis/*.test.ts'),
    project('clients', 'test/clients/*.test.ts'),
    project(
      'browser',
      '{directory/,}test/browser/*.test.ts',
      ...(process.env.SCREENSHOTS ? ['{directory/,}test/browser/*screenshots.ts'] : []),
    ),
  ],
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  // most tests wait for the processes that they start
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testTimeout: 300_000, // means never: a busy machine is slow
}

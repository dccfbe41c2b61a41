import { banner, type EngineStatus } from '../../../dev/banner.js'

const addresses = {
  gateway: { url: 'http://127.0.0.1:1', adminUrl: 'http://127.0.0.1:2' },
  auth: { url: 'http://127.0.0.1:3', internalUrl: 'http://127.0.0.1:4' },
}
const lineOf = (engine: EngineStatus | undefined) =>
  banner(addresses, {
    engine,
    pages: {},
    login: { email: 'ann@example.org' },
    startMs: 1000,
    isRepeatable: false,
  })
    .split('\n')
    .filter((line) => line.startsWith('  engine '))
const elasticsearch = (...healthy: boolean[]): EngineStatus => ({
  kind: 'elasticsearch',
  nodes: healthy.map((healthy, i) => ({ url: `http://node-${i}`, healthy })),
})

/** test/process/start.test.ts has it of a start. */
test.each<[string, EngineStatus | undefined, string]>([
  [
    'no node',
    elasticsearch(false),
    'Elasticsearch at http://node-0 is unavailable or refuses our credential: searches fail ' +
      'with 503 meanwhile',
  ],
  ['none to search', elasticsearch(), 'none: no pipeline searches'],
  ['none told', undefined, 'did not answer in time: see the status below'],
])('the engine is one line: %s', (_, engine, says) => {
  expect(lineOf(engine)).toEqual([`  engine    ${says}`])
})

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readExtract } from '../../bench/relevance/extracts.js'
import { example } from '../../dev/embedded-families.js'
import { type LoadTarget, openTarget } from '../../directory/loader/write/target.js'
import { answerHelp } from '../../kit/process/command.js'
import { empty, fill, heldIndices } from './families.js'
import { findJava } from './node/java.js'
import { ElasticsearchNode } from './node/node.js'

/** Real organizations, where they lie next to the checkout. */
const realOrganizations = '../shared/data/irs-eo-bmf'

/** Tests of nodes of their own, which they fill or measure, and of one without security. */
const ownNodeTests = 'test/engine/(indices|access|relevance|slow)\\.test\\.ts$'

/**
 * `npm run test:engine`: the tests on a real Elasticsearch 9. Arguments go to Jest. With
 * ELASTICSEARCH_URL it is that one, else a node started here; where that cannot be, the run says why
 * and ends with exit code 0.
 */
async function main(args: string[]): Promise<number> {
  answerHelp(`usage: npm run test:engine [-- ARGUMENTS OF JEST]
  the tests on a real Elasticsearch 9: the one of ELASTICSEARCH_URL, or a node that the command starts`)
  const given = process.env.ELASTICSEARCH_URL || undefined
  if (given) {
    console.log('test:engine: on ELASTICSEARCH_URL, without the tests that need nodes of their own')
    return onCluster(given, [...args, `--testPathIgnorePatterns=${ownNodeTests}`])
  }
  const java = findJava()
  if (typeof java === 'string') {
    console.log(`test:engine is skipped: ELASTICSEARCH_URL is not set, and ${java}`)
    return 0
  }
  const node = new ElasticsearchNode()
  try {
    await node.start()
    console.log(`test:engine: on a node of its own, ${node.url}`)
    return await onCluster(node.url, args)
  } finally {
    await node.stop()
  }
}

/** Lends the cluster made-up and real organizations for as long as the tests run. */
async function onCluster(url: string, args: string[]): Promise<number> {
  const target = openTarget(url)
  try {
    await claim(target)
    try {
      await fill(target)
      await fill(target, await readExtract(example))
      return await runJest(args, url)
    } finally {
      await empty(target)
    }
  } finally {
    await target.close()
  }
}

/** @throws Error when the cluster holds organizations and no one said that they may go. */
async function claim(target: LoadTarget): Promise<void> {
  const held = await heldIndices(target)
  if (held.length > 0 && process.env.TEST_ENGINE_OVERWRITE !== '1') {
    throw new Error(
      `${target.url} holds ${held.join(', ')}; these tests would delete them. Name another ` +
        'cluster, or set TEST_ENGINE_OVERWRITE=1',
    )
  }
  await empty(target)
}

/** @returns Jest's exit code; 0 when the arguments name none of these tests. */
function runJest(args: string[], url: string): Promise<number> {
  const organizations = existsSync(realOrganizations) && { ORGANIZATIONS: realOrganizations }
  const engine = { ELASTICSEARCH_URL: url, TEST_ENGINE_URL: url } // for commands, for tests
  const env = { ...process.env, ...organizations, ...engine }
  const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'engine', '--passWithNoTests']
  // nodes start slowly on a busy machine
  const bounds = ['--maxWorkers=2', '--testTimeout=300000']
  const child = spawn(process.execPath, [...jest, ...bounds, ...args], { env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(`test:engine: ${(error as Error).message}`)
  process.exitCode = 1
}

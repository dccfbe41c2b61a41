import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { answerHelp } from '../kit/process/command.js'
import { logIn, startStack } from './running.js'

/**
 * `npm run test:contract`: Schemathesis makes requests of all kinds from the served OpenAPI
 * document and holds the answers against it. SCHEMATHESIS names the program, if it is not on the
 * PATH.
 */
const program = process.env.SCHEMATHESIS ?? 'schemathesis'

/** Calls that end the session of the run itself; the last one those of all runs. */
const ending = ['logout', 'changePassword', 'logoutAll']
/** Refused before its credential while `accounts` is off, as shipped. */
const switchedOff = ['deleteAccount']
/** Their bodies are the search grammar, which is too deep to be walked through value by value. */
const searching = ['search', 'explain']

/**
 * A check that no answer has to pass: a body that fits its schema may break a rule that no schema
 * can show.
 */
const excluded = 'positive_data_acceptance'

interface Run {
  title: string
  args: string[]
  /** A further check that does not hold for these calls. */
  accepted?: string
}

/**
 * A run of its own for each kind of call: the calls, how they are made, and how many requests of
 * each phase.
 */
const runs: Run[] = [
  {
    title: 'calls',
    args: [
      ...exclusions([...ending, ...switchedOff, ...searching]),
      '--phases',
      'examples,coverage,fuzzing',
      '-n',
      '50',
    ],
  },
  // explain answers 200 to what it says is wrong; search takes values in forms that the schemas do
  // not show
  ...searching.map((call) => ({
    title: call,
    args: [...only([call]), '--phases', 'examples,fuzzing', '-n', '30'],
    accepted: 'negative_data_rejection',
  })),
  ...ending.map((call) => ({
    title: call,
    args: [...only([call]), '--phases', 'examples,coverage,fuzzing', '-n', '50'],
  })),
]

function only(operations: readonly string[]): string[] {
  return operations.flatMap((operation) => ['--include-operation-id', operation])
}

function exclusions(operations: readonly string[]): string[] {
  return operations.flatMap((operation) => ['--exclude-operation-id', operation])
}

answerHelp(`usage: npm run test:contract
  Schemathesis makes requests from the served OpenAPI document and compares the answers with it
  SCHEMATHESIS   the program, if it is not on the PATH`)

async function main(): Promise<number> {
  if (spawnSync(program, ['--version']).status !== 0) {
    console.log(
      'test:contract is skipped: there is no schemathesis on the PATH (pip install schemathesis)',
    )
    return 0
  }
  const stack = await startStack()
  const { url } = stack.addresses.gateway
  let failures = 0
  try {
    // Before the first run, whose many logins use up the limits
    const tokens: string[] = []
    for (const _ of runs) tokens.push(await logIn(url, stack.admin))
    for (const { title, args, accepted } of runs) {
      console.log(`\n# ${title}\n`)
      const token = tokens.shift()!
      const fixed = ['run', `${url}/api/v1/openapi.json`, '-H', `Authorization: Bearer ${token}`]
      const checks = [
        '--exclude-checks',
        [excluded, accepted].filter(Boolean).join(','),
        '--suppress-health-check',
        'all',
      ]
      const options = ['--generation-database', 'none', '--no-color', ...checks, ...args]
      // it keeps notes where it runs
      const child = spawn(program, [...fixed, ...options], { stdio: 'inherit', cwd: tmpdir() })
      const [code] = (await once(child, 'close')) as [number]
      if (code !== 0) failures++
    }
  } finally {
    await stack.stop()
  }
  return failures === 0 ? 0 : 1
}

process.exitCode = await main()

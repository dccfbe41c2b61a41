import { spawnSync } from 'node:child_process'

/**
 * `npm run test:quick`: lint, types, and the unit tests of what has changed since the last commit,
 * or in the last commit where nothing has, and of what imports it.
 */
if (process.argv.slice(2).some((argument) => ['--help', '-h'].includes(argument))) {
  console.log(`usage: npm run test:quick
  lint, types, and the unit tests of what has changed since the last commit (in the last commit
  where nothing has) and of what imports it`)
  process.exit(0)
}

const options = { encoding: 'utf8' }
const isChanged = spawnSync('git', ['status', '--porcelain'], options).stdout !== ''
const changed = isChanged ? '--onlyChanged' : '--lastCommit'

const steps = [
  ['npm', 'run', '--silent', 'lint'],
  ['npm', 'run', '--silent', 'typecheck'],
  ['npx', 'jest', '--selectProjects', 'unit', '--passWithNoTests', changed],
]
for (const [command, ...args] of steps) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

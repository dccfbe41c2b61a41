import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { built } from '../support/stack.js'

test('without Java and Maven the run ends with exit code 0, and says why in one line', async () => {
  const run = promisify(execFile)(process.execPath, [join(built, 'test/engine/run.js')], {
    env: { PATH: '/nowhere' },
  })
  expect((await run).stdout).toMatch(
    /^test:engine is skipped: ELASTICSEARCH_URL is not set, and .+\n$/,
  )
})

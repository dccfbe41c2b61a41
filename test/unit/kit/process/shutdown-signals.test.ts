import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from '../../../support/folders.js'
import { launch } from '../../../support/launch.js'

const root = join(__dirname, '../../../..')
const folder = testFolder()
/** What programs import of kit/process, as one file: it shares its state. */
const kit = join(folder, 'kit.mjs')
beforeAll(() => {
  const names = ['shutdown-signals', 'supervisor', 'service']
  const files = names.map((name) => join(root, 'kit/process', `${name}.ts`))
  writeFileSync(join(folder, 'package.json'), '{}')
  const index = join(folder, 'index.js')
  writeFileSync(index, files.map((file) => `export * from '${file}'\n`).join(''))
  const args = ['node_modules/rolldown/bin/cli.mjs', index, '--format=esm', '--file', kit]
  expect(spawnSync(process.execPath, [...args, '--platform=node'], { cwd: root }).status).toBe(0)
})

/** A part that is busy until its leader has surely gone, then reports that it is ready. */
const part = `
  import { shutdownSignals } from '${kit}'
  import { notifySupervisor } from '${kit}'
  void shutdownSignals().requested.then(() => { console.log('ended in order'); process.exit() })
  notifySupervisor({ ready: 'to go' })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  notifySupervisor({ ready: 'part' })
`
const leader = `
  import { spawn } from 'node:child_process'
  const part = spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(part)}, '--', '--led'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  part.once('message', () => process.exit())
`

test('a part that is ready only after its leader has gone ends in order, without a trace', async () => {
  const { closed } = launch(process.execPath, ['--input-type=module', '-e', leader], process.env)
  expect(await closed).toEqual({ code: 0, output: 'ended in order\n' })
})

/** A service that does not end, whose operator loses patience. */
const stuck = `
  import { runService } from '${kit}'
  setInterval(() => process.kill(process.pid, 'SIGTERM'), 100)
  await runService(async () => ({ close: () => new Promise(() => console.log('closing')) }))
`

test('a service that is told again to end exits at once, with 1', async () => {
  const { closed } = launch(process.execPath, ['--input-type=module', '-e', stuck], process.env)
  expect(await closed).toEqual({ code: 1, output: expect.stringMatching(/closing\n$/) })
})

import { join } from 'node:path'
import { launch } from '../../../support/launch.js'

const kit = join(__dirname, '../../../../dist/test/programs/kit.js')

/** A part that is busy until its leader has surely gone, then reports that it is ready. */
const part = `
  import { notifySupervisor, shutdownSignals } from '${kit}'
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

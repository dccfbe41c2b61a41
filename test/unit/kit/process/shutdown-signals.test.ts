import { join } from 'node:path'
import { launch } from '../../../support/launch.js'

const kit = join(__dirname, '../../../../dist/kit')

/** A part that is busy until its leader has surely gone, then tells it that it is ready. */
const part = `
  import { ending } from '${kit}/ending.js'
  import { tellLeader } from '${kit}/leader.js'
  void ending().asked.then(() => { console.log('ended in order'); process.exit() })
  tellLeader({ ready: 'to go' })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  tellLeader({ ready: 'part' })
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

import { FaultEngine, type Mode } from '../../test/support/fault-engine.js'
import { ready } from '../child.js'

/** What the fault server gets: a mode, or to close its port, or to open it again. */
export type Order = Mode | 'gone' | 'back'

/**
 * The fault server in a process of its own, so that what it floods with does not slow the callers
 * who are measured.
 */
const target = await new FaultEngine().listen()
process.on('message', async (order: Order) => {
  if (order === 'gone') await target.refuse()
  else if (order === 'back') await target.listen()
  else target.mode = order
  process.send?.('done')
})
ready(target.url)

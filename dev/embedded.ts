import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { families, indexTemplate } from '../directory/loader/record/format.js'
import { listen } from '../edge/listen.js'
import { dataFolder } from '../kit/config/data-folder.js'
import { portSetting, setting } from '../kit/config/settings.js'
import { renderCauses } from '../kit/log/causes.js'
import { lockFolder } from '../kit/process/folder-lock.js'
import { shutdownSignals } from '../kit/process/shutdown-signals.js'
import { notifySupervisor } from '../kit/process/supervisor.js'
import { Engine } from '../packages/embedded-engine/src/engine.js'
import { Kept } from '../packages/embedded-engine/src/kept/kept.js'
import { createEngineServer } from '../packages/embedded-engine/src/server.js'
import { fillFamilies, heldInWords } from './embedded-families.js'

if (process.env.NODE_ENV === 'production') {
  throw new Error(
    'the embedded engine is for development and tests; set ELASTICSEARCH_URL to a real ' +
      'Elasticsearch',
  )
}

const { requested } = shutdownSignals()

start().catch((error: Error) => {
  process.stderr.write(`embedded engine: ${renderCauses(error)}\n`)
  process.exit(1)
})

/** Brings back what was loaded, and serves it. */
async function start(): Promise<void> {
  const port = portSetting('ENGINE_PORT')
  const folder = join(dataFolder(), 'engine')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { release } = await lockFolder(folder, 'engine.lock', 'another embedded engine')
  void requested.then(release).finally(() => process.exit())

  const engine = new Engine()
  new Kept(folder, engine.indices, (sentence) => console.error(`embedded engine: ${sentence}`))
  for (const family of families) engine.putTemplate(family.alias, indexTemplate(family))
  await fillFamilies(engine, setting('ENGINE_SAMPLE')).catch((cause) => {
    throw new Error('ENGINE_SAMPLE must be a file that npm run load could load, or 0', { cause })
  })
  engine.commit()

  const url = await listen(createEngineServer(engine), {
    setting: 'ENGINE_PORT',
    host: '127.0.0.1',
    port,
  })
  const holds = heldInWords(engine)
  console.log(`embedded engine (development and tests only) on ${url}, ${holds}`)
  notifySupervisor({ ready: 'engine', url, holds })
}

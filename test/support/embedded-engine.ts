import { fillFamilies } from '../../dev/embedded-families.js'
import { families, indexTemplate } from '../../directory/loader/record/format.js'
import { Engine } from '../../packages/embedded-engine/src/engine.js'
import { createEngineServer } from '../../packages/embedded-engine/src/server.js'
import { madeUpFile } from './made-up.js'
import { serviceOf } from './service.js'

/** An embedded engine within the test. @param engine By default one that is empty. */
export const serveEngine = (engine = new Engine()) => serviceOf(createEngineServer(engine))

/** The embedded engine with the made-up organizations, within the test. */
export const startEmbeddedEngine = () => startFilled(madeUpFile)

/**
 * For `startStack`: an engine with what a newcomer has, on which the docs show their examples. On a
 * real engine none: that one holds these organizations too (test/engine/run.ts).
 */
export async function startExample(): Promise<{ engine?: string; close(): Promise<void> }> {
  if (process.env.TEST_ENGINE_URL) return { close: async () => {} }
  const { url, close } = await startFilled()
  return { engine: url, close }
}

async function startFilled(sample?: string) {
  const engine = new Engine()
  for (const family of families) engine.putTemplate(family.alias, indexTemplate(family))
  await fillFamilies(engine, sample)
  return serveEngine(engine)
}

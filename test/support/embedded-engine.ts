import { fillFamilies } from '../../dev/embedded-families.js'
import { families, indexTemplate } from '../../directory/loader/record/format.js'
import { Engine } from '../../packages/embedded-engine/src/engine.js'
import { createEngineServer } from '../../packages/embedded-engine/src/server.js'
import { madeUpFile } from './made-up.js'
import { serviceOf } from './service.js'

/** An embedded engine within the test. @param engine By default one that is empty. */
export const serveEngine = (engine = new Engine()) => serviceOf(createEngineServer(engine))

/** The embedded engine with the made-up organizations, within the test. */
export async function startEmbeddedEngine() {
  const engine = new Engine()
  for (const family of families) engine.putTemplate(family.alias, indexTemplate(family))
  await fillFamilies(engine, madeUpFile)
  return serveEngine(engine)
}

import { setFlagsFromString } from 'node:v8'
import { ending } from '../kit/ending.js'
import { openPort } from '../kit/http/port.js'
import { tellLeader } from '../kit/leader.js'
import { portSetting } from '../kit/settings.js'
import { documentFor, families, indexTemplate } from '../loader/format.js'
import { Engine } from './engine/engine.js'
import { createEngineServer } from './engine/server.js'
import { sampleOrganizations } from './samples/organizations.js'

if (process.env.NODE_ENV === 'production') {
  throw new Error('the embedded engine is for development and tests; set ELASTICSEARCH_URL to a real Elasticsearch')
}

void ending().asked.then(() => process.exit())

// the heap grows in small steps: a quarter less memory for a fifth more time to load
setFlagsFromString('--optimize-for-size')

const engine = new Engine()
for (const family of families) {
  engine.putTemplate(family.alias, indexTemplate(family))
  engine.createIndex(family.index)
}
if (process.env.ENGINE_SAMPLE !== '0') {
  const organizations = sampleOrganizations()
  for (const family of families) {
    for (const organization of organizations) {
      engine.index(family.index, organization.id, JSON.stringify(documentFor(family, organization)))
    }
  }
}

const server = createEngineServer(engine)
const place = { setting: 'ENGINE_PORT', host: '127.0.0.1', port: portSetting('ENGINE_PORT') }
openPort(server, place).then(
  (url) => {
    console.log(`embedded engine (development and tests only) on ${url}`)
    tellLeader({ ready: 'engine', url })
  },
  (error: Error) => {
    process.stderr.write(`embedded engine: ${error.message}\n`)
    process.exit(1)
  },
)

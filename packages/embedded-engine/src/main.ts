#!/usr/bin/env node
import type { AddressInfo } from 'node:net'
import { Engine } from './engine.js'
import { Kept } from './kept/kept.js'
import { createEngineServer } from './server.js'

/**
 * `nonprofit-directory-embedded-engine [FOLDER]`: an empty engine on loopback, at the port
 * ENGINE_PORT (8083, 0 for any free one). Keeps what it gets in FOLDER, if there is one.
 */
if (process.env.NODE_ENV === 'production')
  throw new Error('the embedded engine is for development and tests')
const [folder] = process.argv.slice(2)
const engine = new Engine()
if (folder !== undefined)
  new Kept(folder, engine.indices, (sentence) => console.error(`embedded engine: ${sentence}`))
const server = createEngineServer(engine)
server.listen(Number(process.env.ENGINE_PORT || 8083), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`embedded engine (development and tests only) on http://127.0.0.1:${port}`)
})

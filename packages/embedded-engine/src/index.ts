export { Engine } from './engine.js'
export { Kept } from './kept/kept.js'
export { createEngineServer } from './server.js'

import { type AddressInfo, createServer } from 'node:net'

/**
 * Takes connections and whatever comes on them, and does nothing with it: for what an attack costs
 * the machine alone. Reports its URL over IPC.
 */
const server = createServer((socket) => socket.on('error', () => undefined).resume())
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
